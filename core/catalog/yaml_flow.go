package catalog

import (
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// flow reads [ … ] or { … }, where columns mean nothing.
func (p *yamlParser) flow() (*node, error) {
	open := p.peek()
	p.next++
	n := &node{kind: jsonvalue.Array, place: open.place}
	end := byte(']')
	if open.kind == '{' {
		n.kind, end = jsonvalue.Object, '}'
	}
	if err := p.enter(open.place); err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for {
		t := p.peek()
		if t == nil {
			return nil, &problem{open.place, fmt.Sprintf("expected %q for this", string(end))}
		}
		if t.kind == end {
			p.next++
			p.depth--
			return n, nil
		}
		if err := p.flowItem(n, seen, end); err != nil {
			return nil, err
		}
	}
}

// flowItem reads an item or a key with its value, and the comma after it.
func (p *yamlParser) flowItem(n *node, seen map[string]bool, end byte) error {
	t := p.peek()
	if n.kind == jsonvalue.Object {
		if t.kind != scalar {
			return &problem{t.place, fmt.Sprintf("expected a key or %q", string(end))}
		}
		if err := addKey(n, seen, t); err != nil {
			return err
		}
		p.next++
		if colon := p.peek(); colon == nil || colon.kind != ':' {
			return &problem{t.place, fmt.Sprintf("expected \":\" and a value after the key %q", t.text)}
		}
		p.next++
		if p.peek() == nil {
			return &problem{t.place, fmt.Sprintf("expected a value of %q", t.text)}
		}
	}
	if next := p.peek(); next.kind == lines {
		return &problem{next.place, "expected no lines of text between brackets: write a text in quotes"}
	}
	item, err := p.inline()
	if err != nil {
		return err
	}
	n.items = append(n.items, item)
	switch t := p.peek(); {
	case t == nil || t.kind == end:
		return nil
	case t.kind == ',':
		p.next++
		return nil
	default:
		return &problem{t.place, fmt.Sprintf("expected \",\" or %q: write a text in quotes", string(end))}
	}
}
