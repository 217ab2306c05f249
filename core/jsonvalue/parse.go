package jsonvalue

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
	r := reader{dec: jsontext.NewDecoder(bytes.NewBuffer(data)), depth: limits.Depth}
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

type reader struct {
	dec   *jsontext.Decoder
	depth int // levels still allowed
}

func (r *reader) value() (Value, error) {
	token, err := r.dec.ReadToken()
	if err != nil {
		return Value{}, err
	}
	switch token.Kind() {
	case 'n':
		return Value{}, nil
	case 't', 'f':
		return NewBool(token.Bool()), nil
	case '"':
		return Value{kind: String, text: token.String()}, nil
	case '0':
		return Value{kind: Number, text: token.String()}, nil
	case '[':
		return r.array()
	default:
		return r.object()
	}
}

func (r *reader) enter() error {
	if r.depth == 0 {
		return ErrTooDeep
	}
	r.depth--
	return nil
}

func (r *reader) array() (Value, error) {
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	c := &children{}
	for r.dec.PeekKind() != ']' {
		item, err := r.value()
		if err != nil {
			return Value{}, err
		}
		c.items = append(c.items, item)
	}
	r.depth++
	_, err := r.dec.ReadToken()
	return Value{kind: Array, children: c}, err
}

func (r *reader) object() (Value, error) {
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	c := &children{}
	for r.dec.PeekKind() != '}' {
		token, err := r.dec.ReadToken()
		if err != nil {
			return Value{}, err
		}
		name := token.String()
		item, err := r.value()
		if err != nil {
			return Value{}, err
		}
		c.names, c.items = append(c.names, name), append(c.items, item)
	}
	r.depth++
	_, err := r.dec.ReadToken()
	return Value{kind: Object, children: c}, err
}

// explain puts the decoder's error under one of our sentinels, with the place.
func (r *reader) explain(err error) error {
	at := r.dec.InputOffset()
	pointer := r.dec.StackPointer()
	switch {
	case errors.Is(err, ErrTooDeep):
		return fmt.Errorf("%w, at byte %d", ErrTooDeep, at)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: empty", ErrSyntax)
	case errors.Is(err, jsontext.ErrDuplicateName):
		var syntactic *jsontext.SyntacticError
		if errors.As(err, &syntactic) {
			pointer = syntactic.JSONPointer
		}
		return fmt.Errorf("%w %q", ErrDuplicateKey, string(pointer))
	case strings.Contains(err.Error(), "surrogate"), strings.Contains(err.Error(), "UTF-8"):
		return fmt.Errorf("%w: lone surrogate or invalid UTF-8 at byte %d", ErrSyntax, at)
	default:
		var syntactic *jsontext.SyntacticError
		if errors.As(err, &syntactic) && syntactic.Err != nil {
			return fmt.Errorf("%w: %s at byte %d", ErrSyntax, syntactic.Err, syntactic.ByteOffset)
		}
		return fmt.Errorf("%w: %s", ErrSyntax, err)
	}
}
