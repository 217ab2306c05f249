package intent

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// What \w, \d and \s stand for, as the inside of brackets.
const (
	wordClass  = `\p{L}\p{N}_`
	digitClass = `\p{Nd}`
	spaceClass = `\t-\r\x1c-\x20\x{85}\p{Z}`
)

// unicodeClasses rewrites \w, \d, \s and their opposites to what they mean in any script.
// The pattern must have been parsed: brackets and escapes are complete.
func unicodeClasses(pattern string) string {
	var out strings.Builder
	inClass, classStart := false, 0
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			if pattern[i+1] == 'Q' && !inClass {
				n := quoted(pattern[i:])
				out.WriteString(pattern[i : i+n])
				i += n
				continue
			}
			_, size := utf8.DecodeRuneInString(pattern[i+1:])
			out.WriteString(class(pattern[i:i+1+size], inClass))
			i += 1 + size
			continue
		case inClass && strings.HasPrefix(pattern[i:], "[:"):
			if end := strings.Index(pattern[i:], ":]"); end > 0 {
				out.WriteString(pattern[i : i+end+2])
				i += end + 2
				continue
			}
		case inClass && c == ']' && i > classStart:
			inClass = false
		case !inClass && c == '[':
			inClass, classStart = true, i+1
			if strings.HasPrefix(pattern[i+1:], "^") {
				classStart++ // a "]" here would be a character of the class
				out.WriteByte(c)
				i++
				c = '^'
			}
		}
		out.WriteByte(c)
		i++
	}
	return out.String()
}

// quoted is the length of the \Q…\E at the start of pattern.
func quoted(pattern string) int {
	if end := strings.Index(pattern, `\E`); end >= 0 {
		return end + 2
	}
	return len(pattern)
}

// class rewrites one escape.
func class(escape string, inClass bool) string {
	switch {
	case escape == `\w` && inClass:
		return wordClass
	case escape == `\w`:
		return "[" + wordClass + "]"
	case escape == `\W` && inClass:
		return notWord()
	case escape == `\W`:
		return "[^" + wordClass + "]"
	case escape == `\d`:
		return digitClass
	case escape == `\D`:
		return `\P{Nd}`
	case escape == `\s` && inClass:
		return spaceClass
	case escape == `\s`:
		return "[" + spaceClass + "]"
	case escape == `\S` && inClass:
		return notSpace()
	case escape == `\S`:
		return "[^" + spaceClass + "]"
	}
	return escape
}

// A negated class inside of brackets has no other spelling than its ranges.
var (
	notWord  = sync.OnceValue(func() string { return rangesWithout(runes.IsWord) })
	notSpace = sync.OnceValue(func() string { return rangesWithout(runes.IsSpace) })
)

// rangesWithout writes the ranges of the characters that do not have a property.
func rangesWithout(has func(rune) bool) string {
	var out strings.Builder
	start := rune(-1)
	for r := rune(0); r <= unicode.MaxRune+1; r++ {
		without := r <= unicode.MaxRune && !has(r)
		switch {
		case without && start < 0:
			start = r
		case !without && start >= 0:
			fmt.Fprintf(&out, `\x{%x}-\x{%x}`, start, r-1)
			start = -1
		}
	}
	return out.String()
}
