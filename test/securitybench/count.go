package securitybench

import (
	"fmt"

	"github.com/guardstream/guardstream/core"
)

// Count is how many records had which outcome.
type Count struct {
	Allow    int `json:"allow"`
	Escalate int `json:"escalate"`
	Deny     int `json:"deny"`
}

func (c *Count) add(o core.Outcome) {
	switch o {
	case core.Allow:
		c.Allow++
	case core.Escalate:
		c.Escalate++
	default:
		c.Deny++
	}
}

// String writes allowed / escalated / denied.
func (c Count) String() string { return fmt.Sprintf("%d / %d / %d", c.Allow, c.Escalate, c.Deny) }

// All is the number of records.
func (c Count) All() int { return c.Allow + c.Escalate + c.Deny }

// Tally is ours beside the reference's, over the same records.
type Tally struct {
	Ours, Reference Count
	known           bool // whether the reference's outcome of any record is
}

func (t *Tally) add(r Result) {
	t.Ours.add(r.Outcome)
	if r.Reference != nil {
		t.Reference.add(r.Reference.Outcome)
		t.known = true
	}
}

// String writes ours, and the reference's in brackets where it is known.
func (t Tally) String() string {
	switch {
	case t.Ours.All() == 0:
		return ""
	case !t.known:
		return t.Ours.String()
	default:
		return fmt.Sprintf("%s (%s)", t.Ours, t.Reference)
	}
}

// Flags is how many texts the detector flagged.
type Flags struct {
	Flagged int `json:"flagged"`
	All     int `json:"all"`
}

// rate is in percent.
func (f Flags) rate() float64 { return 100 * float64(f.Flagged) / float64(max(1, f.All)) }

// Tallies counts the results of a set by any of their properties. Results whose
// property is empty are not counted.
func (s *Set) Tallies(by func(Record) string) map[string]*Tally {
	all := make(map[string]*Tally)
	for _, r := range s.Results {
		name := by(r.Record)
		if name == "" {
			continue
		}
		if all[name] == nil {
			all[name] = &Tally{}
		}
		all[name].add(r)
	}
	return all
}
