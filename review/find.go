package review

import (
	"bytes"
	"context"
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// Find returns the case of a proposal, looking through the log, or through a tenant or
// session of it.
func Find(ctx context.Context, log *jetstream.Log, r jetstream.Range, proposalID string) (*Case, error) {
	r.From, r.Follow = 0, false
	mention := jsonvalue.AppendQuoted([]byte(`"proposal_id":`), proposalID)
	var found []*Case
	known := make(map[place]*Case)
	err := log.Tail(ctx, r, func(record events.Record) error {
		if !bytes.Contains(record.Payload, mention) {
			return nil
		}
		e, err := events.Read(record.Payload)
		if err != nil {
			return fmt.Errorf("event %d: %w", record.Sequence, err)
		}
		switch body := e.Body.(type) {
		case *events.Decided:
			if body.ProposalID != proposalID {
				return nil
			}
			c, err := newCase(record, e, body)
			if err != nil {
				return err
			}
			found, known[place{c.Key, c.ProposalID}] = append(found, c), c
		case *events.Complained:
			_, err := complain(record, e, body, known)
			return err
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, fmt.Errorf("%w: %q", ErrNotFound, proposalID)
	case len(found) > 1:
		return nil, ambiguous(proposalID, found)
	}
	return found[0], found[0].refresh(ctx, log)
}

// refresh reads what became of a case since it was decided.
func (c *Case) refresh(ctx context.Context, log *jetstream.Log) error {
	state, err := log.Load(ctx, c.Key)
	if err != nil {
		return err
	}
	a := state.Status(c.ProposalID, 0)
	c.Resolution, c.Making = a.Resolution, a.Making
	return nil
}
