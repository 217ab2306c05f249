package catalog

import (
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Limits of a catalog's file.
const (
	// MaxBytes is the size of a file: one message of the broker, which carries
	// catalogs too.
	MaxBytes = 1 << 20
	// MaxDepth is how deep values may nest, schemas of arguments included.
	MaxDepth = jsonvalue.DefaultMaxDepth
	// MaxDeclared is how many facts, tools, functions and policies there may be, of
	// each: every policy is looked at for every tool.
	MaxDeclared = 2000
	// maxErrors is how many errors are reported: the rest would be the same mistake.
	maxErrors = 100
)

// node is one value of a file with its place: what both notations are read into, and
// what is decoded.
type node struct {
	kind  jsonvalue.Kind
	text  string // of a string its content; of a number or a boolean how it is written
	place place
	style style
	keys  []key // of an object, beside items
	items []*node
}

// key is the name of an object's member and where it is written.
type key struct {
	name  string
	place place
}

// place is a line and a column, both from 1; columns count characters.
type place struct{ line, column int }

// style says how a text is written, which is how a place inside of it is found.
type style uint8

const (
	plain   style = iota // as it is, on one line
	quoted               // between ' or ", as it is but for doubled quotes
	escaped              // between ", with escapes
	block                // on the lines below, indented
	folded               // on the lines below, joined: no line of its own
)

// member returns the value of an object's member, or nil.
func (n *node) member(name string) *node {
	for i, k := range n.keys {
		if k.name == name {
			return n.items[i]
		}
	}
	return nil
}

// value returns the node without its places.
func (n *node) value() jsonvalue.Value {
	switch n.kind {
	case jsonvalue.Null:
		return jsonvalue.Value{}
	case jsonvalue.Bool:
		return jsonvalue.NewBool(n.text == "true")
	case jsonvalue.Number:
		return jsonvalue.NewNumber(n.text)
	case jsonvalue.String:
		return jsonvalue.NewString(n.text)
	case jsonvalue.Array:
		items := make([]jsonvalue.Value, len(n.items))
		for i, item := range n.items {
			items[i] = item.value()
		}
		return jsonvalue.NewArray(items...)
	default:
		members := make([]jsonvalue.Member, len(n.items))
		for i, item := range n.items {
			members[i] = jsonvalue.Member{Name: n.keys[i].name, Value: item.value()}
		}
		return jsonvalue.NewObject(members...)
	}
}
