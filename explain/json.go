package explain

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// The JSON form of an explanation. Names are stable.
type (
	explanationJSON struct {
		Outcome      string         `json:"outcome"`
		DecidedBy    string         `json:"decided_by,omitempty"`
		Tool         string         `json:"tool"`
		Arguments    jsontext.Value `json:"arguments"`
		Checks       []checkJSON    `json:"checks"`
		Passages     []passageJSON  `json:"passages,omitempty"`
		Skipped      int            `json:"skipped,omitempty"`
		OtherCatalog bool           `json:"other_catalog,omitempty"`
		NextSteps    []string       `json:"next_steps,omitempty"`
		Decision     jsontext.Value `json:"decision"` // its body
	}
	checkJSON struct {
		Name    string       `json:"name"`
		OnFail  string       `json:"on_fail"`
		State   string       `json:"state"`
		Why     string       `json:"why,omitempty"`
		About   string       `json:"about"`
		Lookups []lookupJSON `json:"lookups,omitempty"`
		Policy  *policyJSON  `json:"policy,omitempty"`
		Change  string       `json:"change,omitempty"`
	}
	lookupJSON struct {
		Argument string              `json:"argument"`
		Value    jsontext.Value      `json:"value"`
		Matcher  string              `json:"matcher,omitempty"`
		From     []conversation.Role `json:"from,omitempty"`
		Found    bool                `json:"found"`
		Places   []placeJSON         `json:"places"`
		More     int                 `json:"more,omitempty"`
	}
	placeJSON struct {
		Message int               `json:"message"`
		Session string            `json:"session,omitempty"`
		Role    conversation.Role `json:"role"`
		Start   int               `json:"start"`
		End     int               `json:"end"`
		Quote   string            `json:"quote"`
		Counts  bool              `json:"counts"`
		Why     string            `json:"why,omitempty"`
	}
	passageJSON struct {
		Message int    `json:"message"`
		Start   int    `json:"start"`
		End     int    `json:"end"`
		Rule    string `json:"rule"`
		Quote   string `json:"quote"`
	}
	policyJSON struct {
		Expr   string     `json:"expr"`
		Reason string     `json:"reason,omitempty"`
		Reads  []readJSON `json:"reads"`
		Parts  []partJSON `json:"parts"`
	}
	readJSON struct {
		Name  string         `json:"name"`
		Given bool           `json:"given"`
		Value jsontext.Value `json:"value,omitempty"`
		Why   string         `json:"why,omitempty"`
	}
	partJSON struct {
		Expr  string `json:"expr"`
		Holds bool   `json:"holds"`
		Why   string `json:"why,omitempty"`
	}
)

// WriteJSON writes an explanation as one line of JSON.
func (e *Explanation) WriteJSON(w io.Writer) error {
	d := e.Decision
	out := explanationJSON{Outcome: string(d.Outcome), DecidedBy: e.DecidedBy, Tool: d.Tool, Arguments: textOf(d.Arguments), Checks: []checkJSON{},
		Skipped: e.Skipped, OtherCatalog: e.OtherCatalog, NextSteps: d.NextSteps(), Decision: d.AppendJSON(nil)}
	for _, c := range e.Checks {
		out.Checks = append(out.Checks, c.json())
	}
	for _, p := range e.Passages {
		out.Passages = append(out.Passages, passageJSON(p))
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func (c Check) json() checkJSON {
	out := checkJSON{Name: c.Name, OnFail: string(c.OnFail), State: c.State, Why: c.Why, About: c.About, Change: c.Change}
	for _, l := range c.Lookups {
		one := lookupJSON{Argument: l.Argument, Value: textOf(l.Value), Matcher: l.Matcher, From: l.From, Found: l.Found(), Places: []placeJSON{}, More: l.More}
		for _, p := range l.Places {
			one.Places = append(one.Places, placeJSON(p))
		}
		out.Lookups = append(out.Lookups, one)
	}
	if p := c.Policy; p != nil {
		out.Policy = &policyJSON{Expr: p.Expr, Reason: p.Reason, Reads: []readJSON{}, Parts: []partJSON{}}
		for _, r := range p.Reads {
			one := readJSON{Name: r.Name, Given: r.Given, Why: r.Why}
			if r.Given {
				one.Value = textOf(r.Value)
			}
			out.Policy.Reads = append(out.Policy.Reads, one)
		}
		for _, part := range p.Parts {
			out.Policy.Parts = append(out.Policy.Parts, partJSON(part))
		}
	}
	return out
}

func textOf(v jsonvalue.Value) jsontext.Value { return v.Append(nil, jsonvalue.Compact) }
