package client

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nats.go/micro"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
)

// Session is a session that this program takes part in. It is safe for concurrent use.
type Session struct {
	client  *Client
	session events.Session
	literal string
	sub     *nats.Subscription

	mu       sync.Mutex
	watchers map[*watcher]struct{}
}

// watcher takes the answers that come in while something is asked.
type watcher struct{ answers chan *events.Answer }

// watcherRoom is how many answers may wait for a watcher; those beyond are dropped, as
// the status service has them.
const watcherRoom = 64

// Close ends listening to answers.
func (s *Session) Close() {
	_ = s.sub.Unsubscribe() // fails only when the connection is gone, and it with it
}

// hear hands an answer to everybody who waits for one.
func (s *Session) hear(m *nats.Msg) {
	a, err := events.ReadAnswer(m.Data)
	if err != nil {
		s.client.settings.Logger.Warn("unreadable answer", "subject", m.Subject, "error", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.watchers {
		select {
		case w.answers <- a:
		default:
		}
	}
}

func (s *Session) watch() (w *watcher, stop func()) {
	w = &watcher{answers: make(chan *events.Answer, watcherRoom)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers[w] = struct{}{}
	return w, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, w)
	}
}

// question is a command and what settles it; without a kind it only asks.
type question struct {
	kind       events.Kind
	payload    []byte
	proposalID string
	settled    func(*events.Answer) bool
}

// ask publishes a command until the inbox has it, and waits for what became of it: by
// its answer, else from the status service, which is asked now and then, and whenever
// the connection has come back.
func (s *Session) ask(ctx context.Context, q question) (*events.Answer, error) {
	w, stop := s.watch()
	defer stop()
	back := s.client.nc.StatusChanged(nats.CONNECTED, nats.CLOSED)
	defer s.client.nc.RemoveStatusListener(back)

	var inbox uint64
	every := s.client.settings.AwaitEvery
	if q.kind != "" {
		every = s.client.settings.StatusEvery
		var err error
		if inbox, err = s.publish(ctx, q); err != nil {
			return nil, err
		}
	}
	status := func() (*events.Answer, error) {
		a, err := s.status(ctx, q.proposalID, inbox)
		if err != nil {
			return nil, err
		}
		return q.judge(a, inbox)
	}
	if q.kind == "" { // it may have happened long ago
		if a, err := status(); a != nil {
			return a, err
		}
	}
	var last error
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		var a *events.Answer
		var err error
		select {
		case heard := <-w.answers:
			a, err = q.judge(heard, inbox)
		case now := <-back:
			if now == nats.CLOSED {
				return nil, ErrClosed
			}
			a, err = status()
		case <-ticker.C:
			a, err = status()
		case <-ctx.Done():
			return nil, fmt.Errorf("%w about proposal %q in session %q: %w", ErrUnanswered, q.proposalID, s.literal, errors.Join(ctx.Err(), last))
		}
		if a != nil {
			return a, err
		}
		if err != nil {
			last = err
		}
	}
}

// judge returns the answer if it settles the question. An answer that refuses the
// command settles it with an error.
func (q question) judge(a *events.Answer, inbox uint64) (*events.Answer, error) {
	ours := inbox != 0 && a.Inbox == inbox
	switch {
	case a.Type == events.TypeStatus && a.Problem != nil && a.Problem.Code == events.UnknownProposal: // not handled yet
		return nil, nil
	case a.Problem != nil && (ours || a.Type == events.TypeUndecidable && a.ProposalID == q.proposalID):
		return a, fmt.Errorf("%w: %w", ErrRefused, a.Problem)
	case q.settled(a), ours && a.Type != events.TypeStatus:
		return a, nil
	default:
		return nil, nil
	}
}

// publish brings a command into the inbox, trying again with the same bytes until it is
// there or ctx ends. A full inbox is waited for.
func (s *Session) publish(ctx context.Context, q question) (inbox uint64, err error) {
	subject := s.session.Subject(q.kind)
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = 50*time.Millisecond, s.client.settings.StatusEvery
	var last error
	for {
		attempt, cancel := context.WithTimeout(ctx, s.client.settings.AttemptTimeout)
		ack, err := s.client.js.Publish(attempt, subject, q.payload)
		cancel()
		switch {
		case err == nil:
			return ack.Sequence, nil
		case errors.Is(err, nats.ErrMaxPayload), errors.Is(err, jetstream.ErrStreamMessageExceedsMaximum):
			return 0, fmt.Errorf("%w: %d bytes on %s", ErrTooLarge, len(q.payload), subject)
		case errors.Is(err, nats.ErrConnectionClosed):
			return 0, ErrClosed
		case !errors.Is(err, context.DeadlineExceeded) || last == nil:
			last = err // a time-out says less than what came before it
		}
		select {
		case <-time.After(pause.NextBackOff()):
		case <-ctx.Done():
			return 0, fmt.Errorf("%w: %q was not taken on %s: %w", ErrUnanswered, q.proposalID, subject, errors.Join(ctx.Err(), last))
		}
	}
}

// status asks the service once where a proposal stands.
func (s *Session) status(ctx context.Context, proposalID string, inbox uint64) (*events.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.client.settings.AttemptTimeout)
	defer cancel()
	request := jsonvalue.NewObject(
		jsonvalue.Member{Name: "proposal_id", Value: jsonvalue.NewString(proposalID)},
		jsonvalue.Member{Name: "inbox", Value: jsonvalue.NewInt(int64(inbox))},
	)
	m, err := s.client.nc.RequestWithContext(ctx, s.session.Subject(events.StatusOf), request.Append(nil, jsonvalue.Compact))
	if err != nil {
		return nil, fmt.Errorf("status: %w", err)
	}
	if problem := m.Header.Get(micro.ErrorHeader); problem != "" {
		return nil, fmt.Errorf("status: %s", problem)
	}
	a, err := events.ReadAnswer(m.Data)
	if err != nil {
		return nil, fmt.Errorf("status: %w", err)
	}
	return a, nil
}
