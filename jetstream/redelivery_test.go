package jetstream_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// impatient makes redeliveries and retries come soon.
var impatient = jetstream.WorkerSettings{AckWait: 300 * time.Millisecond, RetryPause: 10 * time.Millisecond, DrainTimeout: 100 * time.Millisecond}

// TestRedeliveredCommandsAreAnsweredFromTheLog takes commands like a worker that dies
// at different moments, before and after its event is stored.
func TestRedeliveredCommandsAreAnsweredFromTheLog(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	var decided atomic.Int32
	decide := func(ctx context.Context, key events.Session, r core.Request) ([]byte, error) {
		decided.Add(1)
		return decideByTool(ctx, key, r)
	}
	// The first worker appends and never acknowledges.
	w, stop := s.work(decide, impatient)
	natstest.Eventually(t, 10*time.Second, "a worker that is ready", func() bool { return w.Ready() == nil })
	stop()
	consumer, err := s.js.Consumer(t.Context(), jetstream.Inbox, "workers")
	if err != nil {
		t.Fatal(err)
	}
	s.send(conversation7.Subject(events.Proposals), proposal("p", "pay", nil))
	batch, err := consumer.Fetch(1, natsjs.FetchMaxWait(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	m := <-batch.Messages()
	meta, err := m.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	d := events.ReadDelivery(m.Subject(), m.Data(), meta.Sequence.Stream, meta.Timestamp, events.Limits{})
	session, err := s.log.Session(t.Context(), conversation7)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Append(t.Context(), d, func(ctx context.Context, state *events.State) ([]events.Body, error) {
		body, err := decide(ctx, conversation7, state.Request(d.Command.Proposal))
		if err != nil {
			return nil, err
		}
		decided, err := state.Decided(d, body)
		return []events.Body{decided}, err
	}); err != nil {
		t.Fatal(err)
	}
	session.Release()

	next := s.listen(conversation7)
	s.work(decide, impatient)
	if a := next(); a.Type != events.TypeDecided || !a.Duplicate || a.Outcome != core.Allow || len(a.Decision) == 0 {
		t.Fatalf("%+v", a)
	}
	if decided.Load() != 1 {
		t.Errorf("decided %d times", decided.Load())
	}
	s.empty()
	if got := s.typesOf(conversation7); len(got) != 1 {
		t.Errorf("log: %v", got)
	}
}

// empty waits until the inbox holds nothing any more.
func (s *stage) empty() {
	s.t.Helper()
	stream, err := s.js.Stream(s.t.Context(), jetstream.Inbox)
	if err != nil {
		s.t.Fatal(err)
	}
	natstest.Eventually(s.t, 20*time.Second, "an empty inbox", func() bool {
		info, err := stream.Info(s.t.Context())
		return err == nil && info.State.Msgs == 0
	})
}

// TestAPoisonousCommandEndsAndItsNeighboursLive: each of several kinds of failure ends
// in an undecidable event, a dead letter and an answer.
func TestAPoisonousCommandEndsAndItsNeighboursLive(t *testing.T) {
	t.Parallel() // it waits more than it works
	for _, tool := range []string{"panic", "fail"} {
		t.Run(tool, func(t *testing.T) {
			s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
			s.work(decideByTool, impatient)
			next := s.listen(conversation7)
			s.send(conversation7.Subject(events.Proposals), proposal("poison", tool, nil))
			s.send(conversation7.Subject(events.Proposals), proposal("good", "pay", nil))
			seen := map[string]events.Type{}
			for len(seen) < 2 {
				a := next()
				seen[a.ProposalID] = a.Type
				if a.ProposalID == "poison" && (a.Problem == nil || a.Problem.Code != events.Unprocessable) {
					t.Errorf("%+v", a)
				}
			}
			if seen["poison"] != events.TypeUndecidable || seen["good"] != events.TypeDecided {
				t.Errorf("answers: %v", seen)
			}
			s.empty()
			letters := s.deadLetters()
			if len(letters) != 1 || letters[0].Header.Get(jetstream.HeaderCode) != string(events.Unprocessable) {
				t.Errorf("%d dead letters", len(letters))
			}
			want := []events.Type{events.TypeDecided, events.TypeAttempted, events.TypeAttempted, events.TypeAttempted, events.TypeUndecidable}
			if got := s.typesOf(conversation7); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("log: %v, want %v", got, want)
			}
		})
	}
}

// TestACommandThatEndsItsWorkerIsGivenUp stops every worker that touches the command,
// as a crash would: no error is ever reported.
func TestACommandThatEndsItsWorkerIsGivenUp(t *testing.T) {
	t.Parallel() // it waits more than it works
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	next := s.listen(conversation7)
	touched := make(chan struct{}, 1)
	deadly := func(ctx context.Context, key events.Session, r core.Request) ([]byte, error) {
		if r.Call.Name == "deadly" {
			touched <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return decideByTool(ctx, key, r)
	}
	for _, id := range []string{"a", "b", "c"} {
		s.send(events.SessionOf("acme", id).Subject(events.Proposals), proposal(id, "pay", nil))
	}
	s.send(conversation7.Subject(events.Proposals), proposal("poison", "deadly", nil))
	settings := impatient
	settings.DrainTimeout = time.Millisecond
	for range 5 {
		_, stop := s.work(deadly, settings)
		select {
		case <-touched:
		case <-time.After(20 * time.Second):
			t.Fatal("not tried again")
		}
		stop()
	}
	s.work(deadly, settings)
	if a := next(); a.Type != events.TypeUndecidable || a.ProposalID != "poison" {
		t.Fatalf("%+v", a)
	}
	s.empty()
	if len(s.deadLetters()) != 1 {
		t.Errorf("%d dead letters", len(s.deadLetters()))
	}
	for _, id := range []string{"a", "b", "c"} {
		// Its attempts may have been counted too, when it waited behind the other one.
		if got := s.typesOf(events.SessionOf("acme", id)); len(got) == 0 || got[len(got)-1] != events.TypeDecided {
			t.Errorf("its neighbour %s: %v", id, got)
		}
	}
}

// TestSlowDecisionsAreNotGivenToOthers: work that takes longer than the AckWait sends
// signs of life.
func TestSlowDecisionsAreNotGivenToOthers(t *testing.T) {
	t.Parallel() // it waits more than it works
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	var decided atomic.Int32
	slow := func(ctx context.Context, key events.Session, r core.Request) ([]byte, error) {
		decided.Add(1)
		time.Sleep(3 * time.Second)
		return decideByTool(ctx, key, r)
	}
	next := s.listen(conversation7)
	settings := jetstream.WorkerSettings{AckWait: time.Second, DrainTimeout: 5 * time.Second}
	s.work(slow, settings)
	s.work(slow, settings)
	s.send(conversation7.Subject(events.Proposals), proposal("p", "pay", nil))
	if a := next(); a.Duplicate {
		t.Errorf("%+v", a)
	}
	s.empty()
	if decided.Load() != 1 {
		t.Errorf("decided %d times", decided.Load())
	}
}

// TestALogThatTakesNothingIsWaitedFor: a full log is an outage, no reason to give
// anything up or to answer.
func TestALogThatTakesNothingIsWaitedFor(t *testing.T) {
	t.Parallel() // it waits more than it works
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{EventsBytes: 8 << 10})
	next := s.listen(conversation7)
	s.work(decideByTool, impatient)
	const proposals = 40
	for i := range proposals {
		s.send(conversation7.Subject(events.Proposals), proposal(fmt.Sprint("p", i), "pay", nil))
	}
	stream, err := s.js.Stream(t.Context(), jetstream.Events)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(3 * time.Second) // many more deliveries than tries
	info, err := stream.Info(t.Context())
	if err != nil || info.State.Msgs >= proposals {
		t.Fatalf("the log is not full: %d events, %v", info.State.Msgs, err)
	}
	wider := info.Config
	wider.MaxBytes = 8 << 20
	if _, err := s.js.UpdateStream(t.Context(), wider); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for len(seen) < proposals {
		a := next()
		if a.Type != events.TypeDecided {
			t.Fatalf("%+v %v", a, a.Problem)
		}
		seen[a.ProposalID] = true
	}
}
