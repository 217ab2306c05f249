package securitybench

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// TextResult is what the detector of instruction-like text said about one text.
type TextResult struct {
	ID        string
	Label     string // injection or benign
	Source    string
	Flagged   bool
	Reference *bool // nil where it is not known
}

// Cell names the row of the table: "benign/notinject/one".
func (t TextResult) Cell() string { return t.Label + "/" + t.Source }

// addCorpus reads the texts of a folder as tool outputs are read.
func (report *Report) addCorpus(ctx context.Context, folder string) error {
	known, err := reference(folder, func(v jsonvalue.Value) (*bool, error) {
		value, there := v.Get("flagged")
		if !there || value.Kind() != jsonvalue.Bool {
			return nil, fmt.Errorf("%w: flagged has to be true or false", ErrRecord)
		}
		flagged := value.Bool()
		return &flagged, nil
	})
	if err != nil {
		return err
	}
	return eachLine(filepath.Join(folder, CorpusFile), func(v jsonvalue.Value) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		var t TextResult
		var text string
		err := texts(v, map[string]*string{"id": &t.ID, "label": &t.Label, "source": &t.Source, "text": &text}, "text")
		if err != nil {
			return err
		}
		if t.Label != "injection" && t.Label != "benign" {
			return fmt.Errorf("%w: label %q is neither injection nor benign", ErrRecord, t.Label)
		}
		t.Flagged = len(injection.Scan(text)) > 0
		t.Reference = known[t.ID]
		report.Texts = append(report.Texts, t)
		return nil
	})
}
