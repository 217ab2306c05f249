// Package jsonvalue holds JSON values the way a guard has to see them: strict
// when read, ordered, and with every number kept as the text it was written in.
//
// Invariants:
//   - A [Value] that came from [Parse] is valid JSON without duplicate keys, lone
//     surrogates, invalid UTF-8, NaN or trailing bytes, within [Limits]. Two
//     parsers can never see two different calls in the same bytes.
//   - The order of an object's members is the order they were written in.
//   - 250, 250.0 and 2.5e2 stay three different numbers. A number written without
//     ".", "e" or "E" is an integer of any size; any other is a double.
//   - Values are immutable and may be shared between goroutines.
package jsonvalue

import (
	"iter"
	"math/big"
	"strconv"
	"strings"
)

// Kind says what a [Value] is.
type Kind uint8

// The kinds of JSON values. The zero Value is Null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind's name as JSON Schema writes it.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one JSON value. The zero Value is null.
type Value struct {
	kind     Kind
	text     string // String: the content; Number: as written; Bool: "true" or "false"
	children *children
}

type children struct {
	items []Value
	names []string // of an object, beside items
}

// Member is one name and value of an object, for [NewObject].
type Member struct {
	Name  string
	Value Value
}

// NewString returns a string value.
func NewString(s string) Value { return Value{kind: String, text: s} }

// NewBool returns a boolean value.
func NewBool(b bool) Value { return Value{kind: Bool, text: strconv.FormatBool(b)} }

// NewInt returns an integer.
func NewInt(n int64) Value { return Value{kind: Number, text: strconv.FormatInt(n, 10)} }

// NewNumber returns the number that text writes. The text must be a JSON number;
// it is not checked again.
func NewNumber(text string) Value { return Value{kind: Number, text: text} }

// NewDouble returns a double in its shortest form, always with a ".", an "e" or
// both, so that it stays a double when it is read again. f must be finite.
func NewDouble(f float64) Value { return Value{kind: Number, text: FormatDouble(f)} }

// NewArray returns an array of items. The slice is kept, not copied.
func NewArray(items ...Value) Value { return Value{kind: Array, children: &children{items: items}} }

// NewObject returns an object with the members in the given order. Names must
// not repeat.
func NewObject(members ...Member) Value {
	c := &children{items: make([]Value, len(members)), names: make([]string, len(members))}
	for i, m := range members {
		c.names[i], c.items[i] = m.Name, m.Value
	}
	return Value{kind: Object, children: c}
}

// Kind says what v is.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.kind == Null }

// Text returns the content of a string, a number as it was written, or "true" or
// "false"; the empty string for other kinds.
func (v Value) Text() string { return v.text }

// StringText returns the content of a string and whether v is one.
func (v Value) StringText() (string, bool) { return v.text, v.kind == String }

// Bool reports whether v is the boolean true.
func (v Value) Bool() bool { return v.kind == Bool && v.text == "true" }

// IsInteger reports whether v is a number written without ".", "e" or "E".
func (v Value) IsInteger() bool {
	return v.kind == Number && !strings.ContainsAny(v.text, ".eE")
}

// Int64 returns an integer that fits and whether it does.
func (v Value) Int64() (int64, bool) {
	if !v.IsInteger() {
		return 0, false
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	return n, err == nil
}

// BigInt returns an integer of any size, or nil when v is none.
func (v Value) BigInt() *big.Int {
	if !v.IsInteger() {
		return nil
	}
	n, ok := new(big.Int).SetString(v.text, 10)
	if !ok {
		return nil
	}
	return n
}

// Float64 returns the double nearest to a number; infinite when it is too large,
// zero when v is no number.
func (v Value) Float64() float64 {
	if v.kind != Number {
		return 0
	}
	f, _ := strconv.ParseFloat(v.text, 64) // out of range gives ±Inf, which is what we say
	return f
}

// Len is the number of items of an array or members of an object, else 0.
func (v Value) Len() int {
	if v.children == nil {
		return 0
	}
	return len(v.children.items)
}

// Items returns the items of an array or the values of an object's members, in
// order. The slice must not be changed.
func (v Value) Items() []Value {
	if v.children == nil {
		return nil
	}
	return v.children.items
}

// Names returns the names of an object's members, in order, beside [Value.Items].
// The slice must not be changed.
func (v Value) Names() []string {
	if v.children == nil {
		return nil
	}
	return v.children.names
}

// Members ranges over the members of an object in order; over nothing when v is
// no object.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.kind != Object {
			return
		}
		for i, name := range v.children.names {
			if !yield(name, v.children.items[i]) {
				return
			}
		}
	}
}

// Get returns the member of an object with this name and whether there is one.
func (v Value) Get(name string) (Value, bool) {
	if v.kind == Object {
		for i, n := range v.children.names {
			if n == name {
				return v.children.items[i], true
			}
		}
	}
	return Value{}, false
}

// GetString returns the content of the member with this name when it is a string.
func (v Value) GetString(name string) (string, bool) {
	m, _ := v.Get(name)
	return m.StringText()
}

// Equal reports whether two values are the same: the same kinds, strings, order of
// items, members whatever their order, and numbers of the same class (integer or
// double) and value.
func Equal(a, b Value) bool {
	if a.kind != b.kind || a.Len() != b.Len() {
		return false
	}
	switch a.kind {
	case Number:
		return equalNumbers(a, b)
	case Array:
		for i, item := range a.children.items {
			if !Equal(item, b.children.items[i]) {
				return false
			}
		}
		return true
	case Object:
		return equalObjects(a, b)
	default:
		return a.text == b.text
	}
}

func equalNumbers(a, b Value) bool {
	if a.text == b.text {
		return true
	}
	if a.IsInteger() != b.IsInteger() {
		return false
	}
	if a.IsInteger() {
		return strings.TrimPrefix(a.text, "-") == "0" && strings.TrimPrefix(b.text, "-") == "0"
	}
	return a.Float64() == b.Float64()
}

func equalObjects(a, b Value) bool {
	index := make(map[string]Value, b.Len())
	for name, value := range b.Members() {
		index[name] = value
	}
	for name, value := range a.Members() {
		other, ok := index[name]
		if !ok || !Equal(value, other) {
			return false
		}
	}
	return true
}
