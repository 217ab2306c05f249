package command

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes a text safe to show on a terminal: line breaks stay, everything else
// that is not seen (control characters, directions, zero widths) is spelled out.
func Printable(s string) string {
	if strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == utf8.RuneError:
			b.WriteString("\uFFFD")
		case hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return r != '\n' && !unicode.IsPrint(r) && r != utf8.RuneError }

// Cut shortens a text for one line to n characters.
func Cut(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= n {
		return Printable(s)
	}
	return Printable(string([]rune(s)[:n-1])) + "…"
}
