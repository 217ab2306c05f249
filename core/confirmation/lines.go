package confirmation

import (
	"slices"
	"strings"
)

// lines are the lines of a text, which of them are items of a list, and which begin a
// numbered step. A step that begins within a line ("1. Pay it. 2. Mail it.") is a line of
// its own.
type lines []line

type line struct {
	start int  // byte
	text  int  // the byte behind its number
	step  int  // how many numbered lines there are up to it
	item  bool // it is one of a list
	mark  bool // it begins with a number
}

// first reports whether a word that starts at a byte is the first of a numbered line.
func (l line) first(byte int) bool { return l.mark && byte < l.text }

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
	inline := strings.Contains(text, " 2. ") || strings.Contains(text, " 2) ") || strings.Contains(text, "(2) ")
	step, at := 0, 0
	for row := range strings.Lines(text) {
		rest := strings.TrimLeft(row, " \t")
		_, mark := numbered(rest)
		if mark > 0 {
			step++
		}
		begin := at + len(row) - len(rest)
		all = append(all, line{at, begin + mark, step, mark > 0 || bulleted(rest), mark > 0})
		for i := mark; inline && i < len(rest); i++ {
			if rest[i] != ' ' {
				continue
			}
			if number, length := numbered(rest[i+1:]); length > 0 && number == step+1 {
				step++
				all = append(all, line{begin + i + 1, begin + i + 1 + length, step, true, true})
			}
		}
		at += len(row)
	}
	return all
}

// numbered returns the number that begins a step and the length it is written in, zeros when
// the text begins with none: "1.", "2)", "(3)".
func numbered(text string) (number, length int) {
	rest := strings.TrimPrefix(text, "(")
	digits := 0
	const mostDigits = 2
	for digits < len(rest) && digits <= mostDigits && '0' <= rest[digits] && rest[digits] <= '9' {
		number = 10*number + int(rest[digits]-'0')
		digits++
	}
	rest = rest[digits:]
	if digits == 0 || digits > mostDigits || len(rest) < 2 || strings.IndexByte(".):", rest[0]) < 0 || rest[1] != ' ' && rest[1] != '\t' {
		return 0, 0
	}
	return number, len(text) - len(rest) + 1
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
