package schema

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// enumNode asks for one of listed values, of enum or const. It decides alone,
// whatever type stands beside it.
type enumNode struct {
	values []jsonvalue.Value
	texts  map[string]bool // those that are strings
}

func newEnumNode(values []jsonvalue.Value) *enumNode {
	n := &enumNode{values: values, texts: map[string]bool{}}
	for _, value := range values {
		if text, ok := value.StringText(); ok {
			n.texts[text] = true
		}
	}
	return n
}

// coerce returns the listed value that v is. A value of the same class (boolean,
// integer, text) is looked for first; else 1, 1.0 and true are one number, also
// inside of lists and objects, and the listed one is what the tool gets, coerced.
// Texts are never numbers here.
func (n *enumNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if text, ok := v.StringText(); ok {
		if n.texts[text] {
			return v, true
		}
		return r.mismatch(n, v)
	}
	if !r.spend(len(n.values)) {
		return jsonvalue.Value{}, false
	}
	for _, listed := range n.values {
		if typeOf(listed) == typeOf(v) && jsonvalue.Equal(listed, v) {
			return listed, true
		}
	}
	r.floor(lax)
	// Listed lists, objects and doubles are compared in their order, integers and
	// booleans after them and from the last.
	for _, listed := range n.values {
		if !typeOf(listed).has(integerType|booleanType) && sameNumbers(r, listed, v) {
			return listed, true
		}
	}
	for _, listed := range slices.Backward(n.values) {
		if sameNumbers(r, listed, v) {
			return listed, true
		}
	}
	return r.mismatch(n, v)
}

func (n *enumNode) expects() string {
	var b strings.Builder
	if len(n.values) > 1 {
		b.WriteString("one of ")
	}
	for i, value := range n.values {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > maxExpected {
			b.WriteString("…")
			break
		}
		b.WriteString(cut(value.Write(jsonvalue.Readable), maxQuoted))
	}
	return b.String()
}

// maxExpected is how many bytes of listed values stand in a message, about.
const maxExpected = 200

func (n *enumNode) types() typeSet {
	var set typeSet
	for _, value := range n.values {
		set |= typeOf(value)
	}
	return set
}

// sameNumbers reports whether two values are equal where booleans count as 1 and 0
// and integers and doubles are compared by their exact values.
func sameNumbers(r *run, a, b jsonvalue.Value) bool {
	if !r.spend(1) {
		return false
	}
	if isNumeric(a) && isNumeric(b) {
		return compareNumbers(a, b) == 0
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case jsonvalue.Array:
		for i, item := range a.Items() {
			if !sameNumbers(r, item, b.Items()[i]) {
				return false
			}
		}
		return true
	case jsonvalue.Object:
		for name, value := range a.Members() {
			if other, ok := b.Get(name); !ok || !sameNumbers(r, value, other) {
				return false
			}
		}
		return true
	default:
		return a.Text() == b.Text()
	}
}

func isNumeric(v jsonvalue.Value) bool {
	return v.Kind() == jsonvalue.Number || v.Kind() == jsonvalue.Bool
}
