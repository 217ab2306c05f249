package core

import (
	"regexp"
	"strings"

	"golang.org/x/net/html/atom"
)

// maxOpening is the length of what may stand in an element before the passage that it is
// there for, in bytes: an address to the reader.
const maxOpening = 100

// isOpening reports whether a text is nothing, or one short paragraph.
func isOpening(text string) bool {
	inside := strings.TrimSpace(text)
	return inside == "" || len(text) <= maxOpening && !strings.Contains(inside, "\n") && strings.HasSuffix(strings.TrimRight(text, " \t\r"), "\n")
}

// element is where an element begins, where its content does, and where it ends.
type element struct{ start, inside, end int }

var tag = regexp.MustCompile(`<(/?)([A-Za-z][A-Za-z0-9_-]*)[^<>]*>`)

// foreignElements returns the elements of a text whose names HTML does not know: the
// inner ones before those around them.
func foreignElements(text string) []element {
	if !strings.Contains(text, "</") {
		return nil
	}
	var elements []element
	open := make(map[string][]element)
	for _, at := range tag.FindAllStringSubmatchIndex(text, -1) {
		name := strings.ToLower(text[at[4]:at[5]])
		if atom.Lookup([]byte(name)) != 0 {
			continue
		}
		if at[3] == at[2] {
			open[name] = append(open[name], element{start: at[0], inside: at[1]})
		} else if n := len(open[name]); n > 0 {
			e := open[name][n-1]
			e.end = at[1]
			elements = append(elements, e)
			open[name] = open[name][:n-1]
		}
	}
	return elements
}
