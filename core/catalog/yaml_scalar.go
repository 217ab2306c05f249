package catalog

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

var (
	// plainText is what may stand without quotes: not what begins like a part of the
	// structure.
	plainText = regexp.MustCompile("^([^-?:,\\[\\]{}#&*!|>'\"%@`\\s]|[-?:][^\\s])")

	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

	// numberish is what some version of YAML reads as a number and JSON does not.
	numberish = regexp.MustCompile(`(?i)^[-+]?(0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*(\.[0-9_]*)?(e[-+]?[0-9]+)?|\.[0-9][0-9_]*(e[-+]?[0-9]+)?|\.(inf|nan))$`)
)

// ambiguous are the words that some version of YAML reads as a boolean or null, beside
// those that all of them do.
var ambiguous = map[string]bool{"yes": true, "no": true, "on": true, "off": true, "true": true, "false": true, "null": true}

// node returns the value of a scalar.
func (t *yamlToken) node() (*node, error) {
	n := &node{kind: jsonvalue.String, text: t.text, place: t.place, style: t.style}
	if !t.plain {
		return n, nil
	}
	switch {
	case t.text == "", t.text == "~", t.text == "null":
		n.kind, n.text = jsonvalue.Null, ""
	case t.text == "true", t.text == "false":
		n.kind = jsonvalue.Bool
	case jsonNumber.MatchString(t.text):
		n.kind = jsonvalue.Number
	case ambiguous[strings.ToLower(t.text)]:
		return nil, &problem{t.place, fmt.Sprintf("expected true, false, null or a text in quotes: what %s means depends on the reader", t.text)}
	case numberish.MatchString(t.text):
		return nil, &problem{t.place, fmt.Sprintf("expected a number as JSON writes it or a text in quotes: what %s means depends on the reader", t.text)}
	}
	return n, nil
}
