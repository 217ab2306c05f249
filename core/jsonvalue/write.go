package jsonvalue

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Form says how a value is written as text.
type Form struct {
	Spaced  bool // ", " and ": " between items, as texts in a conversation are written
	Sorted  bool // members in the order of their names
	Doubles bool // doubles in their shortest form (2.50 as 2.5, 1E2 as 100.0), not as they came
}

// The forms in use.
var (
	// Compact keeps order and number text: the value as it came, without white space.
	Compact = Form{}
	// Canonical is the form by which two calls are compared.
	Canonical = Form{Spaced: true, Sorted: true, Doubles: true}
	// Readable keeps the order, for texts that people and models read.
	Readable = Form{Spaced: true, Doubles: true}
)

// Append appends v in the given form to dst.
func (v Value) Append(dst []byte, form Form) []byte {
	switch v.kind {
	case Null:
		return append(dst, "null"...)
	case Bool:
		return append(dst, v.text...)
	case Number:
		return v.appendNumber(dst, form)
	case String:
		return AppendQuoted(dst, v.text)
	case Array:
		dst = append(dst, '[')
		for i, item := range v.children.items {
			dst = appendSeparator(dst, i, form)
			dst = item.Append(dst, form)
		}
		return append(dst, ']')
	default:
		dst = append(dst, '{')
		for i, at := range v.memberOrder(form) {
			dst = appendSeparator(dst, i, form)
			dst = AppendQuoted(dst, v.children.names[at])
			dst = append(dst, ':')
			if form.Spaced {
				dst = append(dst, ' ')
			}
			dst = v.children.items[at].Append(dst, form)
		}
		return append(dst, '}')
	}
}

// Write returns v in the given form.
func (v Value) Write(form Form) string { return string(v.Append(nil, form)) }

// MarshalJSON writes v compactly, as it came.
func (v Value) MarshalJSON() ([]byte, error) { return v.Append(nil, Compact), nil }

// UnmarshalJSON reads v strictly, within the default limits of depth.
func (v *Value) UnmarshalJSON(data []byte) error {
	parsed, err := Parse(data, Limits{Bytes: math.MaxInt})
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}

func (v Value) appendNumber(dst []byte, form Form) []byte {
	switch {
	case !form.Doubles:
		return append(dst, v.text...)
	case v.IsInteger():
		if v.text == "-0" {
			return append(dst, '0')
		}
		return append(dst, v.text...)
	default:
		f := v.Float64()
		if math.IsInf(f, 0) { // too large for a double: there is no other form of it
			return append(dst, v.text...)
		}
		return append(dst, FormatDouble(f)...)
	}
}

// memberOrder returns the places of the members in the order they are written in.
func (v Value) memberOrder(form Form) []int {
	order := make([]int, len(v.children.names))
	for i := range order {
		order[i] = i
	}
	if form.Sorted {
		slices.SortFunc(order, func(a, b int) int {
			return strings.Compare(v.children.names[a], v.children.names[b])
		})
	}
	return order
}

func appendSeparator(dst []byte, i int, form Form) []byte {
	if i == 0 {
		return dst
	}
	dst = append(dst, ',')
	if form.Spaced {
		dst = append(dst, ' ')
	}
	return dst
}

// FormatDouble writes a double in its shortest form that reads back the same:
// plainly between 1e-4 and 1e16 and with an exponent outside, always recognisable
// as a double ("40.0", "1e+22", "1e-09").
func FormatDouble(f float64) string {
	if magnitude := math.Abs(f); magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if strings.ContainsAny(text, ".IN") {
		return text
	}
	return text + ".0"
}

const hexDigits = "0123456789abcdef"

// AppendQuoted appends s as a JSON string, non-ASCII kept, with the short escapes
// and \u00XX for other control characters. Invalid UTF-8 is written as U+FFFD.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += size
			continue
		}
		if c >= 0x20 && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}
