package lint

import (
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
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
	Kind    string `json:"kind"` // warning or recommendation
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Path    string `json:"path"`
	Message string `json:"message"`
	Advice  string `json:"advice"`
}

// WriteJSON writes warnings for programs: a line of JSON each.
func WriteJSON(w io.Writer, warnings []Warning) error {
	for _, one := range warnings {
		kind := "warning"
		if one.Recommended {
			kind = "recommendation"
		}
		line, err := json.Marshal(warningJSON{one.Rule, kind, one.Position.File, one.Position.Line, one.Position.Column, one.Path, one.Message, one.Advice})
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
