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

// advance moves over so many bytes.
func (c *coverage) advance(size int) {
	text := c.rest[:size]
	c.rest = c.rest[size:]
	if breaks := strings.Count(text, "\n"); breaks > 0 {
		c.at = place{c.at.line + breaks, 1}
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	c.at.column += utf8.RuneCountInString(text)
}

// space moves over white space and line breaks.
func (c *coverage) space() {
	c.advance(len(c.rest) - len(strings.TrimLeft(c.rest, " \t\n")))
}

// begin moves to a token's place.
func (c *coverage) begin(at place) error {
	c.space()
	if c.at != at {
		return c.misunderstood()
	}
	return nil
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

// afterColon checks that a colon is followed by white space, or by the end of the
// value: {a:b} has the key a for some readers and the key a:b for others. After a key
// in quotes there is only one way to read it.
func (c *coverage) afterColon(before []yamlToken) error {
	inQuotes := len(before) > 0 && before[len(before)-1].kind == scalar && !before[len(before)-1].plain
	if c.rest == "" || inQuotes || strings.ContainsRune(" \t\n,]}", rune(c.rest[0])) {
		return nil
	}
	return &problem{c.at, "expected a space after the colon"}
}

// line moves over the rest of the line.
func (c *coverage) line() {
	size := strings.IndexByte(c.rest, '\n') + 1
	if size == 0 {
		size = len(c.rest)
	}
	c.advance(size)
}

// comment moves over a comment.
func (c *coverage) comment() error {
	if !strings.HasPrefix(c.rest, "#") {
		return c.misunderstood()
	}
	c.line()
	return nil
}

// plain moves over a scalar without quotes, which may go on over several lines: its
// words have to be the ones that are written.
func (c *coverage) plain(text string) (single bool, err error) {
	line := c.at.line
	for word := range strings.FieldsFuncSeq(text, isYAMLSpace) {
		c.space()
		if err := c.exactly(word); err != nil {
			return false, err
		}
	}
	return c.at.line == line, nil
}

func isYAMLSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }

// quoted moves over a scalar in quotes to its closing one.
func (c *coverage) quoted(quote byte) (single bool, how style, err error) {
	line := c.at.line
	if err := c.exactly(string(quote)); err != nil {
		return false, how, err
	}
	how = quoted
	for i := 0; i < len(c.rest); i++ {
		switch {
		case c.rest[i] == '\\' && quote == '"':
			how = escaped
			i++
		case c.rest[i] == quote && quote == '\'' && i+1 < len(c.rest) && c.rest[i+1] == quote:
			i++ // a doubled quote is one of the text
		case c.rest[i] == quote:
			c.advance(i + 1)
			return c.at.line == line, how, nil
		}
	}
	return false, how, c.misunderstood()
}

// block moves over the header of a block scalar and the lines before a line: that of
// the next token, or 0 when there is none.
func (c *coverage) block(before int) {
	c.line()
	for c.rest != "" && (before == 0 || c.at.line < before) {
		c.line()
	}
}
