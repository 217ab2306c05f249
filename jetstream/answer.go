package jetstream

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/guardstream/guardstream/events"
)

// publishAnswer publishes an answer on its session's subject, without the decision's
// body when that is too large for a message: outcome and sequence are what it needs.
func publishAnswer(nc *nats.Conn, s events.Session, a events.Answer) error {
	const envelope = 1 << 10
	err := nc.Publish(s.Subject(events.Answers), a.AppendJSON(make([]byte, 0, envelope+len(a.Decision))))
	if errors.Is(err, nats.ErrMaxPayload) && a.Decision != nil {
		a.Decision = nil
		err = nc.Publish(s.Subject(events.Answers), a.AppendJSON(nil))
	}
	return err
}

// decision returns the body of a decision of the log.
func (l *Log) decision(ctx context.Context, sequence uint64) ([]byte, error) {
	record, err := l.Get(ctx, sequence)
	if err != nil {
		return nil, err
	}
	e, err := events.Read(record.Payload)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", sequence, err)
	}
	d, ok := e.Body.(*events.Decided)
	if !ok {
		return nil, fmt.Errorf("event %d: %w: it is %s, not a decision", sequence, events.ErrEvent, e.Body.Type())
	}
	return d.Decision, nil
}
