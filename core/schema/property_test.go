package schema_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

func object(members ...jsonvalue.Member) jsonvalue.Value { return jsonvalue.NewObject(members...) }

func member(name string, v jsonvalue.Value) jsonvalue.Member {
	return jsonvalue.Member{Name: name, Value: v}
}

func texts(list ...string) jsonvalue.Value {
	items := make([]jsonvalue.Value, len(list))
	for i, text := range list {
		items[i] = jsonvalue.NewString(text)
	}
	return jsonvalue.NewArray(items...)
}

// drawScalar draws what models write where something else was asked for.
func drawScalar(t *rapid.T) jsonvalue.Value {
	return rapid.SampledFrom([]jsonvalue.Value{
		{}, jsonvalue.NewBool(true), jsonvalue.NewBool(false),
		jsonvalue.NewInt(0), jsonvalue.NewInt(1), jsonvalue.NewInt(7), jsonvalue.NewNumber("123456789012345678901"),
		jsonvalue.NewNumber("0.0"), jsonvalue.NewNumber("1.0"), jsonvalue.NewNumber("2.5"), jsonvalue.NewNumber("1e400"),
		jsonvalue.NewString(""), jsonvalue.NewString("a"), jsonvalue.NewString("1"), jsonvalue.NewString(" 7 "),
		jsonvalue.NewString("2.5"), jsonvalue.NewString("yes"), jsonvalue.NewString("off"), jsonvalue.NewString("null"),
	}).Draw(t, "scalar")
}

var propertyNames = []string{"a", "b", "c"}

// drawSchema draws a schema whose objects require all their properties, so that
// nothing is filled in.
func drawSchema(t *rapid.T, depth int) jsonvalue.Value {
	kinds := []string{"string", "integer", "number", "boolean", "null", "any", "enum", "types"}
	if depth > 0 {
		kinds = append(kinds, "array", "array", "object", "object", "anyOf", "anyOf", "anyOf", "ref")
	}
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
	case "any":
		return object()
	case "ref":
		return object(member("$ref", jsonvalue.NewString("#/$defs/D")))
	case "enum":
		values := rapid.SliceOfN(rapid.Custom(drawScalar), 1, 4).Draw(t, "values")
		return object(member("enum", jsonvalue.NewArray(values...)))
	case "types":
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"string", "integer", "number", "boolean", "null", "array", "object"}), 1, 4, rapid.ID).Draw(t, "types")
		return object(member("type", texts(names...)))
	case "array":
		return object(member("type", jsonvalue.NewString("array")), member("items", drawSchema(t, depth-1)))
	case "object":
		return drawObjectSchema(t, depth-1)
	case "anyOf":
		alternatives := make([]jsonvalue.Value, rapid.IntRange(1, 4).Draw(t, "alternatives"))
		for i := range alternatives {
			alternatives[i] = drawSchema(t, depth-1)
		}
		return object(member("anyOf", jsonvalue.NewArray(alternatives...)))
	default:
		return object(member("type", jsonvalue.NewString(kind)))
	}
}

func drawObjectSchema(t *rapid.T, depth int) jsonvalue.Value {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom(propertyNames), 1, 3, rapid.ID).Draw(t, "names")
	properties := make([]jsonvalue.Member, len(names))
	for i, name := range names {
		properties[i] = member(name, drawSchema(t, depth))
	}
	return object(
		member("type", jsonvalue.NewString("object")),
		member("properties", object(properties...)),
		member("required", texts(names...)),
		member("additionalProperties", jsonvalue.NewBool(rapid.Bool().Draw(t, "open"))),
	)
}

// drawArguments draws a value that may well fit a schema.
func drawArguments(t *rapid.T, s, root jsonvalue.Value, depth int) jsonvalue.Value {
	if depth < 0 || rapid.IntRange(0, 9).Draw(t, "stray") == 0 {
		return drawScalar(t)
	}
	if _, ok := s.Get("$ref"); ok {
		definitions, _ := root.Get("$defs")
		s, _ = definitions.Get("D")
	}
	if enum, ok := s.Get("enum"); ok {
		return rapid.SampledFrom(enum.Items()).Draw(t, "listed")
	}
	if anyOf, ok := s.Get("anyOf"); ok {
		return drawArguments(t, rapid.SampledFrom(anyOf.Items()).Draw(t, "alternative"), root, depth)
	}
	if items, ok := s.Get("items"); ok {
		list := make([]jsonvalue.Value, rapid.IntRange(0, 2).Draw(t, "items"))
		for i := range list {
			list[i] = drawArguments(t, items, root, depth-1)
		}
		return jsonvalue.NewArray(list...)
	}
	if properties, ok := s.Get("properties"); ok {
		var members []jsonvalue.Member
		for name, property := range properties.Members() {
			members = append(members, member(name, drawArguments(t, property, root, depth-1)))
		}
		return object(members...)
	}
	return drawScalar(t)
}

func drawCase(t *rapid.T) (whole, args jsonvalue.Value) {
	whole = drawObjectSchema(t, 3)
	members := []jsonvalue.Member{member("$defs", object(member("D", drawSchema(t, 2))))}
	for name, value := range whole.Members() {
		members = append(members, member(name, value))
	}
	whole = object(members...)
	return whole, drawArguments(t, whole, whole, 5)
}

// TestCoercionIsIdempotent: what was coerced is valid and stays as it is, so that a
// tool that validates again gets the call that was decided.
func TestCoercionIsIdempotent(t *testing.T) {
	valid := 0
	rapid.Check(t, func(t *rapid.T) {
		whole, args := drawCase(t)
		s, err := schema.Compile(whole, schema.Options{})
		if err != nil {
			t.Fatalf("%s: %v", whole.Write(jsonvalue.Compact), err)
		}
		once := s.Validate(args)
		if !once.Valid() {
			return
		}
		valid++
		twice := s.Validate(once.Arguments)
		if !twice.Valid() || twice.Arguments.Write(jsonvalue.Compact) != once.Arguments.Write(jsonvalue.Compact) {
			t.Fatalf("schema %s\narguments %s\nonce %s\ntwice %s %v %s", whole.Write(jsonvalue.Compact), args.Write(jsonvalue.Compact),
				once.Arguments.Write(jsonvalue.Compact), twice.Arguments.Write(jsonvalue.Compact), twice.Errors, twice.Undecidable)
		}
	})
	if valid == 0 {
		t.Error("no valid arguments were drawn")
	}
}

// TestValidatedValuesHaveTheDeclaredTypes: Properties says what may come out.
func TestValidatedValuesHaveTheDeclaredTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, args := drawCase(t)
		s, err := schema.Compile(whole, schema.Options{})
		if err != nil {
			t.Fatal(err)
		}
		result := s.Validate(args)
		if !result.Valid() {
			return
		}
		for _, p := range s.Properties() {
			v, _ := result.Arguments.Get(p.Name)
			if !declared(p, v) {
				t.Fatalf("%s is %s, declared are %v, nullable %v: %s", p.Name, v.Write(jsonvalue.Compact), p.Types, p.Nullable, whole.Write(jsonvalue.Compact))
			}
		}
	})
}

func declared(p schema.Property, v jsonvalue.Value) bool {
	if v.IsNull() {
		return p.Nullable
	}
	if p.Types == nil {
		return true
	}
	for _, name := range p.Types {
		switch name {
		case schema.Integer:
			if v.IsInteger() {
				return true
			}
		case schema.Number:
			if v.Kind() == jsonvalue.Number && !v.IsInteger() {
				return true
			}
		default:
			if v.Kind().String() == string(name) {
				return true
			}
		}
	}
	return false
}
