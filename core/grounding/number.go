package grounding

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// searchNumber finds the number tokens of exactly the needle's value. Whether digits
// begin a token is decided by what stands in front of them, so nothing is carried from
// one token to the next.
func (n *Needle) searchNumber(v *view, spans []Span, limit int) []Span {
	for at := v.nextDigit(0); at >= 0; at = v.nextDigit(at) {
		begin := at
		at = digitsEnd(v.s, at)
		if v.s[begin] != '0' && !v.otherDigits && !strings.HasPrefix(n.decimal.whole, v.s[begin:at]) {
			continue // most numbers differ in their first digits
		}
		start, negative, ok := numberStart(v.s, begin)
		if !ok {
			continue
		}
		token := readNumber(v.s, begin, at, n.locale, n.matcher == Spaced)
		if token.ambiguous || !n.decimal.equals(v.s, token, negative) || !numberEnds(v.s, start, token.end) {
			continue
		}
		if spans = append(spans, v.span(start, token.end)); len(spans) == limit {
			break
		}
	}
	return spans
}

// numberStart reports whether a number may begin with the digit at, and where it does:
// at its sign, if it has one. It may not inside of a word, behind a joiner or as a group
// of something longer.
func numberStart(s string, at int) (start int, negative, ok bool) {
	r := before(s, at)
	if r == '-' || isTypographicHyphen(r) {
		at -= len(string(r))
		negative = true
		if r = before(s, at); runes.IsWord(r) {
			return 0, false, false // a hyphen or a range: "INV-250", "5–480"
		}
	}
	switch {
	case runes.IsWord(r), r == '.', r == '^', isForeignPoint(r):
		return 0, false, false // ".480" is less than one, "10^6" a power
	case r == ',':
		if !endsField(before(s, at-1)) {
			return 0, false, false // ",480" may be less than one
		}
	case r == '\'', r == '’':
		if isGroupOf(s, at-len(string(r)), at) {
			return 0, false, false
		}
	case isJoiner(r):
		if isJoined(before(s, at-1)) {
			return 0, false, false
		}
	case r == ' ':
		if digitWordBefore(s, at) {
			return 0, false, false
		}
	case isCurrency(r):
		if sign := before(s, at-len(string(r))); sign == '-' || isTypographicHyphen(sign) {
			return 0, false, false // "-$480"
		}
	}
	return at, negative, true
}

// numberEnds reports whether a number that starts and ends here goes no further: no
// word, unit, fraction, range or further group follows, no percent sign, and no word
// that multiplies it.
func numberEnds(s string, start, end int) bool {
	r := after(s, end)
	switch {
	case runes.IsWord(r), isPercent(r), r == '°', r == '^':
		return false
	case r == '.', r == ',', isForeignPoint(r):
		next := after(s, end+len(string(r)))
		return !isDigit(next) && !(r == '.' && isJoined(next))
	case isJoiner(r), isTypographicHyphen(r):
		return !isJoined(after(s, end+len(string(r))))
	case r == ' ', r == '\t':
		return !digitWordAfter(s, end) && !isScaled(s, start, end)
	}
	return true
}

// endsField reports whether r ends a field of comma separated values, so that a comma
// behind it begins the next: `pay,480`, `"pay",480`.
func endsField(r rune) bool {
	return r == '"' || r == ')' || r == ']' || r == '}' || runes.IsWord(r) && !isDigit(r) && r != '_'
}

// isGroupOf reports whether the digits that begin at a byte are a group of three of the
// number before the separator that ends there: "1'480" holds no 480, "1'48" and
// "1234'480" hold two numbers each.
func isGroupOf(s string, separator, at int) bool {
	digits := 0
	for end := separator; digits < 4 && isDigit(before(s, end)); digits++ {
		end -= utf8.RuneLen(before(s, end))
	}
	return 0 < digits && digits <= 3 && groupEnd(s, at) >= 0
}

// isJoined reports whether r goes on with what a joiner stands beside. A "_" alone is
// none.
func isJoined(r rune) bool { return r != '_' && runes.IsWord(r) }

// isForeignPoint reports whether r separates the digits of a number in a way that is
// not read here (Arabic, full width): the number is not what the digits before it say.
func isForeignPoint(r rune) bool { return r == '٫' || r == '٬' || r == '．' || r == '，' }

// isPercent reports whether r says that the number before it is a share.
func isPercent(r rune) bool {
	switch r {
	case '%', '‰', '‱', '٪', '؉', '؊', '％', '﹪':
		return true
	}
	return false
}
