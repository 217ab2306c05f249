package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// readJSON reads a file in JSON, as strictly as [jsonvalue.Parse], with the place of
// every value. The error is a *problem.
func readJSON(data []byte) (*node, error) {
	r := &jsonReader{dec: jsontext.NewDecoder(bytes.NewBuffer(data)), cursor: cursor{data: data, place: place{1, 1}}}
	n, err := r.value(0)
	if err != nil {
		return nil, r.explain(err)
	}
	if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, &problem{r.at(), "expected nothing after the catalog"}
	}
	return n, nil
}

// problem is something that makes a file unreadable, and where.
type problem struct {
	place   place
	message string
}

func (p *problem) Error() string { return p.message }

type jsonReader struct {
	dec    *jsontext.Decoder
	cursor cursor
}

var errTooDeep = fmt.Errorf("expected at most %d levels", MaxDepth)

// at is where the next token begins: after white space and the separators that the
// decoder reads with it.
func (r *jsonReader) at() place {
	offset := int(r.dec.InputOffset())
	for offset < len(r.cursor.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.cursor.data[offset]) >= 0 {
		offset++
	}
	return r.cursor.moveTo(offset)
}

func (r *jsonReader) value(depth int) (*node, error) {
	at := r.at()
	token, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &node{place: at}
	switch token.Kind() {
	case 'n':
		return n, nil
	case 't', 'f':
		n.kind, n.text = jsonvalue.Bool, token.String()
	case '0':
		n.kind, n.text = jsonvalue.Number, token.String()
	case '"':
		n.kind, n.text, n.style = jsonvalue.String, token.String(), escaped
	case '[':
		n.kind = jsonvalue.Array
		err = r.children(n, depth, ']', func() error { return nil })
	case '{':
		n.kind = jsonvalue.Object
		err = r.children(n, depth, '}', func() error {
			at := r.at()
			name, err := r.dec.ReadToken()
			if err == nil {
				n.keys = append(n.keys, key{name.String(), at})
			}
			return err
		})
	}
	return n, err
}

// children reads what is between two brackets.
func (r *jsonReader) children(n *node, depth int, end jsontext.Kind, name func() error) error {
	if depth == MaxDepth {
		return errTooDeep
	}
	for r.dec.PeekKind() != end {
		if err := name(); err != nil {
			return err
		}
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r *jsonReader) explain(err error) error {
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, errTooDeep):
		return &problem{r.cursor.place, err.Error()}
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &problem{r.at(), "expected each key once, this one is there already"}
	case errors.Is(err, io.EOF):
		return &problem{r.at(), "expected a catalog, the file is empty"}
	case errors.As(err, &syntactic):
		at := max(int(syntactic.ByteOffset), r.cursor.offset)
		return &problem{r.cursor.moveTo(min(at, len(r.cursor.data))), fmt.Sprintf("expected strict JSON: %v", syntactic.Err)}
	default:
		return &problem{r.at(), fmt.Sprintf("expected strict JSON: %v", err)}
	}
}

// cursor turns offsets that only grow into places, reading the text once.
type cursor struct {
	data   []byte
	offset int
	place  place
}

func (c *cursor) moveTo(offset int) place {
	for c.offset < offset {
		r, size := utf8.DecodeRune(c.data[c.offset:])
		c.offset += size
		if r == '\n' {
			c.place = place{c.place.line + 1, 1}
		} else {
			c.place.column++
		}
	}
	return c.place
}
