package schema

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The classes of characters of every script, as the insides of a bracket.
const (
	digitClass = `\p{Nd}`
	wordClass  = `\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24B6}-\x{24E9}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}`
	spaceClass = `\x{09}-\x{0D}\x{20}\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}`
)

var perlClasses = map[byte]string{'d': digitClass, 'w': wordClass, 's': spaceClass}

// patternTranslator rewrites a pattern in Go's syntax, one atom after another. What
// it does not know it leaves for Go's own parser to accept or refuse.
type patternTranslator struct {
	in      string
	at      int // next byte of in
	out     strings.Builder
	atom    int   // where in out the atom begins that a repeat count would repeat; -1: none
	groups  []int // where open groups begin
	borders bool
}

func (t *patternTranslator) translate() error {
	for t.at < len(t.in) {
		switch c := t.in[t.at]; c {
		case '\\':
			t.atom = t.out.Len()
			t.out.WriteString(t.escape(false))
		case '[':
			t.atom = t.out.Len()
			t.bracket()
		case '(':
			t.groups, t.atom = append(t.groups, t.out.Len()), -1
			t.copy(1)
		case ')':
			if n := len(t.groups); n > 0 {
				t.atom, t.groups = t.groups[n-1], t.groups[:n-1]
			}
			t.copy(1)
		case '{':
			if err := t.repeat(); err != nil {
				return err
			}
		case '*', '+', '?', '|', '^', '$':
			t.atom = -1
			t.copy(1)
		default:
			t.atom = t.out.Len()
			_, size := utf8.DecodeRuneInString(t.in[t.at:])
			t.copy(size)
		}
	}
	return nil
}

func (t *patternTranslator) copy(n int) {
	t.out.WriteString(t.in[t.at : t.at+n])
	t.at += n
}

// escape reads what follows a backslash and returns it in Go's syntax; inside of a
// bracket, as a part of the bracket.
func (t *patternTranslator) escape(inBracket bool) string {
	if t.at+1 >= len(t.in) {
		t.at++
		return `\` // refused by the parser
	}
	c := t.in[t.at+1]
	if class, ok := perlClasses[c]; ok {
		t.at += 2
		if inBracket {
			return class
		}
		return "[" + class + "]"
	}
	if class, ok := perlClasses[c|0x20]; ok && c < 'a' {
		t.at += 2
		if inBracket {
			return complement(class)
		}
		return "[^" + class + "]"
	}
	if c == 'u' {
		if r, size, ok := readUnicodeEscape(t.in[t.at:]); ok {
			t.at += size
			return fmt.Sprintf(`\x{%X}`, r)
		}
	}
	if c == 'b' || c == 'B' {
		t.borders = !inBracket || t.borders
	}
	_, size := utf8.DecodeRuneInString(t.in[t.at+1:])
	t.at += 1 + size
	return t.in[t.at-1-size : t.at]
}

// bracket copies a character class; the first "]" of one is a plain character.
func (t *patternTranslator) bracket() {
	t.copy(1)
	if t.at < len(t.in) && t.in[t.at] == '^' {
		t.copy(1)
	}
	if t.at < len(t.in) && t.in[t.at] == ']' {
		t.copy(1)
	}
	for t.at < len(t.in) {
		switch {
		case t.in[t.at] == '\\':
			t.out.WriteString(t.escape(true))
		case strings.HasPrefix(t.in[t.at:], "[:"):
			end := strings.Index(t.in[t.at:], ":]")
			t.copy(max(end, 0) + 2)
		case t.in[t.at] == ']':
			t.copy(1)
			return
		default:
			_, size := utf8.DecodeRuneInString(t.in[t.at:])
			t.copy(size)
		}
	}
}

// repeat copies {n}, {n,} or {n,m}; counts beyond Go's limit become several repeats
// in a row, which match the same texts.
func (t *patternTranslator) repeat() error {
	least, most, size, ok := readRepeat(t.in[t.at:])
	if !ok {
		t.atom = t.out.Len()
		t.copy(1) // a plain brace
		return nil
	}
	if t.atom < 0 || max(least, most) <= goRepeat {
		t.atom = -1
		t.copy(size)
		return nil
	}
	if max(least, most) > maxRepeat {
		return fmt.Errorf("repeat count %d is more than %d", max(least, most), maxRepeat)
	}
	t.at += size
	written := t.out.String()
	before, atom := written[:t.atom], written[t.atom:]
	if len(written)+len(atom)*(max(least, most)/goRepeat+2) > maxTranslatedBytes {
		return errPatternTooLarge
	}
	t.out.Reset()
	t.out.WriteString(before + "(?:")
	for ; least > goRepeat; least, most = least-goRepeat, most-goRepeat {
		fmt.Fprintf(&t.out, "%s{%d}", atom, goRepeat)
	}
	if most < 0 {
		fmt.Fprintf(&t.out, "%s{%d,})", atom, least)
	} else {
		for ; most > goRepeat; least, most = 0, most-goRepeat {
			fmt.Fprintf(&t.out, "%s{%d,%d}", atom, least, goRepeat)
		}
		fmt.Fprintf(&t.out, "%s{%d,%d})", atom, least, most)
	}
	t.atom = -1
	return nil
}

// unbounded stands for no upper count, low enough to stay negative when counts are
// taken from it.
const unbounded = -1 << 30

// readRepeat reads a repeat count and its length in the pattern.
func readRepeat(s string) (least, most, size int, ok bool) {
	inside, _, closed := strings.Cut(s[1:], "}")
	low, high, ranged := strings.Cut(inside, ",")
	least, err := strconv.Atoi(low)
	if !closed || err != nil || least < 0 {
		return 0, 0, 0, false
	}
	most = least
	switch {
	case ranged && high == "":
		most = unbounded
	case ranged:
		if most, err = strconv.Atoi(high); err != nil || most < least {
			return 0, 0, 0, false
		}
	}
	return least, most, len(inside) + 2, true
}

// readUnicodeEscape reads \uXXXX (also two that are a surrogate pair) or \u{X…} and
// returns the character and its length in the pattern.
func readUnicodeEscape(s string) (rune, int, bool) {
	if strings.HasPrefix(s, `\u{`) {
		digits, _, closed := strings.Cut(s[3:], "}")
		n, err := strconv.ParseUint(digits, 16, 32)
		return rune(n), 4 + len(digits), closed && err == nil
	}
	high, ok := hexUnit(s)
	if !ok {
		return 0, 0, false
	}
	if utf16.IsSurrogate(high) {
		low, ok := hexUnit(s[6:])
		r := utf16.DecodeRune(high, low)
		return r, 12, ok && r != utf8.RuneError
	}
	return high, 6, true
}

func hexUnit(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 32)
	return rune(n), err == nil
}

// complement writes every character outside of a class as ranges: a bracket cannot
// negate a part of itself.
func complement(class string) string {
	parsed, err := syntax.Parse("[^"+class+"]", syntax.Perl)
	if err != nil {
		return "" // the classes of this file always parse
	}
	var b strings.Builder
	for i := 0; i+1 < len(parsed.Rune); i += 2 {
		fmt.Fprintf(&b, `\x{%X}-\x{%X}`, parsed.Rune[i], parsed.Rune[i+1])
	}
	return b.String()
}
