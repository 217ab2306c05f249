package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// Alarm is how often one check refused calls of one tool, and how often that was wrong
// as far as people said so.
type Alarm struct {
	Tool, Check string
	Refused     int // decisions that this check failed, or that it left to a person
	Complained  int // ... that somebody complained about
	Approved    int // ... that a person approved
	Rejected    int // ... that a person rejected
	False       int // ... that were complained about or approved, and not rejected
}

// FalseRate is the share of refusals that were wrong: complained about or approved by a
// person, unless a person rejected the call. Who is silent agrees, so that it is the
// least it can be.
func (a Alarm) FalseRate() float64 {
	if a.Refused == 0 {
		return 0
	}
	return float64(a.False) / float64(a.Refused)
}

// Alarms counts refusals and what was said about them, folded from the events of the
// log. The zero value has counted nothing. It belongs to one goroutine.
type Alarms struct {
	refusals map[place]*refusal
}

// refusal is one refused call and what was said about it.
type refusal struct {
	tool       string
	checks     []string
	complained bool
	resolution string
}

// Apply counts the next event of the log.
func (a *Alarms) Apply(r events.Record) error {
	e, err := events.Read(r.Payload)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	_, key, err := events.ParseSubject(r.Subject)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	switch body := e.Body.(type) {
	case *events.Decided:
		d, err := core.ReadDecision(body.Decision)
		if err != nil {
			return fmt.Errorf("event %d: %w", r.Sequence, err)
		}
		if d.Outcome != core.Allow {
			if a.refusals == nil {
				a.refusals = make(map[place]*refusal)
			}
			a.refusals[place{key, body.ProposalID}] = &refusal{tool: d.Tool, checks: checksOf(d)}
		}
	case *events.Complained:
		if c := a.refusals[place{key, body.ProposalID}]; c != nil {
			c.complained = true
		}
	case *events.Resolved:
		if c := a.refusals[place{key, body.ProposalID}]; c != nil {
			c.resolution = body.Resolution
		}
	}
	return nil
}

// checksOf returns the checks that refused a call, each once: those that failed, else
// those that could not be evaluated.
func checksOf(d *core.Decision) []string {
	var names []string
	for _, r := range d.Reasons {
		if !slices.Contains(names, r.Check) {
			names = append(names, r.Check)
		}
	}
	return names
}

// List returns the counts, the most false alarms first, then by tool and check.
func (a *Alarms) List() []Alarm {
	type of struct{ tool, check string }
	counts := make(map[of]*Alarm)
	for _, c := range a.refusals {
		for _, check := range c.checks {
			at := of{c.tool, check}
			if counts[at] == nil {
				counts[at] = &Alarm{Tool: c.tool, Check: check}
			}
			counts[at].count(c)
		}
	}
	list := make([]Alarm, 0, len(counts))
	for _, alarm := range counts {
		list = append(list, *alarm)
	}
	slices.SortFunc(list, func(a, b Alarm) int {
		return cmp.Or(cmp.Compare(b.False, a.False), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Check, b.Check))
	})
	return list
}

func (a *Alarm) count(c *refusal) {
	a.Refused++
	if c.complained {
		a.Complained++
	}
	switch c.resolution {
	case events.Approved:
		a.Approved++
	case events.Rejected:
		a.Rejected++
	}
	if c.resolution == events.Approved || c.complained && c.resolution != events.Rejected {
		a.False++
	}
}

// ListAlarms counts the refusals of the log, or of a tenant or session of it.
func ListAlarms(ctx context.Context, log *jetstream.Log, r jetstream.Range) ([]Alarm, error) {
	r.From, r.Follow = 0, false
	var alarms Alarms
	if err := log.Tail(ctx, r, alarms.Apply); err != nil {
		return nil, err
	}
	return alarms.List(), nil
}
