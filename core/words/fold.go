package words

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/guardstream/guardstream/core/runes"
)

// maxMarks bounds the accents that may compose with a letter. No letter of a living
// language has more; the rest is dropped like every accent that stays alone.
const maxMarks = 3

// isAccent reports whether r is a combining mark of Latin, Greek and Cyrillic writing.
// The vowel signs of other scripts are part of how a word is spelt and stay.
func isAccent(r rune) bool { return 0x300 <= r && r <= 0x36f }

// fold appends the folded form of the character at the start of text, accents that
// follow included, and returns how many bytes of text it is.
func fold(dst []byte, text string) ([]byte, int) {
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && size == 1 {
		return append(dst, ' '), 1 // an invalid byte separates
	}
	marks, end := 0, size
	compose := size
	for end < len(text) {
		m, n := utf8.DecodeRuneInString(text[end:])
		if !isAccent(m) {
			break
		}
		end += n
		if marks++; marks <= maxMarks {
			compose = end
		}
	}
	if marks == 0 {
		if isCyrillic(r) {
			return utf8.AppendRune(dst, lower(r)), size
		}
		if runes.IsInvisible(r) || isAccent(r) || unicode.Is(unicode.Variation_Selector, r) || isSkinTone(r) {
			return dst, size
		}
	}
	for _, c := range norm.NFKC.String(text[:compose]) {
		switch {
		case isAccent(c):
		case isApostrophe(c): // of "ŉ"
			dst = append(dst, '\'')
		case c == 'ß' || c == 'ẞ':
			dst = append(dst, "ss"...)
		default:
			dst = utf8.AppendRune(dst, lower(c))
		}
	}
	return dst, end
}

// lower is the lower case of one character, in the one form the word lists use.
func lower(r rune) rune {
	switch {
	case 'а' <= r && r <= 'я' || 'a' <= r && r <= 'z':
		return r
	case 'А' <= r && r <= 'Я':
		return r + 'а' - 'А'
	case r == 'ё' || r == 'Ё':
		return 'е'
	case r == 'ς':
		return 'σ'
	case r == 'İ':
		return 'i'
	}
	return unicode.ToLower(r)
}

// isSkinTone reports whether r only colours the emoji before it.
func isSkinTone(r rune) bool { return 0x1f3fb <= r && r <= 0x1f3ff }

// isCyrillic reports whether r is a letter of the Cyrillic alphabets the word lists use.
// None of them has another form under NFKC.
func isCyrillic(r rune) bool { return 0x400 <= r && r <= 0x45f }

// isApostrophe reports whether r is used as an apostrophe inside a word.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '`', '´', '‘', '’', '‛', 'ʼ', 'ʹ', '′', '＇':
		return true
	}
	return false
}
