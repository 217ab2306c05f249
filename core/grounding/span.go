package grounding

import "unicode/utf8"

// Span is a part of a text, half open, counted in code points.
type Span struct{ Start, End int }

// Quote cuts a span out of a text. It is for a text that is read once; a [Text] cuts
// faster. A span that is not inside of the text quotes nothing.
func Quote(text string, s Span) string {
	start := byteOffset(text, s.Start)
	if s.Start < 0 || start < 0 || s.End < s.Start {
		return ""
	}
	length := byteOffset(text[start:], s.End-s.Start)
	if length < 0 {
		return ""
	}
	return text[start : start+length]
}

// byteOffset returns where the n-th code point of s begins, len(s) for the one after
// the last, -1 beyond.
func byteOffset(s string, n int) int {
	at := 0
	for ; n > 0; n-- {
		if at == len(s) {
			return -1
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}
