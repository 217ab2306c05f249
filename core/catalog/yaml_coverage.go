package catalog

import (
	"strings"
	"unicode/utf8"
)

// coverage follows the tokens through the text they were read from. Between two tokens
// may only be white space, and each token has to be what is written at its place: a
// lexer that skips something it does not understand must not change what a catalog says.
type coverage struct {
	rest string // of the text, from where the next token may begin
	at   place  // where that is
}

// misunderstood is the error about the text from here on.
func (c *coverage) misunderstood() error {
	return &problem{c.at, "expected YAML, this is not understood: write a text in quotes"}
}

// advance moves over so many bytes, and returns them.
func (c *coverage) advance(size int) string {
	text := c.rest[:size]
	c.rest = c.rest[size:]
	lastLine := text
	if breaks := strings.Count(text, "\n"); breaks > 0 {
		c.at = place{c.at.line + breaks, 1}
		lastLine = text[strings.LastIndexByte(text, '\n')+1:]
	}
	c.at.column += utf8.RuneCountInString(lastLine)
	return text
}

// moveTo moves over white space and line breaks, which have to lead to a place.
func (c *coverage) moveTo(at place) error {
	c.space()
	if c.at != at {
		return c.misunderstood()
	}
	return nil
}

func (c *coverage) space() {
	c.advance(len(c.rest) - len(strings.TrimLeft(c.rest, " \t\n")))
}

// end checks that nothing is left.
func (c *coverage) end() error {
	c.space()
	if c.rest != "" {
		return c.misunderstood()
	}
	return nil
}

// exactly moves over a text that has to be written here.
func (c *coverage) exactly(text string) error {
	if text == "" || !strings.HasPrefix(c.rest, text) {
		return c.misunderstood()
	}
	c.advance(len(text))
	return nil
}

// line moves over the rest of the line and its break, and returns it without.
func (c *coverage) line() string {
	size := strings.IndexByte(c.rest, '\n') + 1
	if size == 0 {
		size = len(c.rest)
	}
	return strings.TrimSuffix(c.advance(size), "\n")
}

// comment moves over a comment.
func (c *coverage) comment() error {
	if !strings.HasPrefix(c.rest, "#") {
		return c.misunderstood()
	}
	c.line()
	return nil
}

// plain moves over a scalar without quotes, which may go on over several lines, and
// returns it as it is written: its words have to be those that the lexer read.
func (c *coverage) plain(text string) (written string, err error) {
	begin := c.rest
	for word := range strings.FieldsFuncSeq(text, isYAMLSpace) {
		c.space()
		if err := c.exactly(word); err != nil {
			return "", err
		}
	}
	return begin[:len(begin)-len(c.rest)], nil
}

func isYAMLSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }

// quoted moves over a scalar in quotes, and returns it as it is written.
func (c *coverage) quoted() (written string, err error) {
	if c.rest == "" || c.rest[0] != '"' && c.rest[0] != '\'' {
		return "", c.misunderstood()
	}
	quote := c.rest[0]
	for i := 1; i < len(c.rest); i++ {
		switch {
		case c.rest[i] == '\\' && quote == '"':
			i++
		case c.rest[i] == quote && quote == '\'' && i+1 < len(c.rest) && c.rest[i+1] == quote:
			i++ // a doubled quote is one of the text
		case c.rest[i] == quote:
			return c.advance(i + 1), nil
		}
	}
	return "", c.misunderstood()
}

// lines moves over the header of a block scalar and the lines before a line (0: all),
// and returns them. Spaces at the end of a line, which nobody sees and readers treat
// differently, are refused.
func (c *coverage) lines(header string, before int) ([]string, error) {
	if err := c.exactly(header); err != nil {
		return nil, err
	}
	if after := strings.TrimLeft(c.line(), " \t"); after != "" && after[0] != '#' {
		return nil, c.misunderstood()
	}
	var lines []string
	for c.rest != "" && (before == 0 || c.at.line < before) {
		number := c.at.line
		line := c.line()
		if trimmed := strings.TrimRight(line, " \t"); trimmed != line {
			return nil, &problem{place{number, utf8.RuneCountInString(trimmed) + 1}, "expected no spaces at the end of a line of text"}
		}
		lines = append(lines, line)
	}
	return lines, nil
}
