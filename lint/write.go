package lint

import (
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// WriteText writes warnings for people.
func WriteText(w io.Writer, warnings []Warning) error {
	var b strings.Builder
	for _, one := range warnings {
		fmt.Fprintf(&b, "%s\n    %s\n", one, one.Advice)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// warningJSON is a warning for programs. Names are stable.
type warningJSON struct {
	Rule    string `json:"rule"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Path    string `json:"path"`
	Message string `json:"message"`
	Advice  string `json:"advice"`
}

// WriteJSON writes warnings as one JSON array.
func WriteJSON(w io.Writer, warnings []Warning) error {
	out := make([]warningJSON, len(warnings))
	for i, one := range warnings {
		out[i] = warningJSON{one.Rule, one.Position.File, one.Position.Line, one.Position.Column, one.Path, one.Message, one.Advice}
	}
	data, err := json.Marshal(out, jsontext.Multiline(true))
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
