package review

import (
	"fmt"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
)

// Case is one decided proposal, and what became of it since.
type Case struct {
	Key             events.Session // the tokens
	Tenant, Session string         // the literal ids, where the log knows them
	ProposalID      string
	Sequence        uint64 // of the event that decided
	Time            time.Time
	Decision        *core.Decision
	Call            []byte // JSON: as proposed
	Facts           []byte // JSON; nil when none were given
	ApprovalKey     string // what an answer binds to; "" of a decision that asks nobody
	Resolution      *events.ResolutionAnswer
	Making          *events.MakingAnswer
	Complaints      []Complaint // about the refusal, in order
}

// Open reports whether the case waits for a person.
func (c *Case) Open() bool { return c.Decision.Outcome == core.Escalate && c.Resolution == nil }

func newCase(r events.Record, e *events.Event, d *events.Decided) (*Case, error) {
	_, key, err := events.ParseSubject(r.Subject)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	decision, err := core.ReadDecision(d.Decision)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	c := &Case{Key: key, Tenant: key.Tenant, Session: key.Name, ProposalID: d.ProposalID, Sequence: r.Sequence, Time: e.Time,
		Decision: decision, Call: d.Call, Facts: d.Facts}
	if e.Tenant != "" {
		c.Tenant = e.Tenant
	}
	if e.Session != "" {
		c.Session = e.Session
	}
	if decision.Outcome == core.Escalate {
		c.ApprovalKey = decision.ApprovalKey()
	}
	return c, nil
}
