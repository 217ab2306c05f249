package migrate

import (
	"regexp"
	"strings"
)

// parameter is a parameter of a Python function: what it reads, and its type as far as
// an annotation says.
type parameter struct{ name, kind string }

var (
	definition = regexp.MustCompile(`(?m)^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(`)
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// parametersOf returns the parameters of the first function that is defined in a source,
// and whether there is one whose parameters can be told: not one with *args.
func parametersOf(source string) ([]parameter, bool) {
	at := definition.FindStringIndex(source)
	if at == nil {
		return nil, false
	}
	list, closed := untilClosed(withoutComments(source[at[1]:]))
	if !closed {
		return nil, false
	}
	var all []parameter
	for _, text := range splitOutside(list, ',') {
		text = strings.TrimSpace(text)
		if text == "" || text == "*" || text == "/" {
			continue
		}
		if defaulted := splitOutside(text, '='); len(defaulted) > 1 {
			text = defaulted[0]
		}
		name, kind, _ := strings.Cut(text, ":")
		p := parameter{strings.TrimSpace(name), strings.Trim(strings.TrimSpace(kind), `"'`)}
		if !identifier.MatchString(p.name) {
			return nil, false
		}
		all = append(all, p)
	}
	return all, true
}

// withoutComments returns a source without its comments.
func withoutComments(source string) string {
	var code strings.Builder
	for i, part := range parts(source) {
		if part != inComment {
			code.WriteByte(source[i])
		}
	}
	return code.String()
}

// untilClosed returns what stands before the parenthesis that closes the one before the
// text.
func untilClosed(text string) (string, bool) {
	depth := 0
	for i, part := range parts(text) {
		if part != inCode {
			continue
		}
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return text[:i], true
			}
		}
	}
	return "", false
}

// splitOutside splits a text at a sign that stands in no brackets and no string.
func splitOutside(text string, sign byte) []string {
	var split []string
	depth, start := 0, 0
	for i, part := range parts(text) {
		switch c := text[i]; {
		case part != inCode:
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == sign && depth == 0:
			split = append(split, text[start:i])
			start = i + 1
		}
	}
	return append(split, text[start:])
}

// part is what a byte of a source belongs to.
type part uint8

const (
	inCode part = iota
	inString
	inComment
)

// parts ranges over the bytes of a source and what each belongs to.
func parts(source string) func(yield func(int, part) bool) {
	return func(yield func(int, part) bool) {
		quote, escaped, comment := byte(0), false, false
		for i := 0; i < len(source); i++ {
			p, c := inCode, source[i]
			switch {
			case comment && c != '\n':
				p = inComment
			case comment:
				comment = false
			case quote != 0:
				p = inString
				if c == quote && !escaped {
					quote = 0
				}
				escaped = c == '\\' && !escaped
			case c == '"' || c == '\'':
				p, quote = inString, c
			case c == '#':
				p, comment = inComment, true
			}
			if !yield(i, p) {
				return
			}
		}
	}
}
