package grounding

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/runes"
	"github.com/guardstream/guardstream/core/weburl"
)

// kind says how a needle is searched.
type kind uint8

const (
	nothing kind = iota // a value that is written nowhere
	words               // a text
	marked              // an identifier with a "#" in front, under [ID]
	number
	address
)

// Needle is one value, prepared to be searched for. It is immutable and may be shared
// between goroutines. The zero Needle is found nowhere.
type Needle struct {
	kind    kind
	matcher Matcher
	text    string // words, marked: the value in the view that is searched
	digits  bool   // words, marked: text is digits only
	decimal decimal
	locale  Locale
	parts   weburl.Parts
}

// NewNeedle prepares a value. A text is searched by the matcher, a number as a number
// in the locale, a boolean as the word True or False, an array or an object as the
// JSON text of it; null is found nowhere. For a list, prepare each item.
func NewNeedle(v jsonvalue.Value, m Matcher, l Locale) Needle {
	switch v.Kind() {
	case jsonvalue.Null:
		return Needle{}
	case jsonvalue.Number:
		return newNumberNeedle(v, m, l)
	case jsonvalue.Bool:
		if v.Bool() {
			return newTextNeedle("True", m)
		}
		return newTextNeedle("False", m)
	case jsonvalue.String:
		return newTextNeedle(v.Text(), m)
	default:
		return newTextNeedle(v.Write(jsonvalue.Readable), m)
	}
}

func newNumberNeedle(v jsonvalue.Value, m Matcher, l Locale) Needle {
	d, ok := decimalOf(v)
	if !ok || m == URL || m == URLPrefix {
		return Needle{}
	}
	return Needle{kind: number, matcher: m, decimal: d, locale: l}
}

func newTextNeedle(value string, m Matcher) Needle {
	if strings.ContainsRune(value, utf8.RuneError) {
		return Needle{} // characters were lost on the way: what it said is not known
	}
	if m == URL || m == URLPrefix {
		parts, ok := weburl.Parse(value)
		if !ok {
			return Needle{}
		}
		return Needle{kind: address, matcher: m, parts: parts}
	}
	n := Needle{kind: words, matcher: m}
	if m.ignoresCase() {
		n.text = folding().value(value)
	} else {
		n.text = cleaning().value(value)
	}
	if strings.TrimFunc(n.text, runes.IsSpace) == "" {
		return Needle{}
	}
	if bare := unmarked(n.text); m == ID && bare != "" {
		n.kind, n.text = marked, bare
	}
	n.digits = m != Substring && isDigits(n.text)
	return n
}

// All returns every place where the needle is written, sorted, overlapping ones
// included.
func (n Needle) All(t *Text) []Span { return n.search(t, nil, math.MaxInt) }

// First returns the first place where the needle is written.
func (n Needle) First(t *Text) (Span, bool) {
	var one [1]Span
	if found := n.search(t, one[:0], 1); len(found) > 0 {
		return found[0], true
	}
	return Span{}, false
}

// search appends up to limit spans.
func (n *Needle) search(t *Text, spans []Span, limit int) []Span {
	switch n.kind {
	case words:
		return n.searchWords(n.view(t), spans, limit)
	case marked:
		return n.searchID(n.view(t), spans, limit)
	case number:
		return n.searchNumber(t.plainView(), spans, limit)
	case address:
		return n.searchAddress(t, spans, limit)
	}
	return spans
}

// view returns the text as the needle's matcher reads it.
func (n *Needle) view(t *Text) *view {
	if n.matcher.ignoresCase() {
		return t.foldedView()
	}
	return t.plainView()
}

func (n *Needle) searchWords(v *view, spans []Span, limit int) []Span {
	o := occurrences{s: v.s, value: n.text}
	for start := o.next(); start >= 0; start = o.next() {
		end := start + len(n.text)
		if !n.fits(v.s, start, end) {
			continue
		}
		if spans = append(spans, v.span(start, end)); len(spans) == limit {
			break
		}
	}
	return spans
}

// fits reports whether an occurrence of the text stands as the matcher wants it.
func (n *Needle) fits(s string, start, end int) bool {
	switch n.matcher {
	case Substring:
		return true
	case Whole:
		return wholeEdges(s, start, end)
	default:
		return tokenEdges(s, start, end) && !(n.digits && isGroup(s, start, end))
	}
}
