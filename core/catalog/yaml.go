package catalog

import (
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// readYAML reads a file in the part of YAML 1.2 that is JSON with less punctuation:
// maps and lists, in block and in flow style, and scalars. It has no anchors, aliases,
// tags, merge keys or several documents, keys are texts and stand once, and a plain
// scalar is a number, true, false or null exactly when JSON would read it so (see
// plainScalar). The tokens come from a YAML lexer; the structure, which is columns, is
// read here: in linear time, within [MaxDepth], and with a place for every error. The
// error is a *problem.
func readYAML(data []byte) (*node, error) {
	tokens, err := tokenize(data)
	if err != nil {
		return nil, err
	}
	p := &yamlParser{tokens: tokens}
	if len(tokens) == 0 {
		return nil, &problem{place{1, 1}, "expected a catalog, the file is empty"}
	}
	n, err := p.node(1)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t != nil {
		return nil, p.misplaced(t)
	}
	return n, nil
}

type yamlParser struct {
	tokens []yamlToken
	next   int
	depth  int
}

func (p *yamlParser) peek() *yamlToken {
	if p.next < len(p.tokens) {
		return &p.tokens[p.next]
	}
	return nil
}

// isKey reports whether the next token is a key: a scalar on one line with a colon
// after it on that line.
func (p *yamlParser) isKey() bool {
	if p.next+1 >= len(p.tokens) {
		return false
	}
	t, colon := p.tokens[p.next], p.tokens[p.next+1]
	return t.kind == scalar && t.single && colon.kind == ':' && colon.place.line == t.place.line
}

func (p *yamlParser) misplaced(t *yamlToken) error {
	return &problem{t.place, "expected a key or an item in the column of those above, or the end of the file"}
}

func (p *yamlParser) enter(at place) error {
	if p.depth++; p.depth > MaxDepth {
		return &problem{at, fmt.Sprintf("expected at most %d levels", MaxDepth)}
	}
	return nil
}

// node reads a value that begins at or right of a column, on a line of its own or
// after "- ".
func (p *yamlParser) node(column int) (*node, error) {
	t := p.peek()
	switch {
	case t.place.column < column:
		return nil, p.misplaced(t)
	case t.kind == '-':
		return p.list(t.place.column)
	case p.isKey():
		return p.object(t.place.column)
	default:
		return p.inline()
	}
}

// inline reads a value that does not depend on columns: a scalar or a flow value.
func (p *yamlParser) inline() (*node, error) {
	t := p.peek()
	switch t.kind {
	case scalar, lines:
		p.next++
		return t.node()
	case '[', '{':
		return p.flow()
	default:
		return nil, &problem{t.place, fmt.Sprintf("expected a value, not %q: write a text in quotes", string(t.kind))}
	}
}

// object reads the keys of a column.
func (p *yamlParser) object(column int) (*node, error) {
	n := &node{kind: jsonvalue.Object, place: p.peek().place}
	if err := p.enter(n.place); err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for t := p.peek(); t != nil && t.place.column == column && p.isKey(); t = p.peek() {
		if len(n.keys) > 0 && t.place.line == p.tokens[p.next-1].place.line {
			return nil, p.misplaced(t)
		}
		if err := addKey(n, seen, t); err != nil {
			return nil, err
		}
		p.next += 2
		value, err := p.after(t.place.line, column, true)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, value)
	}
	p.depth--
	return n, p.ended(column)
}

// list reads the items of a column.
func (p *yamlParser) list(column int) (*node, error) {
	n := &node{kind: jsonvalue.Array, place: p.peek().place}
	if err := p.enter(n.place); err != nil {
		return nil, err
	}
	line := 0
	for t := p.peek(); t != nil && t.kind == '-' && t.place.column == column; t = p.peek() {
		if t.place.line == line {
			return nil, p.misplaced(t)
		}
		line = t.place.line
		p.next++
		item, err := p.after(line, column, false)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	p.depth--
	return n, p.ended(column)
}

// after reads the value after a key or a "-" that stands on a line, in a column.
func (p *yamlParser) after(line, column int, isKey bool) (*node, error) {
	mark := p.tokens[p.next-1].place
	t := p.peek()
	switch {
	case t == nil, t.place.line > line && t.place.column < column:
		return &node{place: mark}, nil // nothing: null
	case t.place.line == line && !isKey:
		return p.node(column + 1)
	case t.place.line == line:
		if p.isKey() {
			return nil, &problem{t.place, "expected one key on a line: write a text with a colon in quotes"}
		}
		return p.inline()
	case t.place.column > column:
		return p.node(column + 1)
	case isKey && t.kind == '-': // the items of a key may stand in its column
		return p.list(column)
	default:
		return &node{place: mark}, nil
	}
}

// ended checks that what follows an object or a list belongs to one around it.
func (p *yamlParser) ended(column int) error {
	t := p.peek()
	if t == nil || t.place.column < column {
		return nil
	}
	if before := p.tokens[p.next-1]; before.place.line == t.place.line && !before.plain {
		return &problem{t.place, "expected nothing more on this line: write a text in quotes"}
	}
	if t.place.column == column && t.kind != '-' && p.isKey() {
		return nil // the keys around items in their column
	}
	return p.misplaced(t)
}

// addKey adds a key to an object.
func addKey(n *node, seen map[string]bool, t *yamlToken) error {
	value, err := t.node()
	switch {
	case err != nil:
		return err
	case t.plain && t.text == "<<":
		return &problem{t.place, "merge keys are not supported: write the keys where they are meant"}
	case value.kind != jsonvalue.String:
		return &problem{t.place, fmt.Sprintf("expected a key that is a text: write %q in quotes", t.text)}
	case seen[t.text]:
		return &problem{t.place, fmt.Sprintf("expected each key once, %q is there already", t.text)}
	}
	seen[t.text] = true
	n.keys = append(n.keys, key{t.text, t.place})
	return nil
}
