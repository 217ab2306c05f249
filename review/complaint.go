package review

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// Complaint is what somebody said about a refusal.
type Complaint struct {
	Text string
	By   string // as they call themselves; "" when not said
	Time time.Time
}

// complain adds a complaint to a case of the event's session.
func complain(r events.Record, e *events.Event, b *events.Complained, cases map[place]*Case) (*Case, error) {
	_, key, err := events.ParseSubject(r.Subject)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	c := cases[place{key, b.ProposalID}]
	if c == nil {
		return nil, nil
	}
	c.Complaints = append(c.Complaints, Complaint{b.Text, b.By, e.Time})
	return c, nil
}

// Complaints reads the refusals that somebody complained about from the log, or from a
// tenant or session of it, the oldest refusal first: denied ones, and those that a
// person was asked about, with the answer where there is one.
func Complaints(ctx context.Context, log *jetstream.Log, r jetstream.Range) ([]*Case, error) {
	r.From, r.Follow = 0, false
	complained := make(map[place]*Case)
	err := log.Tail(ctx, r, func(record events.Record) error {
		if !bytes.Contains(record.Payload, complaintMark) {
			return nil
		}
		e, err := events.Read(record.Payload)
		if err != nil {
			return fmt.Errorf("event %d: %w", record.Sequence, err)
		}
		if body, ok := e.Body.(*events.Complained); ok {
			_, key, err := events.ParseSubject(record.Subject)
			complained[place{key, body.ProposalID}] = nil
			return err
		}
		return nil
	})
	if err != nil || len(complained) == 0 {
		return nil, err
	}
	// The refusals stand before their complaints: they are read now that it is known
	// which of all refusals are wanted.
	err = log.Tail(ctx, r, func(record events.Record) error { return takeComplained(record, complained) })
	if err != nil {
		return nil, err
	}
	cases := make([]*Case, 0, len(complained))
	for _, c := range complained {
		if c != nil {
			cases = append(cases, c)
		}
	}
	inOrder(cases)
	return cases, nil
}

// complaintMark stands in every complaint's event.
var complaintMark = []byte(`"type":"complaint"`)

// takeComplained folds an event into the wanted cases.
func takeComplained(r events.Record, wanted map[place]*Case) error {
	e, err := events.Read(r.Payload)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	switch body := e.Body.(type) {
	case *events.Decided:
		_, key, err := events.ParseSubject(r.Subject)
		at := place{key, body.ProposalID}
		if _, isWanted := wanted[at]; err != nil || !isWanted {
			return err
		}
		wanted[at], err = newCase(r, e, body)
		return err
	case *events.Complained:
		_, err := complain(r, e, body, wanted)
		return err
	case *events.Resolved:
		return resolve(r, e, body, wanted)
	}
	return nil
}

// resolve notes a person's answer to a case of the event's session.
func resolve(r events.Record, e *events.Event, b *events.Resolved, cases map[place]*Case) error {
	_, key, err := events.ParseSubject(r.Subject)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	if c := cases[place{key, b.ProposalID}]; c != nil {
		c.Resolution = &events.ResolutionAnswer{Resolution: b.Resolution, Reviewer: b.Reviewer, Note: b.Note, ID: b.ID, Time: e.Time}
	}
	return nil
}
