package confirmation

import (
	"slices"
	"strings"
)

// lines says which lines of a text are items of a list, and which begin a numbered step.
type lines []line

type line struct {
	start int  // byte
	text  int  // the byte behind its number
	step  int  // how many numbered lines there are up to it
	item  bool // it is one of a list
}

// at returns the line that a byte stands in. Bytes are asked for in any order.
func (l lines) at(byte int) line {
	i, exact := slices.BinarySearchFunc(l, byte, func(l line, byte int) int { return l.start - byte })
	if !exact {
		i--
	}
	return l[i]
}

func readLines(text string) lines {
	var all lines
	step, at := 0, 0
	for row := range strings.Lines(text) {
		rest := strings.TrimLeft(row, " \t")
		mark := numbered(rest)
		if mark > 0 {
			step++
		}
		all = append(all, line{at, at + len(row) - len(rest) + mark, step, mark > 0 || bulleted(rest)})
		at += len(row)
	}
	return all
}

// numbered returns the length of the number that begins a step, 0 when the line begins with
// none: "1.", "2)", "(3)".
func numbered(row string) int {
	rest := strings.TrimPrefix(row, "(")
	digits := len(rest)
	rest = strings.TrimLeft(rest, "0123456789")
	const mostDigits = 2
	if digits -= len(rest); digits == 0 || digits > mostDigits || len(rest) < 2 {
		return 0
	}
	if strings.IndexByte(".):", rest[0]) < 0 || rest[1] != ' ' && rest[1] != '\t' {
		return 0
	}
	return len(row) - len(rest) + 1
}

// bulleted reports whether a line begins as an item of a list does.
func bulleted(row string) bool {
	for _, mark := range [...]string{"-", "*", "+", "•", "–", "—", "‣", "◦"} {
		if rest, found := strings.CutPrefix(row, mark); found {
			return strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t")
		}
	}
	return false
}
