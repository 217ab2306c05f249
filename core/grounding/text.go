package grounding

import (
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// Text is one message, prepared when it is first searched and then kept. It may be
// searched from many goroutines. It must not be copied.
type Text struct {
	given string
	ascii bool

	plainOnce  sync.Once
	plain      view
	foldedOnce sync.Once
	folded     view
	countOnce  sync.Once
	length     int
	places     []place // of the given text; nil when it is ASCII
}

// NewText returns a text to be searched. Offsets of spans count its code points; a
// byte that is no UTF-8 counts as one.
func NewText(s string) *Text { return &Text{given: s, ascii: runes.IsASCII(s)} }

// String returns the text as it was given.
func (t *Text) String() string { return t.given }

// plainView is the text without invisible characters, every space a plain one.
func (t *Text) plainView() *view {
	t.plainOnce.Do(func() {
		if t.ascii {
			t.plain = view{s: t.given}
		} else {
			t.plain = newView(t.given, cleaning())
		}
	})
	return &t.plain
}

// foldedView is the plain view without case and typography.
func (t *Text) foldedView() *view {
	t.foldedOnce.Do(func() {
		if t.ascii {
			t.folded = view{s: foldASCII(t.given)}
		} else {
			t.folded = newView(t.given, folding())
		}
	})
	return &t.folded
}

// Len returns the number of code points.
func (t *Text) Len() int {
	if t.ascii {
		return len(t.given)
	}
	t.count()
	return t.length
}

// count finds the places of the text as it was given, for converting offsets.
func (t *Text) count() {
	t.countOnce.Do(func() {
		for at := range t.given {
			if t.length%placeEvery == 0 {
				t.places = append(t.places, place{at, t.length})
			}
			t.length++
		}
	})
}

// CodePoints returns how many code points begin before a byte of the text: it turns
// byte offsets into the offsets of a [Span]. Offsets outside of the text are moved to
// its nearer end.
func (t *Text) CodePoints(at int) int {
	at = max(0, min(at, len(t.given)))
	if t.ascii {
		return at
	}
	t.count()
	i := sort.Search(len(t.places), func(i int) bool { return t.places[i].at >= at }) - 1
	if i < 0 {
		return 0
	}
	return t.places[i].codePoint + utf8.RuneCountInString(t.given[t.places[i].at:at])
}

// Bytes returns the byte offsets of a span.
func (t *Text) Bytes(s Span) (start, end int) { return t.offset(s.Start), t.offset(s.End) }

// Slice quotes a span. Offsets outside of the text are moved to its nearer end.
func (t *Text) Slice(s Span) string {
	start, end := t.Bytes(s)
	return t.given[start:max(start, end)]
}

// offset returns the byte at which a code point begins.
func (t *Text) offset(codePoint int) int {
	codePoint = max(0, min(codePoint, t.Len()))
	switch {
	case t.ascii:
		return codePoint
	case codePoint == t.length:
		return len(t.given)
	}
	p := t.places[codePoint/placeEvery]
	return p.at + byteOffset(t.given[p.at:], codePoint-p.codePoint)
}
