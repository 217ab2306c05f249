package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
)

// Session is a session of the log that somebody works on.
type Session struct {
	log    *Log
	held   chan struct{} // holds one token while somebody has the session
	state  *events.State
	loaded bool
	weight atomic.Uint32
}

func newSession(l *Log, key events.Session) *Session {
	s := &Session{log: l, held: make(chan struct{}, 1), state: events.NewState(key)}
	s.weight.Store(uint32(s.state.Weight()))
	return s
}

// State is what the session's log says, as far as it is loaded. It belongs to whoever
// holds the session.
func (s *Session) State() *events.State { return s.state }

// Release lets others have the session.
func (s *Session) Release() {
	if weight := uint32(min(s.state.Weight(), math.MaxUint32)); weight > s.weight.Load()+s.weight.Load()/4 {
		s.weight.Store(weight)
		s.log.sessions.Set(s.state.Session, s) // weighs it again
	}
	<-s.held
}

// Refresh catches up with the log. After an error nothing is known of the session: the
// next holder loads it anew.
func (s *Session) Refresh(ctx context.Context) error {
	err := s.log.read(ctx, s.state)
	if s.loaded = err == nil; !s.loaded {
		s.forget()
	}
	return err
}

// forget makes the next holder load the session anew.
func (s *Session) forget() {
	s.state, s.loaded = events.NewState(s.state.Session), false
}

// catchUp refreshes a session that was just taken, and lets it go if that fails.
func (s *Session) catchUp(ctx context.Context) error {
	err := s.Refresh(ctx)
	if err != nil {
		s.Release()
	}
	return err
}

// Build says what a command becomes in the present state: the events to append, in
// order; none when the log holds it already. It is called again whenever the state has
// changed, and must depend on nothing else.
type Build func(ctx context.Context, state *events.State) ([]events.Body, error)

// Pauses between attempts to append: short, as a conflict is settled by reading, and
// with jitter, as two workers that meet would meet again.
const (
	minPause = 2 * time.Millisecond
	maxPause = time.Second
)

// Append is the only way into the log. It appends what build says, each event on
// condition that the session's last event is the one build saw, and folds it. A refusal
// or an unknown outcome is settled by reading the session and asking build again, until
// ctx ends ([ErrUnsettled]). It reports whether it appended anything.
//
// Errors of build are returned as they are; [ErrLogRefused] means that the log is full
// or broken, [events.ErrTooLarge] that an event does not fit into a message.
func (s *Session) Append(ctx context.Context, d events.Delivery, build Build) (appended bool, err error) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = minPause, maxPause
	for {
		bodies, err := build(ctx, s.state)
		if err != nil {
			return appended, err
		}
		outcome, err := s.appendAll(ctx, d, bodies)
		appended = appended || outcome == stored && len(bodies) > 0
		switch outcome {
		case stored:
			return appended, nil
		case refused:
			return appended, err
		}
		s.log.settings.Logger.Debug("append to be settled by reading", "session", s.state.Session, "error", err)
		if err := s.settle(ctx, pause, err); err != nil {
			return appended, err
		}
	}
}

// settle waits a moment and reads the session again; err is why it has to.
func (s *Session) settle(ctx context.Context, pause *backoff.ExponentialBackOff, err error) error {
	for {
		select {
		case <-time.After(pause.NextBackOff()):
		case <-ctx.Done():
			s.loaded = false // the state is whole, but perhaps behind
			return fmt.Errorf("%w: session %s: %w: %w", ErrUnsettled, s.state.Session, ctx.Err(), err)
		}
		failed := s.Refresh(ctx)
		switch {
		case failed == nil:
			return nil
		case errors.Is(failed, events.ErrChain), errors.Is(failed, events.ErrVersion), errors.Is(failed, events.ErrEvent):
			return failed // reading again would read the same
		}
		err = failed
	}
}

// outcome is what became of an attempt to append.
type outcome uint8

const (
	stored  outcome = iota // for certain, and by this attempt
	unclear                // somebody else was first, or nobody knows: read again
	refused                // for certain, and it would be again
)

func (s *Session) appendAll(ctx context.Context, d events.Delivery, bodies []events.Body) (outcome, error) {
	for _, body := range bodies {
		event := s.state.Event(d, body)
		payload := event.AppendJSON(make([]byte, 0, event.SizeHint()))
		if len(payload) > s.log.maxEvent {
			return refused, fmt.Errorf("%w: an event of %d bytes, the limit is %d", events.ErrTooLarge, len(payload), s.log.maxEvent)
		}
		record := events.Record{Subject: s.state.Session.Subject(events.Log), Payload: payload}
		hash := record.Hash()
		sequence, outcome, err := s.publish(ctx, record, events.MessageID(s.state.Session, body.Type(), hash))
		if outcome != stored {
			return outcome, err
		}
		record.Sequence = sequence
		if err := s.state.Appended(record, event, hash); err != nil {
			// The rules and the fold disagree about what may follow: a defect of ours, and the
			// event is stored. Nothing more may be decided on this session.
			s.forget()
			return refused, err
		}
	}
	return stored, nil
}

// publish tries once.
func (s *Session) publish(ctx context.Context, r events.Record, id string) (uint64, outcome, error) {
	m := nats.NewMsg(r.Subject)
	m.Data = r.Payload
	attempt, cancel := context.WithTimeout(ctx, s.log.settings.AttemptTimeout)
	defer cancel()
	ack, err := s.log.js.PublishMsg(attempt, m,
		jetstream.WithExpectLastSequencePerSubject(s.state.Sequence),
		jetstream.WithMsgID(id))
	var api *jetstream.APIError
	switch {
	case err == nil && !ack.Duplicate:
		return ack.Sequence, stored, nil
	case err == nil:
		return 0, unclear, fmt.Errorf("the broker calls it a duplicate of event %d", ack.Sequence)
	case errors.Is(err, nats.ErrMaxPayload), errors.Is(err, jetstream.ErrStreamMessageExceedsMaximum):
		return 0, refused, fmt.Errorf("%w: %w", events.ErrTooLarge, err)
	case errors.Is(err, nats.ErrConnectionClosed):
		return 0, refused, err
	case errors.As(err, &api) && !settledByReading(api):
		return 0, refused, fmt.Errorf("%w: %w", ErrLogRefused, err)
	default: // a conflict, a time-out, no responders, a lost connection
		return 0, unclear, err
	}
}
