package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"github.com/guardstream/guardstream/events"
)

// One request for events of a session.
const (
	loadBatch = 512
	loadBytes = 8 << 20
)

// loadTimeout bounds one request for events.
const loadTimeout = 5 * time.Second

// read folds the events of a session that its state does not have. They are read
// directly from whatever replica answers, which may be behind: an append finds out.
//
// The session's last event is asked for first: mostly there is none, or it is the only
// one that is missing, and a batch costs more than the request.
func (l *Log) read(ctx context.Context, state *events.State) error {
	subject := state.Session.Subject(events.Log)
	last, err := l.last(ctx, subject)
	switch {
	case err != nil:
		return fmt.Errorf("session %s can't be read: %w", state.Session, err)
	case last.Sequence <= state.Sequence:
		return nil
	case state.Follows(last):
		return state.Apply(last)
	}
	for state.Sequence < last.Sequence {
		if err := l.readBatch(ctx, subject, state); err != nil {
			return fmt.Errorf("session %s can't be read: %w", state.Session, err)
		}
	}
	return nil
}

// last returns a subject's last event, a zero one when there is none.
func (l *Log) last(ctx context.Context, subject string) (events.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	m, err := l.stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return events.Record{}, nil
	}
	if err != nil {
		return events.Record{}, err
	}
	return recordOf(m), nil
}

func (l *Log) readBatch(ctx context.Context, subject string, state *events.State) error {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	messages, err := jetstreamext.GetBatch(ctx, l.js, Events, loadBatch,
		jetstreamext.GetBatchSubject(subject), jetstreamext.GetBatchSeq(state.Sequence+1), jetstreamext.GetBatchMaxBytes(loadBytes))
	if err != nil {
		return err
	}
	before := state.Sequence
	for m, err := range messages {
		if err != nil {
			return err
		}
		if err := state.Apply(recordOf(m)); err != nil {
			return err
		}
	}
	if state.Sequence == before { // the iterator ends the same way when time runs out
		return fmt.Errorf("no answer from stream %s within %s", Events, loadTimeout)
	}
	return nil
}

func recordOf(m *jetstream.RawStreamMsg) events.Record {
	return events.Record{Subject: m.Subject, Sequence: m.Sequence, Stored: m.Time, Payload: m.Data}
}
