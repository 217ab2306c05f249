package catalog

import (
	"errors"
	"fmt"
	"iter"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Node is one value of a file that stands beside catalogs and is written like them,
// with its place. The zero Node is null and nowhere.
type Node struct {
	file string
	node *node
}

// NodeKey is the name of an object's member and where it is written.
type NodeKey struct {
	Name     string
	Position Position
}

// ReadNode reads any file in the notation of catalogs, YAML or JSON, as strictly and
// within the same limits as [Read]. The error is an [*Error].
func ReadNode(name string, data []byte) (Node, error) {
	if len(data) > MaxBytes {
		return Node{}, &Error{Position: Position{File: name}, Message: fmt.Sprintf("expected at most %d bytes, these are %d", MaxBytes, len(data)), Err: ErrTooLarge}
	}
	root, err := parse(name, data)
	if err != nil {
		found := &Error{Position: Position{File: name}, Message: err.Error(), Err: err}
		var p *problem
		if errors.As(err, &p) {
			found.Line, found.Column = p.place.line, p.place.column
		}
		return Node{}, found
	}
	return Node{file: name, node: root}, nil
}

// Position is where the value begins.
func (n Node) Position() Position {
	if n.node == nil {
		return Position{}
	}
	return Position{File: n.file, Line: n.node.place.line, Column: n.node.place.column}
}

// Value returns the value without its places.
func (n Node) Value() jsonvalue.Value {
	if n.node == nil {
		return jsonvalue.Value{}
	}
	return n.node.value()
}

// Kind says what the value is.
func (n Node) Kind() jsonvalue.Kind {
	if n.node == nil {
		return jsonvalue.Null
	}
	return n.node.kind
}

// Items ranges over the items of a list; over nothing when the value is none.
func (n Node) Items() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		if n.Kind() != jsonvalue.Array {
			return
		}
		for i, item := range n.node.items {
			if !yield(i, Node{n.file, item}) {
				return
			}
		}
	}
}

// Members ranges over the members of an object in order; over nothing when the value
// is none.
func (n Node) Members() iter.Seq2[NodeKey, Node] {
	return func(yield func(NodeKey, Node) bool) {
		if n.Kind() != jsonvalue.Object {
			return
		}
		for i, k := range n.node.keys {
			at := Position{File: n.file, Line: k.place.line, Column: k.place.column}
			if !yield(NodeKey{k.name, at}, Node{n.file, n.node.items[i]}) {
				return
			}
		}
	}
}
