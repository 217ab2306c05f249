package jetstream_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// decideByTool stands in for a guard: the tool's name says the outcome.
func decideByTool(_ context.Context, _ events.Session, r core.Request) ([]byte, error) {
	outcome := core.Allow
	switch {
	case strings.HasPrefix(r.Call.Name, "deny"):
		outcome = core.Deny
	case strings.HasPrefix(r.Call.Name, "ask"):
		outcome = core.Escalate
	case r.Call.Name == "panic":
		panic("a check that breaks")
	case r.Call.Name == "fail":
		return nil, errors.New("the authorizer is down")
	case r.Call.Name == "refuse":
		return nil, &events.Problem{Code: events.Unreadable, Field: "facts.amount", Reason: "is taken"}
	}
	body := fmt.Appendf(nil, `{"outcome":%q,"tool":%q,"arguments":%s,"made":%d,"messages":%d`, outcome, r.Call.Name,
		r.Call.Arguments.Write(jsonvalue.Compact), r.CallsMade.Len(), r.Transcript.Len())
	if outcome == core.Escalate {
		body = append(body, `,"approval_key":"key"`...)
	}
	return append(body, '}'), nil
}

// stage is a server with streams, a log and, once it is started, workers.
type stage struct {
	t   *testing.T
	nc  *nats.Conn
	js  natsjs.JetStream
	log *jetstream.Log
}

func newStage(t *testing.T, nc *nats.Conn, settings jetstream.StreamSettings) *stage {
	t.Helper()
	js := natstest.JetStream(t, nc)
	if err := jetstream.Ensure(t.Context(), js, jetstream.Streams(settings), quiet); err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, nc: nc, js: js}
	s.log = s.openLog(js)
	return s
}

func (s *stage) openLog(js natsjs.JetStream) *jetstream.Log {
	s.t.Helper()
	log, err := jetstream.OpenLog(s.t.Context(), js, jetstream.LogSettings{AttemptTimeout: 500 * time.Millisecond})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(log.Close)
	return log
}

// work starts a worker and returns how to stop it; it is stopped with the test.
func (s *stage) work(decide jetstream.Decide, settings jetstream.WorkerSettings) (w *jetstream.Worker, stop func()) {
	s.t.Helper()
	w = jetstream.NewWorker(s.js, s.openLog(s.js), decide, settings)
	ctx, cancel := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	var once atomic.Bool
	stop = func() {
		if once.Swap(true) {
			return
		}
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("worker: %v", err)
		}
	}
	s.t.Cleanup(stop)
	return w, stop
}

// listen collects the answers of a session.
func (s *stage) listen(session events.Session) func() *events.Answer {
	s.t.Helper()
	sub, err := s.nc.SubscribeSync(session.Subject(events.Answers))
	if err != nil {
		s.t.Fatal(err)
	}
	return func() *events.Answer {
		s.t.Helper()
		m, err := sub.NextMsg(10 * time.Second)
		if err != nil {
			s.t.Fatalf("no answer: %v", err)
		}
		a, err := events.ReadAnswer(m.Data)
		if err != nil {
			s.t.Fatalf("answer %s: %v", m.Data, err)
		}
		return a
	}
}

func (s *stage) send(subject, payload string) uint64 {
	s.t.Helper()
	ack, err := s.js.Publish(s.t.Context(), subject, []byte(payload))
	if err != nil {
		s.t.Fatalf("publish on %s: %v", subject, err)
	}
	return ack.Sequence
}

// typesOf reads back the types of a session's events.
func (s *stage) typesOf(session events.Session) []events.Type {
	s.t.Helper()
	var types []events.Type
	err := s.log.Tail(s.t.Context(), jetstream.Range{Tenant: session.Tenant, Session: session.Name}, func(r events.Record) error {
		e, err := events.Read(r.Payload)
		if err == nil {
			types = append(types, e.Body.Type())
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return types
}

func (s *stage) deadLetters() []*natsjs.RawStreamMsg {
	s.t.Helper()
	stream, err := s.js.Stream(s.t.Context(), jetstream.DeadLetters)
	if err != nil {
		s.t.Fatal(err)
	}
	var letters []*natsjs.RawStreamMsg
	for i := range stream.CachedInfo().State.LastSeq {
		m, err := stream.GetMsg(s.t.Context(), i+1)
		if err != nil {
			s.t.Fatal(err)
		}
		letters = append(letters, m)
	}
	return letters
}

var conversation7 = events.Session{Tenant: "acme", Name: "conversation-7"}

func proposal(id, tool string, arguments any) string {
	text, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"proposal_id":%q,"call":{"name":%q,"arguments":%s},"context":[{"role":"user","content":"pay 5"}]}`, id, tool, text)
}

func TestACallLives(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	s.work(decideByTool, jetstream.WorkerSettings{})
	next := s.listen(conversation7)

	inbox := s.send(conversation7.Subject(events.Proposals), proposal("p1", "ask_pay", map[string]any{"amount": 5}))
	a := next()
	if a.Type != events.TypeDecided || a.ProposalID != "p1" || a.Outcome != core.Escalate || a.Inbox != inbox || a.ApprovalKey != "key" || a.Duplicate ||
		!strings.Contains(string(a.Decision), `"arguments":{"amount":5}`) {
		t.Fatalf("decided: %+v %s", a, a.Decision)
	}
	s.send(conversation7.Subject(events.Resolutions), `{"proposal_id":"p1","resolution":"approved","reviewer":"ana","id":"r1"}`)
	if a = next(); a.Type != events.TypeResolved || a.ID != "r1" || a.Resolution == nil || a.Resolution.Resolution != events.Approved {
		t.Fatalf("resolved: %+v", a)
	}
	s.send(conversation7.Subject(events.Resolutions), `{"proposal_id":"p1","resolution":"rejected","reviewer":"bob","id":"r2"}`)
	if a = next(); a.Type != events.TypeRefused || a.ID != "r2" || a.Problem.Code != events.AlreadyResolved || a.Resolution.Reviewer != "ana" {
		t.Fatalf("second resolution: %+v", a)
	}
	s.send(conversation7.Subject(events.Reports), `{"proposal_id":"p1","outcome":"made","result":{"receipt":17}}`)
	if a = next(); a.Type != events.TypeMade || a.Making.State != events.TypeMade {
		t.Fatalf("made: %+v", a)
	}
	s.send(conversation7.Subject(events.Proposals), proposal("p2", "pay", map[string]any{"amount": 6}))
	if a = next(); a.Outcome != core.Allow || !strings.Contains(string(a.Decision), `"made":1`) {
		t.Fatalf("next decision: %+v %s", a, a.Decision)
	}
	want := []events.Type{events.TypeDecided, events.TypeResolved, events.TypeRefused, events.TypeMade, events.TypeDecided}
	if got := s.typesOf(conversation7); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("log: %v, want %v", got, want)
	}
}
