package grounding

import (
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// isJoiner reports whether r makes one token of the words beside it, as in
// "kira@north.example", "ORD-7731", "/srv/data" and "10:30". "_" is itself part of a
// word, and joins what is none to it.
func isJoiner(r rune) bool {
	return r == '.' || r == '@' || r == '-' || r == '/' || r == ':' || r == '_'
}

// tokenEdges is the rule of [Token], and of [Spaced], [NoCase] and [ID] in their own
// view of the text: no joiner ties the value to a word beside it, and a word that it
// begins or ends with goes no further. A value that begins or ends with punctuation may
// touch a word: ".NET" is written in "ASP.NET".
func tokenEdges(s string, start, end int) bool {
	return !wordBefore(s, start) && !wordAfter(s, end)
}

// wordBefore reports whether what begins here goes on to the left.
func wordBefore(s string, at int) bool {
	r := before(s, at)
	return runes.IsWord(r) && runes.IsWord(after(s, at)) || isJoiner(r) && runes.IsWord(before(s, at-1))
}

// wordAfter reports whether what ends here goes on to the right.
func wordAfter(s string, at int) bool {
	r := after(s, at)
	return runes.IsWord(r) && runes.IsWord(before(s, at)) || isJoiner(r) && runes.IsWord(after(s, at+1))
}

// isDigits reports whether a value is written in digits only. Such a text is often a
// group of something longer, so it must not stand beside another word with a digit:
// "3704" is not written in "DE89 3704 0044".
func isDigits(value string) bool {
	for _, r := range value {
		if !isDigit(r) {
			return false
		}
	}
	return utf8.RuneCountInString(value) > 0
}

// isGroup reports whether digits stand beside another word with a digit.
func isGroup(s string, start, end int) bool {
	return digitWordBefore(s, start) || digitWordAfter(s, end)
}
