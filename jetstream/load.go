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

// pendingHeader tells how many messages come after one of a batch.
const pendingHeader = "Nats-Num-Pending"

// read folds the events of a session that its state does not have. They are read
// directly from whatever replica answers, which may be behind: an append finds out.
func (l *Log) read(ctx context.Context, state *events.State) error {
	subject := state.Session.Subject(events.Log)
	for {
		more, err := l.readBatch(ctx, subject, state)
		if err != nil {
			return fmt.Errorf("session %s can't be read: %w", state.Session, err)
		}
		if !more {
			return nil
		}
	}
}

func (l *Log) readBatch(ctx context.Context, subject string, state *events.State) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	messages, err := jetstreamext.GetBatch(ctx, l.js, Events, loadBatch,
		jetstreamext.GetBatchSubject(subject), jetstreamext.GetBatchSeq(state.Sequence+1), jetstreamext.GetBatchMaxBytes(loadBytes))
	if err != nil {
		return false, err
	}
	answered := false
	for m, err := range messages {
		if errors.Is(err, jetstreamext.ErrNoMessages) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if err := state.Apply(recordOf(m)); err != nil {
			return false, err
		}
		answered, more = true, m.Header.Get(pendingHeader) != "0"
	}
	if !answered { // the iterator ends the same way when time runs out
		return false, fmt.Errorf("no answer from stream %s within %s", Events, loadTimeout)
	}
	return more, nil
}

func recordOf(m *jetstream.RawStreamMsg) events.Record {
	return events.Record{Subject: m.Subject, Sequence: m.Sequence, Stored: m.Time, Payload: m.Data}
}
