package grounding

import (
	"fmt"
	"slices"
	"strings"
)

// Locale says how numbers are written where a tool is used. It settles what "1,500"
// and "1.500" mean.
type Locale uint8

// The locales. In all of them an apostrophe may group thousands.
const (
	NoLocale Locale = iota // as EN, but a lone "1,500" or "1.500" is ambiguous and no number
	EN                     // 1,500.5
	DE                     // 1.500,5
	FR                     // 1 500,5 (the space under the matcher Spaced)
	CH                     // 1'500.5
)

var localeNames = [...]string{"", "en", "de", "fr", "ch"}

// String returns the locale's name in a catalog; "" for none.
func (l Locale) String() string { return localeNames[l] }

// ParseLocale reads a locale's name in a catalog; "" is [NoLocale]. The error wraps
// [ErrUnknownLocale].
func ParseLocale(name string) (Locale, error) {
	if i := slices.Index(localeNames[:], name); i >= 0 {
		return Locale(i), nil
	}
	return NoLocale, fmt.Errorf("%w %q: want one of %s", ErrUnknownLocale, name, strings.Join(localeNames[1:], ", "))
}

// decimalPoint returns the character in front of a fraction.
func (l Locale) decimalPoint() byte {
	if l == DE || l == FR {
		return ','
	}
	return '.'
}

// groups reports whether r may stand between groups of three digits.
func (l Locale) groups(r rune, spaced bool) bool {
	switch r {
	case '\'', '’':
		return true
	case ',':
		return l == NoLocale || l == EN
	case '.':
		return l == DE
	case ' ':
		return spaced
	}
	return false
}
