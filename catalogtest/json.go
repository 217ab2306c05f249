package catalogtest

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/guardstream/guardstream/core"
)

// The JSON form of a report. Names are stable.
type (
	reportJSON struct {
		Catalog  string        `json:"catalog"`
		File     string        `json:"file"`
		Passed   int           `json:"passed"`
		Failed   int           `json:"failed"`
		Cases    []resultJSON  `json:"cases"`
		Coverage coverageJSON  `json:"coverage"`
		Mutation *mutationJSON `json:"mutation,omitempty"`
	}
	resultJSON struct {
		Name        string           `json:"name"`
		Position    string           `json:"position"`
		Passed      bool             `json:"passed"`
		Differences []differenceJSON `json:"differences,omitempty"`
		Decision    jsontext.Value   `json:"decision,omitempty"`
	}
	differenceJSON struct {
		What string `json:"what"`
		Want string `json:"want"`
		Got  string `json:"got"`
	}
	coverageJSON struct {
		Tools    []toolJSON  `json:"tools"`
		Policies []checkJSON `json:"policies"`
		Gaps     []gapJSON   `json:"gaps"`
	}
	toolJSON struct {
		Tool   string      `json:"tool"`
		Cases  int         `json:"cases"`
		Checks []checkJSON `json:"checks"`
	}
	checkJSON struct {
		Name         string `json:"name"`
		Passed       int    `json:"passed"`
		Failed       int    `json:"failed"`
		NotEvaluated int    `json:"not_evaluated"`
	}
	gapJSON struct {
		Tool  string `json:"tool,omitempty"`
		Check string `json:"check,omitempty"`
		What  string `json:"what"`
	}
	mutationJSON struct {
		Score   float64      `json:"score"` // from 0 to 1
		Mutants []mutantJSON `json:"mutants"`
		Stale   []string     `json:"stale,omitempty"`
	}
	mutantJSON struct {
		Change    string   `json:"change"`
		Position  string   `json:"position"`
		Tools     []string `json:"tools"`
		NoticedBy string   `json:"noticed_by,omitempty"`
		Accepted  string   `json:"accepted,omitempty"`
		Add       string   `json:"add,omitempty"` // what would notice it, of one that nothing does
	}
)

// WriteJSON writes a report as one line of JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	failed := r.Failed()
	out := reportJSON{Catalog: r.Catalog, File: r.File, Passed: len(r.Results) - failed, Failed: failed, Cases: []resultJSON{}, Coverage: r.Coverage.json()}
	for _, result := range r.Results {
		one := resultJSON{Name: result.Case.Name, Position: result.Case.Position.String(), Passed: result.Passed(), Decision: bodyOf(result.Decision)}
		for _, d := range result.Differences {
			one.Differences = append(one.Differences, differenceJSON(d))
		}
		out.Cases = append(out.Cases, one)
	}
	if r.Mutation != nil {
		out.Mutation = r.Mutation.json()
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func bodyOf(d *core.Decision) jsontext.Value {
	if d == nil {
		return nil
	}
	return d.AppendJSON(nil)
}

func (c Coverage) json() coverageJSON {
	out := coverageJSON{Tools: []toolJSON{}, Policies: checksJSON(c.Policies), Gaps: []gapJSON{}}
	for _, t := range c.Tools {
		out.Tools = append(out.Tools, toolJSON{t.Tool, t.Cases, checksJSON(t.Checks)})
	}
	for _, g := range c.Gaps() {
		out.Gaps = append(out.Gaps, gapJSON(g))
	}
	return out
}

func checksJSON(checks []CheckCoverage) []checkJSON {
	out := make([]checkJSON, len(checks))
	for i, c := range checks {
		out[i] = checkJSON(c)
	}
	return out
}

func (m *Mutation) json() *mutationJSON {
	out := &mutationJSON{Score: m.Score(), Mutants: []mutantJSON{}}
	for _, mutant := range m.Mutants {
		one := mutantJSON{Change: mutant.Change, Position: mutant.Position.String(), Tools: mutant.Tools, Accepted: mutant.Accepted}
		if mutant.Noticed != nil {
			one.NoticedBy = mutant.Noticed.Name
		} else if mutant.Accepted == "" {
			one.Add = mutant.Advice
		}
		out.Mutants = append(out.Mutants, one)
	}
	for _, a := range m.Stale {
		out.Stale = append(out.Stale, a.Change)
	}
	return out
}
