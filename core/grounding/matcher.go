package grounding

import (
	"fmt"
	"slices"
	"strings"
)

// Matcher says how a text value has to be written to count as given.
type Matcher uint8

// The matchers. Token is the default.
const (
	Token     Matcher = iota // not inside a longer word, nor joined to one by . @ - / : _
	Whole                    // delimited by white space, quotes, brackets or punctuation
	Spaced                   // as Token; spaces may group the thousands of a number
	NoCase                   // as Token; case, typographic dashes and quotes aside
	ID                       // as NoCase; a leading "#" of the value is optional in the text
	URL                      // the same web address
	URLPrefix                // the same web address, or one above it
	Substring                // anywhere
)

var matcherNames = [...]string{"token", "whole", "spaced", "nocase", "id", "url", "url_prefix", "substring"}

// String returns the matcher's name in a catalog.
func (m Matcher) String() string { return matcherNames[m] }

// ParseMatcher reads a matcher's name in a catalog. The error wraps [ErrUnknownMatcher].
func ParseMatcher(name string) (Matcher, error) {
	if i := slices.Index(matcherNames[:], name); i >= 0 {
		return Matcher(i), nil
	}
	return Token, fmt.Errorf("%w %q: want one of %s", ErrUnknownMatcher, name, strings.Join(matcherNames[:], ", "))
}

// ignoresCase reports whether the matcher reads folded text.
func (m Matcher) ignoresCase() bool { return m == NoCase || m == ID }
