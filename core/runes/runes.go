// Package runes says what a character is to the guard: part of a word, a space,
// invisible. Every reader of text uses these definitions, so that no two checks
// see different words in the same text. Vectors: test/testdata/conformance, "Texts".
package runes

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsWord reports whether r is part of a word: a letter or a number of any script,
// or "_". A combining mark is not.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// IsSpace reports whether r is white space: Unicode's White_Space and the
// separators U+001C to U+001F.
func IsSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
}

// IsInvisible reports whether r is a format character (general category Cf): it
// takes part in no text that a person sees, so readers treat it as absent and
// arguments must not hold it.
func IsInvisible(r rune) bool {
	if r < utf8.RuneSelf {
		return false
	}
	return unicode.Is(unicode.Cf, r)
}

// Lower is the lower case of one character; a character whose lower case is not
// one character (such as U+0130) stays as it is.
func Lower(r rune) rune {
	if r == 0x130 {
		return r
	}
	return unicode.ToLower(r)
}

// NFKC appends the compatibility form of one character to dst.
func NFKC(dst []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		return append(dst, byte(r))
	}
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	return norm.NFKC.Append(dst, buf[:n]...)
}

// IsASCII reports whether s holds ASCII only.
func IsASCII(s string) bool {
	for len(s) >= 8 {
		if (s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7])&0x80 != 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
