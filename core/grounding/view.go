package grounding

import (
	"sort"
	"unicode/utf8"
)

// view is a text as matchers read it, with the way back to the code points of the
// text as it was given. In an ASCII text a byte is a code point, and places is nil.
type view struct {
	s           string
	places      []place
	otherDigits bool // decimal digits besides 0 to 9
}

// place says which code point of the given text the byte at belongs to.
type place struct{ at, codePoint int }

// placeEvery is how many code points apart two places are: what one lookup may have to
// walk, against the memory of a place.
const placeEvery = 64

// newView reads a text through a mapping of its characters. The text is not copied
// while nothing changes.
func newView(text string, m *mapping) view {
	v := view{s: text}
	var out []byte // the view, once it differs from the text
	codePoint, nextPlace := -1, 0
	for i, r := range text {
		codePoint++
		mapped := m.visible(r)
		if out == nil && (mapped != r || r == utf8.RuneError) {
			out = append(make([]byte, 0, len(text)+utf8.UTFMax), text[:i]...)
		}
		if mapped < 0 {
			nextPlace = codePoint + 1 // counting on from the last place would miss this one
			continue
		}
		if codePoint >= nextPlace {
			at := i
			if out != nil {
				at = len(out)
			}
			v.places = append(v.places, place{at, codePoint})
			nextPlace = codePoint + placeEvery
		}
		if out != nil {
			out = utf8.AppendRune(out, mapped)
		}
		v.otherDigits = v.otherDigits || mapped >= utf8.RuneSelf && isDigit(mapped)
	}
	if out != nil {
		v.s = string(out)
	}
	return v
}

// span converts a range of bytes of the view that is not empty.
func (v *view) span(start, end int) Span {
	if v.places == nil {
		return Span{start, end}
	}
	_, size := utf8.DecodeLastRuneInString(v.s[start:end])
	return Span{v.codePoint(start), v.codePoint(end-size) + 1}
}

// codePoint returns the code point of the given text that the byte at begins.
func (v *view) codePoint(at int) int {
	i := sort.Search(len(v.places), func(i int) bool { return v.places[i].at > at }) - 1
	return v.places[i].codePoint + utf8.RuneCountInString(v.s[v.places[i].at:at])
}
