package grounding

import (
	"encoding/binary"
	"strings"

	"github.com/guardstream/guardstream/core/runes"
)

// clean reads one visible character as every matcher does: a Unicode space (category
// Zs) as a plain one. Line breaks and tabs stay what they are.
func clean(r rune) rune {
	switch {
	case r < 0xa0:
		return r
	case r == 0xa0, r == 0x1680, 0x2000 <= r && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000:
		return ' '
	}
	return r
}

// fold reads one visible character as the matchers without case do: lower case,
// typographic dashes and quotes as the plain ones. It maps character to character, so
// that offsets stay comparable; "ß" is not "ss" and "ﬁ" not "fi".
func fold(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	switch r = clean(r); r {
	case '—', '―':
		return '-'
	case '‘', '’', '‚', '‛', '′', '‹', '›', '´', 'ʼ', '＇':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»', '＂':
		return '"'
	}
	if isTypographicHyphen(r) {
		return '-'
	}
	return runes.Lower(r)
}

// foldASCII folds a text of ASCII only, eight bytes at a time. The text is not copied
// when it has no capitals.
func foldASCII(s string) string {
	at := 0
	for at+8 <= len(s) && capitals(load64(s, at)) == 0 {
		at += 8
	}
	for at < len(s) && (s[at] < 'A' || s[at] > 'Z') {
		at++
	}
	if at == len(s) {
		return s
	}
	var folded strings.Builder
	folded.Grow(len(s))
	folded.WriteString(s[:at])
	var chunk [512]byte
	for at < len(s) {
		n := copy(chunk[:], s[at:])
		for i := 0; i < n; i += 8 {
			word := binary.LittleEndian.Uint64(chunk[i:])
			binary.LittleEndian.PutUint64(chunk[i:], word|capitals(word)>>2)
		}
		folded.Write(chunk[:n])
		at += n
	}
	return folded.String()
}

// capitals returns the high bit of each byte of word that is a capital letter. All
// bytes must be ASCII.
func capitals(word uint64) uint64 {
	fromA := word + (0x80-'A')*ones  // high bit: at least 'A'
	afterZ := word + (0x7f-'Z')*ones // high bit: beyond 'Z'
	return fromA &^ afterZ & highs
}

// isTypographicHyphen reports whether r is written where a plain "-" is meant: in a
// word, in a range or as a minus sign. The em dash is not: it stands between words.
func isTypographicHyphen(r rune) bool {
	return 0x2010 <= r && r <= 0x2013 || r == 0x2212 || r == 0xfe58 || r == 0xfe63 || r == 0xff0d
}
