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

// Queue is the escalations that wait for a person, folded from the events of the log.
// The zero value is the empty queue. It belongs to one goroutine.
type Queue struct {
	waiting map[place]*Case
}

// place is what a case is known by: ids are unique within a session only.
type place struct {
	session    events.Session
	proposalID string
}

// Apply folds the next event of the log. It returns the case when the event put one
// into the queue, took one out, or complains about one that waits.
func (q *Queue) Apply(r events.Record) (*Case, error) {
	e, err := events.Read(r.Payload)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", r.Sequence, err)
	}
	switch body := e.Body.(type) {
	case *events.Decided:
		c, err := newCase(r, e, body)
		if err != nil || c.Decision.Outcome != core.Escalate {
			return nil, err
		}
		if q.waiting == nil {
			q.waiting = make(map[place]*Case)
		}
		q.waiting[place{c.Key, c.ProposalID}] = c
		return c, nil
	case *events.Resolved:
		_, key, err := events.ParseSubject(r.Subject)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", r.Sequence, err)
		}
		at := place{key, body.ProposalID}
		c := q.waiting[at]
		if c == nil {
			return nil, nil
		}
		delete(q.waiting, at)
		c.Resolution = &events.ResolutionAnswer{Resolution: body.Resolution, Reviewer: body.Reviewer, Note: body.Note, ID: body.ID, Time: e.Time}
		return c, nil
	case *events.Complained:
		return complain(r, e, body, q.waiting)
	default:
		return nil, nil
	}
}

// Cases returns the queue, the oldest first.
func (q *Queue) Cases() []*Case {
	cases := make([]*Case, 0, len(q.waiting))
	for _, c := range q.waiting {
		cases = append(cases, c)
	}
	inOrder(cases)
	return cases
}

// inOrder sorts cases, the oldest first.
func inOrder(cases []*Case) {
	slices.SortFunc(cases, func(a, b *Case) int { return cmp.Compare(a.Sequence, b.Sequence) })
}

// List reads the queue from the log, or from a tenant or session of it.
func List(ctx context.Context, log *jetstream.Log, r jetstream.Range) ([]*Case, error) {
	r.From, r.Follow = 0, false
	var q Queue
	err := log.Tail(ctx, r, func(record events.Record) error {
		_, err := q.Apply(record)
		return err
	})
	if err != nil {
		return nil, err
	}
	return q.Cases(), nil
}

// Watch follows the log from its beginning until ctx ends, or until it can't be read.
// Once it has seen what there was at the start, changed is called for every case that
// begins to wait, is answered or is complained about; before that, once for every case
// that waits.
func Watch(ctx context.Context, log *jetstream.Log, changed func(*Case)) error {
	head, err := log.Head(ctx)
	if err != nil {
		return err
	}
	var q Queue
	caughtUp := head.Last == 0
	return log.Tail(ctx, jetstream.Range{Follow: true}, func(record events.Record) error {
		c, err := q.Apply(record)
		if err != nil {
			return err
		}
		if caughtUp && c != nil {
			changed(c)
		}
		if !caughtUp && record.Sequence >= head.Last {
			caughtUp = true
			for _, c := range q.Cases() {
				changed(c)
			}
		}
		return nil
	})
}
