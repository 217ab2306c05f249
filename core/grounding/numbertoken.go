package grounding

import (
	"math/bits"
	"unicode/utf8"
)

// numberToken is a number as it is written: digits, groups of three and a fraction.
type numberToken struct {
	begin, point, end int  // bytes; the fraction, if any, begins at point
	ambiguous         bool // "1,500" or "1.500" where no locale says what it is
}

// readNumber reads the longest number that begins with the digits s[begin:end]. Groups
// that are not of exactly three digits belong to no number: "1'48" begins with 1.
func readNumber(s string, begin, end int, l Locale, spaced bool) numberToken {
	token := numberToken{begin: begin}
	separator, groups := after(s, end), 0
	short := utf8.RuneCountInString(s[begin:min(end, begin+4*utf8.UTFMax)]) <= 3
	if short && l.groups(separator, spaced) && !allZero(s[begin:end]) {
		for after(s, end) == separator {
			next := groupEnd(s, end+utf8.RuneLen(separator))
			if next < 0 {
				break
			}
			end = next
			groups++
		}
	}
	token.point, token.end = end, end
	if after(s, end) == rune(l.decimalPoint()) && isDigit(after(s, end+1)) {
		token.end = digitsEnd(s, end+1)
	}
	if l == NoLocale && short && digitValue(after(s, begin)) != '0' {
		lone := groups == 1 && separator == ',' && token.end == token.point
		fraction := groups == 0 && token.end > end && utf8.RuneCountInString(s[end+1:token.end]) == 3
		token.ambiguous = lone || fraction
	}
	return token
}

// groupEnd returns where three digits that begin here end, -1 when there are fewer or
// more.
func groupEnd(s string, at int) int {
	for range 3 {
		r := after(s, at)
		if !isDigit(r) {
			return -1
		}
		at += utf8.RuneLen(r)
	}
	if isDigit(after(s, at)) {
		return -1
	}
	return at
}

// allZero reports whether digits are zeros: "0,500" is a fraction, never a group.
func allZero(digits string) bool {
	for _, r := range digits {
		if digitValue(r) != '0' {
			return false
		}
	}
	return true
}

// equals reports whether a token writes exactly this value.
func (d decimal) equals(s string, token numberToken, negative bool) bool {
	if negative != d.negative && d.whole+d.fraction != "" {
		return false
	}
	return sameDigits(s[token.begin:token.point], d.whole, true) &&
		sameDigits(s[token.point:token.end], d.fraction, false)
}

// sameDigits compares the digits in a text, separators aside, with plain ones. Zeros
// in front of a whole number or behind a fraction do not count.
func sameDigits(text, want string, leadingZeros bool) bool {
	at := 0
	for _, r := range text {
		if !isDigit(r) {
			continue
		}
		digit := digitValue(r)
		switch {
		case at < len(want) && digit == want[at] && !(leadingZeros && at == 0 && digit == '0'):
			at++
		case digit == '0' && (leadingZeros && at == 0 || !leadingZeros && at == len(want)):
		default:
			return false
		}
	}
	return at == len(want)
}

// digitsEnd returns where the digits that begin at a byte end.
func digitsEnd(s string, at int) int {
	for at < len(s) && '0' <= s[at] && s[at] <= '9' {
		at++
	}
	if at < len(s) && s[at] >= utf8.RuneSelf {
		return mixedDigitsEnd(s, at)
	}
	return at
}

// mixedDigitsEnd is digitsEnd where digits of several scripts may stand together.
func mixedDigitsEnd(s string, at int) int {
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !isDigit(r) {
			break
		}
		at += size
	}
	return at
}

// nextDigit returns the first digit at or after a byte, -1 when there is none.
func (v *view) nextDigit(at int) int {
	if v.otherDigits {
		for i, r := range v.s[at:] {
			if isDigit(r) {
				return at + i
			}
		}
		return -1
	}
	return nextASCIIDigit(v.s, at)
}

// nextASCIIDigit looks at eight bytes at a time: most of a text is no digit.
func nextASCIIDigit(s string, at int) int {
	for ; at+8 <= len(s); at += 8 {
		// '0'^'0' … '9'^'0' are the bytes below ten; the lowest high bit that the
		// subtraction sets marks the first of them.
		word := load64(s, at) ^ '0'*ones
		if found := (word - 10*ones) &^ word & highs; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for ; at < len(s); at++ {
		if '0' <= s[at] && s[at] <= '9' {
			return at
		}
	}
	return -1
}
