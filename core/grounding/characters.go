package grounding

import (
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// For reading eight bytes at a time: a one, and the high bit, in each of them.
const (
	ones  uint64 = 0x0101010101010101
	highs uint64 = 0x8080808080808080
)

// load64 returns eight bytes of a text, the first one lowest.
func load64(s string, at int) uint64 {
	b := s[at : at+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// before returns the character that ends at a byte, 0 at the beginning of the text:
// U+0000 is neither part of a word nor punctuation, so the beginning needs no care.
func before(s string, at int) rune {
	if at == 0 {
		return 0
	}
	if c := s[at-1]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return r
}

// after returns the character that begins at a byte, 0 at the end of the text.
func after(s string, at int) rune {
	if at == len(s) {
		return 0
	}
	if c := s[at]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(s[at:])
	return r
}

// isDigit reports whether r is a decimal digit of any script (category Nd).
func isDigit(r rune) bool {
	if r < 0x660 { // ARABIC-INDIC DIGIT ZERO, the first one beyond ASCII
		return '0' <= r && r <= '9'
	}
	return unicode.IsDigit(r)
}

// digitValue returns the digit that r writes, as an ASCII character. Unicode keeps the
// digits of a script in order, in blocks of ten.
func digitValue(r rune) byte {
	if r < utf8.RuneSelf {
		return byte(r)
	}
	for _, block := range unicode.Nd.R16 {
		if rune(block.Lo) <= r && r <= rune(block.Hi) {
			return '0' + byte((r-rune(block.Lo))%10)
		}
	}
	for _, block := range unicode.Nd.R32 {
		if rune(block.Lo) <= r && r <= rune(block.Hi) {
			return '0' + byte((r-rune(block.Lo))%10)
		}
	}
	return '0'
}

// digitWordBefore reports whether the text goes on to the left with a space and a word
// that has a digit in it: "DE89 " in front of "3704".
func digitWordBefore(s string, at int) bool {
	if before(s, at) != ' ' {
		return false
	}
	for at--; at > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:at])
		if isDigit(r) {
			return true
		}
		if !runes.IsWord(r) {
			return false
		}
		at -= size
	}
	return false
}

// digitWordAfter reports whether the text goes on to the right with a space and a word
// that has a digit in it.
func digitWordAfter(s string, at int) bool {
	if after(s, at) != ' ' {
		return false
	}
	for _, r := range s[at+1:] {
		if isDigit(r) {
			return true
		}
		if !runes.IsWord(r) {
			return false
		}
	}
	return false
}
