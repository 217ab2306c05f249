package catalog

import (
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// coverage follows the tokens through the text they were read from. Between two tokens
// may only be white space, and each token has to be what is written at its place: a
// lexer that skips something it does not understand must not change what a catalog says.
type coverage struct {
	lines []string // with their line breaks
	at    place    // where the next token may begin
}

// problem says that the text from here on is not understood.
func (c *coverage) problem() error {
	return &problem{c.at, "expected YAML, this is not understood: write a text in quotes"}
}

// rest returns the line from where the reader is.
func (c *coverage) rest() string {
	if c.at.line > len(c.lines) {
		return ""
	}
	line := c.lines[c.at.line-1]
	for range c.at.column - 1 {
		if line == "" {
			break
		}
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return line
}

// advance moves over a text that is there.
func (c *coverage) advance(text string) {
	if breaks := strings.Count(text, "\n"); breaks > 0 {
		c.at = place{c.at.line + breaks, 1}
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	c.at.column += utf8.RuneCountInString(text)
}

// space moves over white space, and over lines that hold nothing else.
func (c *coverage) space() {
	for {
		rest := c.rest()
		trimmed := strings.TrimLeft(rest, " \t\n")
		c.advance(rest[:len(rest)-len(trimmed)])
		if trimmed != "" || rest == "" {
			return
		}
	}
}

// begin moves to a token's place.
func (c *coverage) begin(at place) error {
	if c.at == (place{}) {
		c.at = place{1, 1}
	}
	c.space()
	if c.at != at {
		return c.problem()
	}
	return nil
}

// end checks that nothing is left.
func (c *coverage) end() error {
	if c.at == (place{}) {
		c.at = place{1, 1}
	}
	c.space()
	if c.rest() != "" {
		return c.problem()
	}
	return nil
}

// exactly moves over a text that has to be written here.
func (c *coverage) exactly(text string) error {
	if text == "" || !strings.HasPrefix(c.rest(), text) {
		return c.problem()
	}
	c.advance(text)
	return nil
}

// comment moves over the rest of the line.
func (c *coverage) comment() error {
	rest := c.rest()
	if !strings.HasPrefix(rest, "#") {
		return c.problem()
	}
	c.advance(rest)
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
func (c *coverage) quoted(t *token.Token) (single bool, how style, err error) {
	quote, line := byte('\''), c.at.line
	if t.Type == token.DoubleQuoteType {
		quote = '"'
	}
	if err := c.exactly(string(quote)); err != nil {
		return false, how, err
	}
	how = quoted
	for {
		rest := c.rest()
		if rest == "" {
			return false, how, c.problem()
		}
		for i := 0; i < len(rest); i++ {
			switch {
			case rest[i] == '\\' && quote == '"':
				how = escaped
				i++
			case rest[i] == quote && quote == '\'' && i+1 < len(rest) && rest[i+1] == quote:
				i++ // a doubled quote is one of the text
			case rest[i] == quote:
				c.advance(rest[:i+1])
				return c.at.line == line, how, nil
			}
		}
		c.advance(rest)
	}
}

// block moves over the header of a block scalar and the lines up to the next token.
func (c *coverage) block(raw token.Tokens, i int) error {
	c.advance(c.rest()) // the header
	last := len(c.lines) + 1
	if i+1 < len(raw) {
		last = raw[i+1].Position.Line
	}
	for c.at.line < last && c.rest() != "" {
		c.advance(c.rest())
	}
	return nil
}
