package catalog

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// yamlToken is one token of a YAML file: an indicator of structure or a scalar.
type yamlToken struct {
	kind   byte // one of - : , [ ] { } or scalar
	text   string
	plain  bool // a scalar without quotes
	style  style
	place  place
	single bool // written on one line
}

const scalar byte = 's'

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

// tokenize reads a file into tokens. What is in the file and what the tokens hold is
// compared, so that nothing is read that is not written, and nothing written is lost.
func tokenize(data []byte) ([]yamlToken, error) {
	source, err := yamlText(data)
	if err != nil {
		return nil, err
	}
	raw := lexer.Tokenize(source)
	reader := &coverage{rest: source, at: place{1, 1}}
	var tokens []yamlToken
	for i := 0; i < len(raw); i++ {
		t := raw[i]
		at := place{t.Position.Line, t.Position.Column}
		if t.Type == token.InvalidType {
			return nil, &problem{at, "expected YAML: " + t.Error}
		}
		if message := unsupported[t.Type]; message != "" {
			return nil, &problem{at, message}
		}
		if err := reader.begin(at); err != nil {
			return nil, err
		}
		read := yamlToken{place: at, single: true}
		switch t.Type {
		case token.CommentType:
			err = reader.comment()
			read.kind = 0
		case token.DocumentHeaderType, token.DocumentEndType:
			if err = reader.exactly(t.Value); err == nil && t.Type == token.DocumentHeaderType && len(tokens) > 0 {
				err = &problem{at, "expected one document in the file"}
			}
		case token.SequenceEntryType, token.MappingValueType, token.CollectEntryType,
			token.SequenceStartType, token.SequenceEndType, token.MappingStartType, token.MappingEndType:
			read.kind = t.Value[0]
			if err = reader.exactly(t.Value); err == nil && read.kind == ':' {
				err = reader.afterColon(tokens)
			}
		case token.LiteralType, token.FoldedType:
			read.kind, read.single, read.style = scalar, false, block
			if t.Type == token.FoldedType {
				read.style = folded
			}
			if i+1 < len(raw) && raw[i+1].Type == token.StringType && raw[i+1].Position.Line > at.line {
				i++
				read.text = raw[i].Value
			}
			next := 0
			if i+1 < len(raw) {
				next = raw[i+1].Position.Line
			}
			reader.block(next)
		case token.SingleQuoteType, token.DoubleQuoteType:
			quote := byte('"')
			if t.Type == token.SingleQuoteType {
				quote = '\''
			}
			read.kind, read.text = scalar, t.Value
			read.single, read.style, err = reader.quoted(quote)
		default:
			read.kind, read.text, read.plain = scalar, t.Value, true
			read.single, err = reader.plain(t.Value)
		}
		if err != nil {
			return nil, err
		}
		if !utf8.ValidString(read.text) {
			return nil, &problem{at, "expected a text of whole characters"}
		}
		if read.kind != 0 {
			tokens = append(tokens, read)
		}
	}
	return tokens, reader.end()
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
