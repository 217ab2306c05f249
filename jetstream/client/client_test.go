package client_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quiet = slog.New(slog.DiscardHandler)

// decideByTool stands in for a guard: the tool's name is the outcome.
func decideByTool(_ context.Context, _ events.Session, r core.Request) ([]byte, error) {
	return fmt.Appendf(nil, `{"outcome":%q,"tool":%q,"arguments":%s}`, r.Call.Name, r.Call.Name, r.Call.Arguments.Write(jsonvalue.Compact)), nil
}

// fast asks the status service often, so that tests of lost answers take no seconds.
var fast = client.Settings{AttemptTimeout: 300 * time.Millisecond, StatusEvery: 50 * time.Millisecond, AwaitEvery: 50 * time.Millisecond}

func start(t *testing.T) (*connect.Connection, func(jetstream.WorkerSettings) (stop func())) {
	t.Helper()
	nc := natstest.Single(t)
	c := &connect.Connection{NATS: nc, JetStream: natstest.JetStream(t, nc)}
	if err := jetstream.Ensure(t.Context(), c.JetStream, jetstream.Streams(jetstream.StreamSettings{}), quiet); err != nil {
		t.Fatal(err)
	}
	return c, func(settings jetstream.WorkerSettings) func() { return work(t, c, settings) }
}

