package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
)

// Head is how far the log has come.
type Head struct {
	Created time.Time // of the stream: another one is another log
	First   uint64    // sequence of the oldest event; 1 unless something was lost
	Last    uint64    // sequence of the newest; 0 while there is none
}

// Head returns how far the log has come.
func (l *Log) Head(ctx context.Context) (Head, error) {
	info, err := l.stream.Info(ctx)
	if err != nil {
		return Head{}, fmt.Errorf("stream %s: %w", Events, err)
	}
	return Head{Created: info.Created, First: info.State.FirstSeq, Last: info.State.LastSeq}, nil
}

// Get returns the event with a sequence.
func (l *Log) Get(ctx context.Context, sequence uint64) (events.Record, error) {
	m, err := l.stream.GetMsg(ctx, sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return events.Record{}, fmt.Errorf("%w: event %d", ErrNotFound, sequence)
	}
	if err != nil {
		return events.Record{}, fmt.Errorf("event %d: %w", sequence, err)
	}
	return recordOf(m), nil
}

// Range says which events [Log.Tail] reads.
type Range struct {
	// From is the first sequence; 0 is 1.
	From uint64
	// Follow goes on with events as they are stored, until the context ends. Otherwise
	// reading ends with the newest event there was at its beginning.
	Follow bool
	// Tenant and Session (tokens) restrict what is read; "" is all.
	Tenant, Session string
}

func (r Range) filter() string {
	tenant, session := r.Tenant, r.Session
	if tenant == "" {
		tenant = "*"
	}
	if session == "" {
		session = "*"
	}
	return events.Session{Tenant: tenant, Name: session}.Subject(events.Log)
}

func (r Range) all() bool { return r.Tenant == "" && r.Session == "" }

// Tail hands events to yield in the log's order, each once, and ends with yield's
// error. When everything is read, sequences have to be contiguous: [ErrGap] tells that
// an event is missing, before anything after it is handed out. A lost connection is
// waited for.
func (l *Log) Tail(ctx context.Context, r Range, yield func(events.Record) error) error {
	next := max(r.From, 1)
	head, err := l.Head(ctx)
	if err != nil {
		return err
	}
	if r.all() && (head.Last+1 < next || head.First > next && head.Last > 0) {
		return fmt.Errorf("%w: the log holds events %d to %d, not %d", ErrGap, head.First, head.Last, next)
	}
	if !r.Follow && head.Last < next {
		return nil
	}
	consumer, err := l.js.OrderedConsumer(ctx, Events, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{r.filter()}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: next,
	})
	if err != nil {
		return fmt.Errorf("reading stream %s: %w", Events, err)
	}
	if info, err := consumer.Info(ctx); err != nil {
		return fmt.Errorf("reading stream %s: %w", Events, err)
	} else if info.NumPending == 0 && !r.Follow {
		return nil
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(tailBatch))
	if err != nil {
		return fmt.Errorf("reading stream %s: %w", Events, err)
	}
	defer messages.Stop()
	return l.tail(ctx, r, messages, next, head.Last, yield)
}

// tailBatch is how many events are asked for at once. Fewer can lose a wake-up of the
// client library.
const tailBatch = 4096

func (l *Log) tail(ctx context.Context, r Range, messages jetstream.MessagesContext, next, last uint64, yield func(events.Record) error) error {
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("reading stream %s: %w", Events, err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("reading stream %s: %w", Events, err)
		}
		sequence := meta.Sequence.Stream
		if r.all() && sequence != next {
			return fmt.Errorf("%w: event %d comes after event %d", ErrGap, sequence, next-1)
		}
		next = sequence + 1
		if err := yield(events.Record{Subject: m.Subject(), Sequence: sequence, Stored: meta.Timestamp, Payload: m.Data()}); err != nil {
			return err
		}
		if !r.Follow && (sequence >= last || meta.NumPending == 0) {
			return nil
		}
	}
}

// Find returns the decision about a proposal, looking through the whole log, or through
// a tenant or session of it. Of several (ids are unique within a session only) it is
// the last one. The ledger has an index; this is for whoever has none.
func (l *Log) Find(ctx context.Context, r Range, proposalID string) (events.Record, error) {
	r.Follow = false
	id := jsonvalue.AppendQuoted([]byte(`"proposal_id":`), proposalID)
	var found events.Record
	err := l.Tail(ctx, r, func(record events.Record) error {
		if !bytes.Contains(record.Payload, id) {
			return nil
		}
		e, err := events.Read(record.Payload)
		if err != nil {
			return err
		}
		if d, ok := e.Body.(*events.Decided); ok && d.ProposalID == proposalID {
			found = record
		}
		return nil
	})
	if err == nil && found.Sequence == 0 {
		err = fmt.Errorf("%w: a decision about proposal %q", ErrNotFound, proposalID)
	}
	return found, err
}
