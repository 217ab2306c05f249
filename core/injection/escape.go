package injection

import (
	"strings"
	"unicode/utf8"
)

// entities are the named character references that hide markup or letters; others are
// read as the words they look like.
var entities = []struct {
	name string
	char rune
}{
	{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&nbsp;", ' '},
	{"&shy;", 0xad}, {"&zwnj;", 0x200c}, {"&zwj;", 0x200d}, {"&colon;", ':'}, {"&lbrack;", '['}, {"&rbrack;", ']'},
}

// maxEscape is the length of the longest escape that is read.
const maxEscape = 10

// readEscape decodes the escape at the start of text — a character reference of HTML,
// "\u0041" of JSON and programming languages, "%41" of addresses — and returns its
// size, or 0 when there is none. Escapes of control characters but line breaks are
// none.
func readEscape(text string) (rune, int) {
	switch {
	case strings.HasPrefix(text, "&#"):
		digits, base := text[2:min(len(text), maxEscape)], rune(10)
		if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
			digits, base = digits[1:], 16
		}
		c, n := readDigits(digits, base)
		end := len(text[:min(len(text), maxEscape)]) - len(digits) + n
		if n == 0 || !isText(c) {
			return 0, 0
		}
		if end < len(text) && text[end] == ';' {
			end++
		}
		return c, end
	case text[0] == '&':
		for _, e := range entities {
			if strings.HasPrefix(text, e.name) {
				return e.char, len(e.name)
			}
		}
	case strings.HasPrefix(text, `\u`) && len(text) >= 6:
		if c, n := readDigits(text[2:6], 16); n == 4 && isText(c) {
			return c, 6
		}
	case strings.HasPrefix(text, `\x`) && len(text) >= 4:
		if c, n := readDigits(text[2:4], 16); n == 2 && isText(c) {
			return c, 4
		}
	case text[0] == '%' && len(text) >= 3:
		if c, n := readDigits(text[1:3], 16); n == 2 && isText(c) && c < utf8.RuneSelf {
			return c, 3
		}
	}
	return 0, 0
}

func isText(c rune) bool { return c >= ' ' && c != 0x7f && utf8.ValidRune(c) || c == '\n' }

// readDigits reads the number that text begins with and returns how many digits it has.
func readDigits(text string, base rune) (rune, int) {
	var value rune
	n := 0
	for n < len(text) {
		var d rune
		switch c := text[n]; {
		case '0' <= c && c <= '9':
			d = rune(c - '0')
		case base == 16 && 'a' <= c|0x20 && c|0x20 <= 'f':
			d = rune(c|0x20-'a') + 10
		default:
			return value, n
		}
		if value = value*base + d; value > utf8.MaxRune {
			return 0, 0
		}
		n++
	}
	return value, n
}
