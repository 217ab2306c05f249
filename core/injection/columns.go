package injection

import "strings"

// findColumns recognises a document of comma-separated values by its first line: names
// without white space after the separators, and a second line with as many of those.
func (o *outline) findColumns() {
	head, rest, ok := strings.Cut(o.text, "\n")
	if !ok {
		return
	}
	second, _, _ := strings.Cut(rest, "\n")
	for _, comma := range []byte{',', ';'} {
		n := strings.Count(head, string(comma))
		if n > 0 && !strings.Contains(head, string(comma)+" ") && !strings.ContainsAny(head, "{}[]<>") &&
			strings.Count(second, string(comma)) >= n {
			o.columns, o.comma = n+1, comma
			return
		}
	}
}

// values passes the line of comma-separated values at i, or several when a quoted value
// holds line breaks, and returns where the next one begins. What is beyond the last
// column belongs to it: a comment with commas that nobody quoted.
func (o *outline) values(i int) int {
	o.border(i)
	column := 1
	for i < len(o.text) {
		switch c := o.text[i]; {
		case c == '"':
			i++
			for i < len(o.text) && o.text[i] != '"' {
				i++
			}
		case c == o.comma && column < o.columns:
			column++
			o.border(i)
			o.border(i + 1)
		case c == '\n':
			o.border(i + 1)
			return i + 1
		}
		i++
	}
	return len(o.text)
}
