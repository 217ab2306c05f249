package catalog

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// source is the file that a catalog was read from: where everything stands.
type source struct {
	name string
	data []byte
	root *node
}

// At returns where a value stands in the file: At("tools", "send_payment", "ground",
// "iban"). Items of lists are named by their "name", else by their index. Of a value that is
// not written it is the place of what should hold it.
func (c *Catalog) At(path ...string) Position {
	if c.source == nil {
		return Position{}
	}
	n := c.source.find(path)
	return Position{File: c.source.name, Line: n.place.line, Column: n.place.column}
}

// InText returns where a place inside a text stands in the file: what is wrong with
// an expression. line and column count from 1, in characters of the text. Of a text
// whose lines were joined it is the place of the text.
func (c *Catalog) InText(line, column int, path ...string) Position {
	if c.source == nil {
		return Position{}
	}
	n := c.source.find(path)
	at := n.place
	switch {
	case n.kind != jsonvalue.String:
	case n.style == block:
		at = c.source.inBlock(at, line, column)
	case n.style == escaped || n.style == quoted:
		at = c.source.inQuotes(at, line, column, n.style)
	case n.style == plain && line == 1:
		at.column += column - 1
	}
	return Position{File: c.source.name, Line: at.line, Column: at.column}
}

// find returns the value of a path, or the nearest one above it.
func (s *source) find(path []string) *node {
	n := s.root
	for _, name := range path {
		next := n.child(name)
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// child returns a member of an object, or an item of a list by its name or index.
func (n *node) child(name string) *node {
	if n.kind == jsonvalue.Object {
		return n.member(name)
	}
	for i, item := range n.items {
		if nameOf(item, i) == name {
			return item
		}
	}
	if i, err := strconv.Atoi(name); err == nil && 0 <= i && i < len(n.items) {
		return n.items[i]
	}
	return nil
}

// line returns a line of the file.
func (s *source) line(number int) string {
	rest := string(s.data)
	for range number - 1 {
		_, after, found := strings.Cut(rest, "\n")
		if !found {
			return ""
		}
		rest = after
	}
	text, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(text, "\r")
}

// inBlock is a place in a block scalar: below its header, behind the indentation of
// its first line that is not empty.
func (s *source) inBlock(header place, line, column int) place {
	indent := 0
	for number := header.line + 1; number <= header.line+line; number++ {
		text := s.line(number)
		if trimmed := strings.TrimLeft(text, " "); trimmed != "" {
			indent = len(text) - len(trimmed)
			break
		}
	}
	return place{header.line + line, indent + column}
}

// inQuotes is a place in a text between quotes: the characters of its line are
// counted, each escape as the one that it writes.
func (s *source) inQuotes(at place, line, column int, how style) place {
	written := s.line(at.line)
	for range at.column { // up to and with the quote
		_, size := utf8.DecodeRuneInString(written)
		written = written[size:]
	}
	at.column++
	for written != "" && (line > 1 || column > 1) {
		size, isBreak := characterLength(written, how)
		at.column += utf8.RuneCountInString(written[:size])
		written = written[size:]
		switch {
		case isBreak:
			line--
		case line == 1:
			column--
		}
	}
	return at
}

// characterLength returns how many bytes write the next character of a quoted text,
// and whether it is a line break.
func characterLength(written string, how style) (size int, isBreak bool) {
	if how == quoted && strings.HasPrefix(written, "''") {
		return 2, false
	}
	if how == quoted || written[0] != '\\' || len(written) < 2 {
		_, size = utf8.DecodeRuneInString(written)
		return size, false
	}
	size = map[byte]int{'x': 4, 'u': 6, 'U': 10}[written[1]]
	if size == 0 {
		size = 2
	}
	return min(size, len(written)), written[1] == 'n'
}
