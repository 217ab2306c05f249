package catalog

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// yamlToken is one token of a YAML file: an indicator of structure or a scalar.
type yamlToken struct {
	kind   byte // one of - : , [ ] { }, scalar or lines
	text   string
	plain  bool // a scalar without quotes
	style  style
	place  place
	single bool // written on one line
}

// The kinds of tokens that say something.
const (
	scalar byte = 's'
	lines  byte = '|' // a block scalar
)

// unsupported says what to write instead of the parts of YAML that are refused: what
// makes one place of a file mean something else somewhere else, or that two readers
// of YAML read differently.
var unsupported = map[token.Type]string{
	token.AnchorType:     "anchors are not supported: write the value where it is meant",
	token.AliasType:      "aliases are not supported: write the value where it is meant",
	token.MergeKeyType:   "merge keys are not supported: write the keys where they are meant",
	token.TagType:        "tags are not supported: a text is written in quotes",
	token.DirectiveType:  "expected a value, % begins none: write a text in quotes",
	token.MappingKeyType: "keys that begin with ? are not supported",
}

// tokenize reads a file into tokens. Where they begin and of what kind they are is
// what the lexer says; what they say is read from the file here, and everything in the
// file has to belong to one, so that nothing written is lost.
func tokenize(data []byte) ([]yamlToken, error) {
	text, err := yamlText(data)
	if err != nil {
		return nil, err
	}
	z := &tokenizer{coverage: coverage{rest: text, at: place{1, 1}}, open: !strings.HasSuffix(text, "\n")}
	raw := lexer.Tokenize(text)
	for i := 0; i < len(raw); i++ {
		t := raw[i]
		if err := z.begin(t); err != nil {
			return nil, err
		}
		if t.Type != token.LiteralType && t.Type != token.FoldedType {
			err = z.token(t)
		} else {
			if i+1 < len(raw) && raw[i+1].Type == token.StringType && raw[i+1].Position.Line > t.Position.Line {
				i++ // the lexer has the lines as a token of their own
			}
			next := 0
			if i+1 < len(raw) {
				next = raw[i+1].Position.Line
			}
			err = z.block(t, next)
		}
		if err != nil {
			return nil, err
		}
	}
	return z.tokens, z.end()
}

// yamlText returns a file's text without a byte order mark and with plain line breaks.
func yamlText(data []byte) (string, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	at := cursor{data: data, place: place{1, 1}}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return "", &problem{at.moveTo(i), "expected UTF-8"}
		}
		if r < 0x20 && r != '\n' && r != '\t' || r == 0x7f || 0x80 <= r && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return "", &problem{at.moveTo(i), fmt.Sprintf("expected no control character, U+%04X is one", r)}
		}
		i += size
	}
	return string(data), nil
}

type tokenizer struct {
	coverage
	tokens []yamlToken
	open   bool // the last line of the file has no line break
}

// begin moves to where a token begins.
func (z *tokenizer) begin(t *token.Token) error {
	at := place{t.Position.Line, t.Position.Column}
	if t.Type == token.InvalidType {
		return &problem{at, "expected YAML: " + t.Error}
	}
	if message := unsupported[t.Type]; message != "" {
		return &problem{at, message}
	}
	return z.moveTo(at)
}

// token reads a token that is no block scalar.
func (z *tokenizer) token(t *token.Token) error {
	read := yamlToken{place: z.at, kind: scalar}
	switch t.Type {
	case token.CommentType:
		return z.comment()
	case token.DocumentHeaderType, token.DocumentEndType:
		if t.Type == token.DocumentHeaderType && len(z.tokens) > 0 {
			return &problem{z.at, "expected one document in the file"}
		}
		return z.exactly(t.Value)
	case token.SequenceEntryType, token.MappingValueType, token.CollectEntryType,
		token.SequenceStartType, token.SequenceEndType, token.MappingStartType, token.MappingEndType:
		read.kind = t.Value[0]
		if err := z.exactly(t.Value); err != nil {
			return err
		}
		if read.kind == ':' {
			if err := z.afterColon(); err != nil {
				return err
			}
		}
	case token.SingleQuoteType, token.DoubleQuoteType:
		written, err := z.quoted()
		if err != nil {
			return err
		}
		var ok bool
		if read.text, ok = unquote(written); !ok {
			return &problem{read.place, "expected a text in quotes with the escapes of JSON"}
		}
		read.style = quoted
		if written[0] == '"' && strings.Contains(written, `\`) {
			read.style = escaped
		}
		read.single = z.at.line == read.place.line
	default:
		if !plainText.MatchString(t.Value) {
			return z.misunderstood()
		}
		written, err := z.plain(t.Value)
		if err != nil {
			return err
		}
		read.text, read.plain, read.single = fold(written), true, z.at.line == read.place.line
	}
	if !read.single {
		read.style = folded
	}
	z.tokens = append(z.tokens, read)
	return nil
}

// afterColon checks that a colon is followed by white space, or by the end of the
// value: {a:b} has the key a for some readers and the key a:b for others. After a key
// in quotes there is only one way to read it.
func (z *tokenizer) afterColon() error {
	inQuotes := len(z.tokens) > 0 && z.tokens[len(z.tokens)-1].kind == scalar && !z.tokens[len(z.tokens)-1].plain
	if z.rest == "" || inQuotes || strings.ContainsRune(" \t\n,]}", rune(z.rest[0])) {
		return nil
	}
	return &problem{z.at, "expected a space after the colon"}
}

// block reads a block scalar: its header and the lines before a line, that of the next
// token, or 0 when there is none.
func (z *tokenizer) block(t *token.Token, next int) error {
	read := yamlToken{place: z.at, kind: lines, style: block}
	if t.Value[0] == '>' {
		read.style = folded
	}
	if t.Value != "|" && t.Value != "|-" && t.Value != ">" && t.Value != ">-" {
		return &problem{z.at, fmt.Sprintf("expected |, |-, > or >- before lines of text, not %s", t.Value)}
	}
	written, err := z.lines(t.Value, next)
	if err != nil {
		return err
	}
	var ok bool
	if read.text, ok = blockText(t.Value, written); !ok {
		return &problem{read.place, "expected lines of text that are indented as far as the first one"}
	}
	if z.open && z.rest == "" { // its last line ends with the file
		read.text = strings.TrimSuffix(read.text, "\n")
	}
	z.tokens = append(z.tokens, read)
	return nil
}
