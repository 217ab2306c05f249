package schema

import "github.com/guardstream/guardstream/core/jsonvalue"

// node is one compiled schema: it coerces a value to what the schema asks for.
type node interface {
	// coerce returns the coerced value and true, or records in the run what is
	// wrong and returns false.
	coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool)
	// expects names what is asked for, for messages: "an integer".
	expects() string
	// types are the JSON types a coerced value may have.
	types() typeSet
}

// exactness says how much a value had to change to become what was asked for.
// Unions prefer the higher.
type exactness uint8

const (
	lax    exactness = iota // another type
	strict                  // an integer for a number, or a schema that says nothing
	exact                   // nothing changed
)

// anyNode accepts every value unchanged: no type, an unknown one, a reference to
// nowhere.
type anyNode struct{}

func (anyNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	r.floor(strict)
	return v, true
}
func (anyNode) expects() string { return "any value" }
func (anyNode) types() typeSet  { return anyType }

// neverNode is the schema false.
type neverNode struct{}

func (n neverNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	return r.mismatch(n, v)
}
func (neverNode) expects() string { return "no value at all" }
func (neverNode) types() typeSet  { return 0 }

type nullNode struct{}

func (n nullNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if !v.IsNull() {
		return r.mismatch(n, v)
	}
	return v, true
}
func (nullNode) expects() string { return "null" }
func (nullNode) types() typeSet  { return nullType }

// textNode asks for a string; nothing else becomes one, so that 42 and "42" stay
// different calls.
type textNode struct{}

func (n textNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if v.Kind() != jsonvalue.String {
		return r.mismatch(n, v)
	}
	return v, true
}
func (textNode) expects() string { return "a text" }
func (textNode) types() typeSet  { return stringType }

// anyObjectNode asks for an object whatever it holds: an object without declared
// properties, and a recursive reference inside of itself.
type anyObjectNode struct{}

func (n anyObjectNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if v.Kind() != jsonvalue.Object {
		return r.mismatch(n, v)
	}
	if v.Len() > 0 {
		r.floor(strict)
	}
	return v, true
}
func (anyObjectNode) expects() string { return "an object" }
func (anyObjectNode) types() typeSet  { return objectType }
