package jsonvalue

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits bound what [Parse] accepts, so that hostile bytes cost no more than they
// weigh. A zero field means its default.
type Limits struct {
	Bytes int // size of the whole text
	Depth int // nesting of arrays and objects
}

// Defaults of [Limits].
const (
	DefaultMaxBytes = 1 << 20 // one message of the broker
	DefaultMaxDepth = 64      // deeper arguments are never an honest call
)

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = DefaultMaxBytes
	}
	if l.Depth == 0 {
		l.Depth = DefaultMaxDepth
	}
	return l
}

// Parse reads exactly one JSON value from data. Errors wrap one of the sentinels of
// this package and say where.
func Parse(data []byte, limits Limits) (Value, error) {
	limits = limits.withDefaults()
	if len(data) > limits.Bytes {
		return Value{}, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, len(data), limits.Bytes)
	}
	r := newReader(data, limits.Depth)
	v, err := r.value()
	if err != nil {
		return Value{}, r.explain(err)
	}
	if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return Value{}, fmt.Errorf("%w after the value, at byte %d", ErrTrailing, r.dec.InputOffset())
	}
	return v, nil
}

// ParseText is [Parse] of a string.
func ParseText(text string, limits Limits) (Value, error) { return Parse([]byte(text), limits) }

// reader builds values from a strict decoder. Strings without escapes are parts of one
// copy of the text, and members are collected on a stack until their number is known:
// a conversation is thousands of small values.
type reader struct {
	dec   *jsontext.Decoder
	text  string // the whole input
	depth int    // levels still allowed
	items []Value
	names []string
}

func newReader(data []byte, depth int) *reader {
	return &reader{
		// Names are compared here, so that the decoder need not remember them.
		dec:  jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)),
		text: string(data), depth: depth,
	}
}

func (r *reader) value() (Value, error) {
	switch r.dec.PeekKind() {
	case '"':
		text, err := r.string()
		return Value{kind: String, text: text}, err
	case '0':
		raw, err := r.raw()
		return Value{kind: Number, text: raw}, err
	case '[':
		return r.array()
	case '{':
		return r.object()
	default:
		token, err := r.dec.ReadToken()
		if err != nil || token.Kind() == 'n' {
			return Value{}, err
		}
		return NewBool(token.Bool()), nil
	}
}

// raw reads a scalar and returns its text as it was written.
func (r *reader) raw() (string, error) {
	value, err := r.dec.ReadValue()
	if err != nil {
		return "", err
	}
	end := r.dec.InputOffset()
	return r.text[end-int64(len(value)) : end], nil
}

func (r *reader) string() (string, error) {
	raw, err := r.raw()
	if err != nil {
		return "", err
	}
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], nil
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err
}

func (r *reader) enter() error {
	if r.depth == 0 {
		return ErrTooDeep
	}
	r.depth--
	_, err := r.dec.ReadToken()
	return err
}

func (r *reader) leave() error {
	r.depth++
	_, err := r.dec.ReadToken()
	return err
}

func (r *reader) array() (Value, error) {
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	from := len(r.items)
	for r.dec.PeekKind() != ']' {
		item, err := r.value()
		if err != nil {
			return Value{}, err
		}
		r.items = append(r.items, item)
	}
	c := &children{items: slices.Clone(r.items[from:])}
	r.items = r.items[:from]
	return Value{kind: Array, children: c}, r.leave()
}

func (r *reader) object() (Value, error) {
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	from, fromNames := len(r.items), len(r.names)
	for r.dec.PeekKind() != '}' {
		name, err := r.string()
		if err != nil {
			return Value{}, err
		}
		r.names = append(r.names, name)
		item, err := r.value()
		if err != nil {
			return Value{}, err
		}
		r.items = append(r.items, item)
	}
	c := &children{items: slices.Clone(r.items[from:]), names: slices.Clone(r.names[fromNames:])}
	r.items, r.names = r.items[:from], r.names[:fromNames]
	if name, twice := repeated(c.names); twice {
		return Value{}, fmt.Errorf("%w %q", ErrDuplicateKey, name)
	}
	return Value{kind: Object, children: c}, r.leave()
}

// fewNames is how many names are compared each with each: beyond that a table is
// quicker, and hostile objects stay linear.
const fewNames = 12

func repeated(names []string) (string, bool) {
	if len(names) <= fewNames {
		for i, name := range names {
			if slices.Contains(names[:i], name) {
				return name, true
			}
		}
		return "", false
	}
	seen := make(map[string]struct{}, len(names))
	for _, name := range names {
		if _, twice := seen[name]; twice {
			return name, true
		}
		seen[name] = struct{}{}
	}
	return "", false
}

// explain puts the decoder's error under one of our sentinels, with the place.
func (r *reader) explain(err error) error {
	at := r.dec.InputOffset()
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, ErrTooDeep):
		return fmt.Errorf("%w, at byte %d", ErrTooDeep, at)
	case errors.Is(err, ErrDuplicateKey):
		return fmt.Errorf("%w before byte %d", err, at)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: empty", ErrSyntax)
	case strings.Contains(err.Error(), "surrogate"), strings.Contains(err.Error(), "UTF-8"):
		return fmt.Errorf("%w: lone surrogate or invalid UTF-8 at byte %d", ErrSyntax, at)
	case errors.As(err, &syntactic) && syntactic.Err != nil:
		return fmt.Errorf("%w: %w at byte %d", ErrSyntax, syntactic.Err, syntactic.ByteOffset)
	default:
		return fmt.Errorf("%w: %w", ErrSyntax, err)
	}
}
