package policy

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

// Kind is the kind of a [Type].
type Kind uint8

// The kinds. The zero Kind is Any: a value of whatever kind, checked when it is used.
const (
	Any Kind = iota
	Bool
	Int
	Double
	String
	List
	Map // from names to values: a JSON object
)

// String returns the kind's name as catalogs write it.
func (k Kind) String() string {
	return [...]string{"any", "bool", "int", "double", "string", "list", "map"}[k]
}

// Type is the type of a variable or of a result. Types are values and compare with
// ==. The zero Type is any value, null included.
type Type struct {
	kind     Kind
	item     Kind // of a List: what its items are
	nullable bool
}

// TypeOf returns the type of a kind. A List is one of whatever, see [ListOf].
func TypeOf(kind Kind) Type { return Type{kind: kind} }

// ListOf returns the type of lists of items of one kind.
func ListOf(item Kind) Type { return Type{kind: List, item: item} }

// Nullable returns the type whose values may also be null.
func (t Type) Nullable() Type {
	if t.kind != Any { // Any is nullable as it is, and has one form
		t.nullable = true
	}
	return t
}

// Kind returns what values of the type are when they are not null.
func (t Type) Kind() Kind { return t.kind }

// IsNullable reports whether null is a value of the type.
func (t Type) IsNullable() bool { return t.nullable || t.kind == Any }

// String returns the type as [ParseType] reads it; a nullable one ends in "?".
func (t Type) String() string {
	text := t.kind.String()
	if t.kind == List && t.item != Any {
		text += "<" + t.item.String() + ">"
	}
	if t.nullable {
		text += "?"
	}
	return text
}

// FactTypes are the names that [ParseType] reads.
var FactTypes = []string{"double", "int", "bool", "string", "list",
	"list<double>", "list<int>", "list<bool>", "list<string>", "map"}

// ParseType reads the type of a declared fact: one of [FactTypes].
func ParseType(name string) (Type, error) {
	text, isList := strings.CutPrefix(name, "list<")
	if isList {
		text, isList = strings.CutSuffix(text, ">")
	}
	for _, kind := range []Kind{Bool, Int, Double, String, List, Map} {
		switch {
		case kind.String() != text:
		case !isList && text == name:
			return TypeOf(kind), nil
		case isList && kind < List:
			return ListOf(kind), nil
		}
	}
	return Type{}, fmt.Errorf("%w: %q", ErrType, name)
}

// JSONType returns the type of a value whose JSON Schema types are names ("string",
// "integer", "null", …), after validation. items are the schema types of an array's
// items. Several types, or none, are any value.
func JSONType(names, items []string) Type {
	var found Type
	kinds := 0
	nullable := false
	for _, name := range names {
		switch name {
		case "null":
			nullable = true
			continue
		case "string":
			found = TypeOf(String)
		case "integer":
			found = TypeOf(Int)
		case "number":
			found = TypeOf(Double)
		case "boolean":
			found = TypeOf(Bool)
		case "object":
			found = TypeOf(Map)
		case "array":
			found = ListOf(itemKind(items))
		default:
			return Type{}
		}
		kinds++
	}
	if kinds != 1 {
		return Type{}
	}
	if nullable {
		return found.Nullable()
	}
	return found
}

// itemKind is the kind of items of one schema type; nested lists and nullable items
// are any value.
func itemKind(names []string) Kind {
	if item := JSONType(names, nil); item.kind != List && !item.nullable {
		return item.kind
	}
	return Any
}

// cel returns the type that expressions see. Nullable scalars are CEL's wrapper
// types; CEL has none for lists and maps, whose tests for null compile anyway
// (see nulls.go).
func (t Type) cel() *cel.Type {
	scalar := celKind(t.kind)
	if t.kind == List {
		return cel.ListType(celKind(t.item))
	}
	if t.nullable && t.kind != Map {
		return cel.NullableType(scalar)
	}
	return scalar
}

func celKind(kind Kind) *cel.Type {
	switch kind {
	case Bool:
		return cel.BoolType
	case Int:
		return cel.IntType
	case Double:
		return cel.DoubleType
	case String:
		return cel.StringType
	case Map:
		return cel.MapType(cel.StringType, cel.DynType)
	case List:
		return cel.ListType(cel.DynType)
	default:
		return cel.DynType
	}
}

// fromCEL returns the type of a checked expression's result, and whether it can be
// written as JSON.
func fromCEL(t *cel.Type) (Type, bool) {
	switch t.Kind() {
	case types.BoolKind:
		return wrapped(t, Bool), true
	case types.IntKind:
		return wrapped(t, Int), true
	case types.DoubleKind:
		return wrapped(t, Double), true
	case types.StringKind:
		return wrapped(t, String), true
	case types.ListKind:
		item, ok := fromCEL(t.Parameters()[0])
		if item.nullable || item.kind == List {
			item = Type{}
		}
		return ListOf(item.kind), ok
	case types.MapKind:
		_, ok := fromCEL(t.Parameters()[1])
		return TypeOf(Map), ok && t.Parameters()[0].Kind() == types.StringKind
	case types.DynKind, types.NullTypeKind, types.TypeParamKind:
		return Type{}, true
	default:
		return Type{}, false
	}
}

func wrapped(t *cel.Type, kind Kind) Type {
	if t.IsAssignableType(cel.NullType) {
		return TypeOf(kind).Nullable()
	}
	return TypeOf(kind)
}
