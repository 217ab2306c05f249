package replay

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/pebblestore"
)

// differenceLine is a line of the report for programs.
type differenceLine struct {
	Type       string       `json:"type"` // "difference"
	Class      Class        `json:"class"`
	Flip       string       `json:"flip,omitempty"` // "widening", "loosening", "narrowing"
	Seq        uint64       `json:"seq"`
	Tenant     string       `json:"tenant"`
	Session    string       `json:"session"`
	ProposalID string       `json:"proposal_id,omitempty"`
	Tool       string       `json:"tool,omitempty"`
	Was        core.Outcome `json:"was,omitempty"`
	Now        core.Outcome `json:"now,omitempty"`
	Checks     []string     `json:"checks,omitempty"`
	Members    []string     `json:"members,omitempty"`
	Missing    []string     `json:"missing_facts,omitempty"`
	Detail     string       `json:"detail,omitempty"`
}

// summaryLine is the last line.
type summaryLine struct {
	Type      string           `json:"type"` // "summary"
	Ledger    pebblestore.Head `json:"ledger"`
	Sessions  uint64           `json:"sessions"`
	Records   uint64           `json:"records"`
	Decisions uint64           `json:"decisions"`
	Same      uint64           `json:"same"`
	Widening  int              `json:"widening"`
	Drift     int              `json:"drift"`
	Classes   map[Class]int    `json:"classes"`
	Recorded  Versions         `json:"recorded"`
	Computed  Versions         `json:"computed"`
}

// WriteJSONLines writes the report for programs: one line a difference, in the order
// of the report, and one with the sums.
func (r *Report) WriteJSONLines(w io.Writer) error {
	for _, d := range r.Differences {
		line := differenceLine{
			Type: "difference", Class: d.Class, Seq: d.Seq, Tenant: d.Session.Tenant, Session: d.Session.Name, ProposalID: d.ProposalID,
			Tool: d.Tool, Was: d.Was, Now: d.Now, Checks: d.Checks, Members: d.Members, Missing: d.Missing, Detail: d.Detail,
		}
		if f := d.Flip(); f != NoFlip {
			line.Flip = f.String()
		}
		if err := writeLine(w, line); err != nil {
			return err
		}
	}
	sums := summaryLine{
		Type: "summary", Ledger: r.Ledger, Sessions: r.Sessions, Records: r.Records, Decisions: r.Decisions, Same: r.Same,
		Widening: r.Widening(), Drift: r.Drift(), Classes: make(map[Class]int), Recorded: r.Recorded, Computed: r.Computed,
	}
	for _, class := range classes {
		if n := r.Count(class); n > 0 {
			sums.Classes[class] = n
		}
	}
	return writeLine(w, sums)
}

func writeLine(w io.Writer, line any) error {
	data, err := json.Marshal(line, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