func work(t *testing.T, c *connect.Connection, settings jetstream.WorkerSettings) (stop func()) {
	t.Helper()
	log, err := jetstream.OpenLog(t.Context(), c.JetStream, jetstream.LogSettings{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := jetstream.NewWorker(c.JetStream, log, decideByTool, settings).Run(ctx); err != nil {
			t.Errorf("worker: %v", err)
		}
	}()
	stop = func() {
		cancel()
		<-done
		log.Close()
	}
	t.Cleanup(stop)
	return stop
}

func session(t *testing.T, c *connect.Connection, id string, settings client.Settings) *client.Session {
	t.Helper()
	s, err := client.New(c, "acme", settings).Session(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func call(name string, amount int) map[string]any {
	return map[string]any{"name": name, "arguments": map[string]any{"amount": amount}}
}

func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestProposeAwaitRecord(t *testing.T) {
	c, work := start(t)
	work(jetstream.WorkerSettings{})
	ctx := deadline(t)
	agent, person := session(t, c, "chat 7/ä", fast), session(t, c, "chat 7/ä", fast)

	d, err := agent.Propose(ctx, client.Proposal{Call: call("escalate", 5), Context: "pay 5", Facts: map[string]any{"limit": 10}})
	if err != nil || d.Outcome != core.Escalate || d.MayBeMade() || d.ProposalID == "" {
		t.Fatalf("propose: %+v, %v", d, err)
	}
	answered := make(chan *client.Decision)
	go func() {
		d, err := agent.Await(ctx, d.ProposalID)
		if err != nil {
			t.Errorf("await: %v", err)
		}
		answered <- d
	}()
	approval := client.Resolution{Resolution: events.Approved, Reviewer: "ana", Note: "fine"}
	if d, err := person.Resolve(ctx, d.ProposalID, approval); err != nil || d.Resolution.Reviewer != "ana" {
		t.Fatalf("resolve: %+v, %v", d, err)
	}
	approval.Reviewer = "bob"
	var problem *events.Problem
	second, err := person.Resolve(ctx, d.ProposalID, approval)
	if !errors.Is(err, client.ErrRefused) || !errors.As(err, &problem) || problem.Code != events.AlreadyResolved || second == nil || second.Resolution.Reviewer != "ana" {
		t.Errorf("second resolution: %+v, %v", second, err)
	}
	d = <-answered
	if !d.MayBeMade() || d.Resolution.Note != "fine" || d.Tool != "escalate" {
		t.Fatalf("await: %+v", d)
	}
	if err := agent.Start(ctx, d.ProposalID); err != nil {
		t.Errorf("start: %v", err)
	}
	if err := agent.Start(ctx, d.ProposalID); !errors.As(err, &problem) || problem.Code != events.AlreadyReported {
		t.Errorf("second start: %v", err)
	}
	if err := agent.Record(ctx, d.ProposalID, map[string]any{"receipt": 17}, nil); err != nil {
		t.Errorf("record: %v", err)
	}
	if d, err := agent.Status(ctx, d.ProposalID); err != nil || d.Making.State != events.TypeMade {
		t.Errorf("status: %+v, %v", d, err)
	}
}

func TestAskingAgainIsAnsweredWithTheFirstDecision(t *testing.T) {
	c, work := start(t)
	work(jetstream.WorkerSettings{})
	ctx, s := deadline(t), session(t, c, "s", fast)
	first, err := s.Propose(ctx, client.Proposal{ID: "p", Call: call("allow", 5)})
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Propose(ctx, client.Proposal{ID: "p", Call: call("allow", 5)})
	if err != nil || again.Sequence != first.Sequence || again.Tool != "allow" {
		t.Errorf("again: %+v, %v", again, err)
	}
	var problem *events.Problem
	if other, err := s.Propose(ctx, client.Proposal{ID: "p", Call: call("allow", 6)}); !errors.As(err, &problem) || problem.Code != events.IDConflict {
		t.Errorf("another call with the id: %+v, %v", other, err)
	}
}

func TestRefusals(t *testing.T) {
	c, work := start(t)
	work(jetstream.WorkerSettings{})
	ctx, s := deadline(t), session(t, c, "s", fast)
	tests := map[string]struct {
		code events.Code
		ask  func() error
	}{
		"calls made given": {events.CallsMadeGiven, func() error {
			_, err := s.Propose(ctx, client.Proposal{Call: call("allow", 1), Facts: map[string]any{"calls_made": []any{}}})
			return err
		}},
		"report of nothing":       {events.UnknownProposal, func() error { return s.Record(ctx, "nothing", nil, nil) }},
		"report of a denied call": {events.NotAllowed, func() error { return deniedAnd(ctx, s, s.Start) }},
		"resolution of no escalation": {events.NotEscalated, func() error {
			return deniedAnd(ctx, s, func(ctx context.Context, id string) error {
				_, err := s.Resolve(ctx, id, client.Resolution{Resolution: events.Approved, Reviewer: "ana"})
				return err
			})
		}},
		"status of nothing": {events.UnknownProposal, func() error { _, err := s.Status(ctx, "nothing"); return err }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var problem *events.Problem
			if err := tt.ask(); !errors.Is(err, client.ErrRefused) || !errors.As(err, &problem) || problem.Code != tt.code {
				t.Errorf("got %v, want %s", err, tt.code)
			}
		})
	}
}

func deniedAnd(ctx context.Context, s *client.Session, then func(context.Context, string) error) error {
	d, err := s.Propose(ctx, client.Proposal{Call: call("deny", 1)})
	if err != nil {
		return err
	}
	return then(ctx, d.ProposalID)
}

// TestALostAnswerIsTold cuts the client off from its answers.
func TestALostAnswerIsTold(t *testing.T) {
	c, work := start(t)
	work(jetstream.WorkerSettings{})
	s := session(t, c, "s", fast)
	s.Close() // it hears nothing any more
	ctx := deadline(t)
	d, err := s.Propose(ctx, client.Proposal{Call: call("allow", 1)})
	if err != nil || d.Outcome != core.Allow {
		t.Fatalf("propose: %+v, %v", d, err)
	}
	if err := s.Record(ctx, d.ProposalID, "done", nil); err != nil {
		t.Errorf("record: %v", err)
	}
	var problem *events.Problem
	if _, err = s.Propose(ctx, client.Proposal{Call: call("allow", 1), Facts: map[string]any{"calls_made": 1}}); !errors.As(err, &problem) {
		t.Errorf("refusal: %v", err)
	}
}

func TestWithoutAWorkerTheContextEndsTheWait(t *testing.T) {
	c, work := start(t)
	s := session(t, c, "s", fast)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := s.Propose(ctx, client.Proposal{ID: "p", Call: call("allow", 1)}); !errors.Is(err, client.ErrUnanswered) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	work(jetstream.WorkerSettings{})
	if d, err := s.Propose(deadline(t), client.Proposal{ID: "p", Call: call("allow", 1)}); err != nil || !d.MayBeMade() {
		t.Errorf("asked again: %+v, %v", d, err)
	}
}

func TestTooLargeIsSaidAtOnce(t *testing.T) {
	c, _ := start(t)
	s := session(t, c, "s", fast)
	_, err := s.Propose(deadline(t), client.Proposal{Call: call("allow", 1), Context: strings.Repeat("x", 2<<20)})
	if !errors.Is(err, client.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestAClosedConnectionEndsTheWait(t *testing.T) {
	c, _ := start(t)
	s := session(t, c, "s", client.Settings{StatusEvery: time.Hour})
	time.AfterFunc(100*time.Millisecond, c.NATS.Close)
	if _, err := s.Propose(deadline(t), client.Proposal{Call: call("allow", 1)}); !errors.Is(err, client.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// TestAServerThatIsRestarted loses the connection, the answers and the worker's fetch
// while a proposal waits.
func TestAServerThatIsRestarted(t *testing.T) {
	dir := t.TempDir()
	first := natstest.Listening(t, dir, "127.0.0.1:0")
	address := strings.TrimPrefix(first.URL(), "nats://")
	c, err := connect.Open(deadline(t), connect.Config{Context: first.ContextFile()}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.NATS.Close)
	if err := jetstream.Ensure(t.Context(), c.JetStream, jetstream.Streams(jetstream.StreamSettings{}), quiet); err != nil {
		t.Fatal(err)
	}
	s := session(t, c, "s", fast)
	ctx := deadline(t)
	decided := make(chan error)
	go func() {
		d, err := s.Propose(ctx, client.Proposal{Call: call("allow", 1)})
		if err == nil && !d.MayBeMade() {
			err = fmt.Errorf("got %+v", d)
		}
		decided <- err
	}()
	natstest.Eventually(t, 5*time.Second, "the proposal waits", func() bool {
		stream, err := c.JetStream.Stream(ctx, jetstream.Inbox)
		return err == nil && stream.CachedInfo().State.Msgs == 1
	})
	first.Stop()
	natstest.Eventually(t, 5*time.Second, "the connection is lost", func() bool { return c.NATS.Status() != nats.CONNECTED })
	natstest.Listening(t, dir, address)
	natstest.Eventually(t, 5*time.Second, "the connection is back", c.NATS.IsConnected)
	work(t, c, jetstream.WorkerSettings{})
	if err := <-decided; err != nil {
		t.Error(err)
	}
}
