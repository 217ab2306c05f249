package review_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
	"github.com/guardstream/guardstream/review"
	"github.com/guardstream/guardstream/worker"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// asking escalates what costs more than 100.
const asking = `
tools:
  - name: buy
    parameters: {type: object, properties: {amount: {type: integer, minimum: 0}}, required: [amount]}
policies:
  - {name: cheap, expr: amount <= 100, on_fail: escalate, reason: Ask before it gets expensive.}
`

// stage is a server with a worker.
type stage struct {
	t   *testing.T
	c   *connect.Connection
	log *jetstream.Log
	ctx context.Context
}

func newStage(t *testing.T) *stage {
	t.Helper()
	nc := natstest.Single(t)
	s := &stage{t: t, c: &connect.Connection{NATS: nc, JetStream: natstest.JetStream(t, nc)}}
	declared, err := catalog.Read("asking.yaml", []byte(asking))
	if err != nil {
		t.Fatal(err)
	}
	guard, err := core.New(declared)
	if err != nil {
		t.Fatal(err)
	}
	guards := &worker.Guards{}
	if err := guards.Add("", guard); err != nil {
		t.Fatal(err)
	}
	w, shutdown, err := worker.New(t.Context(), s.c, guards, worker.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	running, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(running) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		shutdown()
	})
	if s.log, err = jetstream.OpenLog(t.Context(), s.c.JetStream, jetstream.LogSettings{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.log.Close)
	var stop context.CancelFunc
	s.ctx, stop = context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(stop)
	return s
}

func (s *stage) propose(tenant, session, id string, amount int) {
	s.t.Helper()
	agent, err := client.New(s.c, tenant, client.Settings{}).Session(session)
	if err != nil {
		s.t.Fatal(err)
	}
	defer agent.Close()
	call := map[string]any{"name": "buy", "arguments": map[string]any{"amount": amount}}
	if _, err := agent.Propose(s.ctx, client.Proposal{ID: id, Call: call}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) list(r jetstream.Range) []string {
	s.t.Helper()
	cases, err := review.List(s.ctx, s.log, r)
	if err != nil {
		s.t.Fatal(err)
	}
	var ids []string
	for _, c := range cases {
		if !c.Open() {
			s.t.Errorf("%s is in the queue and not open", c.ProposalID)
		}
		ids = append(ids, c.Tenant+"/"+c.Session+"/"+c.ProposalID)
	}
	return ids
}

func (s *stage) find(r jetstream.Range, id string) *review.Case {
	s.t.Helper()
	c, err := review.Find(s.ctx, s.log, r, id)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

func TestTheQueueIsEscalationsMinusAnswers(t *testing.T) {
	s := newStage(t)
	if ids := s.list(jetstream.Range{}); ids != nil {
		t.Errorf("an empty log's queue: %v", ids)
	}
	s.propose("bank", "Gespräch 1", "a", 500)
	s.propose("bank", "s2", "b", 50) // allowed
	s.propose("shop", "s1", "c", 700)
	s.propose("bank", "s2", "d", 900)
	if ids := s.list(jetstream.Range{}); !slices.Equal(ids, []string{"bank/Gespräch 1/a", "shop/s1/c", "bank/s2/d"}) {
		t.Errorf("queue: %v", ids)
	}
	if ids := s.list(jetstream.Range{Tenant: "bank", Session: "s2"}); !slices.Equal(ids, []string{"bank/s2/d"}) {
		t.Errorf("of a session: %v", ids)
	}
	after, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, "a"), review.Answer{Resolution: events.Approved, Reviewer: "ana", Note: "fine"})
	if err != nil || after.Open() || after.Resolution.Reviewer != "ana" {
		t.Fatalf("%+v, %v", after, err)
	}
	if ids := s.list(jetstream.Range{Tenant: "bank"}); !slices.Equal(ids, []string{"bank/s2/d"}) {
		t.Errorf("afterwards: %v", ids)
	}
	if c := s.find(jetstream.Range{}, "a"); c.Resolution == nil || c.Resolution.Note != "fine" || c.Open() || !strings.Contains(string(c.Call), "500") {
		t.Errorf("found: %+v", c)
	}
}

// TestManyAnswerAtOnce: one answer counts, and the others are told whose.
func TestManyAnswerAtOnce(t *testing.T) {
	s := newStage(t)
	s.propose("bank", "s", "p", 500)
	read := s.find(jetstream.Range{}, "p") // all have read the same
	const people = 8
	type outcome struct {
		who string
		err error
	}
	outcomes := make(chan outcome, people)
	for n := range people {
		who := fmt.Sprintf("reviewer-%d", n)
		resolution := []string{events.Approved, events.Rejected}[n%2]
		go func() {
			_, err := review.Resolve(s.ctx, s.c, read, review.Answer{Resolution: resolution, Reviewer: who})
			outcomes <- outcome{who, err}
		}()
	}
	var winners []string
	told := make(map[string]int)
	for range people {
		o := <-outcomes
		var answered *review.AnsweredError
		switch {
		case o.err == nil:
			winners = append(winners, o.who)
		case errors.As(o.err, &answered):
			told[answered.Case.Resolution.Reviewer]++
			if answered.Case.Resolution.Time.IsZero() {
				t.Errorf("%s is not told when", o.who)
			}
		default:
			t.Errorf("%s: %v", o.who, o.err)
		}
	}
	if len(winners) != 1 || told[winners[0]] != people-1 {
		t.Errorf("winners %v, told %v", winners, told)
	}
}

func TestAnswersThatAreNotTaken(t *testing.T) {
	s := newStage(t)
	s.propose("bank", "s", "cheap", 5)
	s.propose("bank", "s", "dear", 500)
	approve := review.Answer{Resolution: events.Approved, Reviewer: "ana"}
	if _, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, "cheap"), approve); !errors.Is(err, review.ErrNotEscalated) {
		t.Errorf("of an allowed call: %v", err)
	}
	other := *s.find(jetstream.Range{}, "dear")
	other.ApprovalKey = strings.Repeat("0", 64)
	var problem *events.Problem
	if _, err := review.Resolve(s.ctx, s.c, &other, approve); !errors.As(err, &problem) || problem.Code != events.BindingMismatch {
		t.Errorf("of other arguments: %v", err)
	}
	if _, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, "dear"), approve); err != nil {
		t.Errorf("of what was read: %v", err)
	}
	var answered *review.AnsweredError
	if _, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, "dear"), approve); !errors.As(err, &answered) || !strings.Contains(err.Error(), "approved by ana at 20") {
		t.Errorf("of what is read as answered: %v", err)
	}
}

func TestFind(t *testing.T) {
	s := newStage(t)
	s.propose("bank", "s1", "p", 5)
	s.propose("bank", "s2", "p", 500)
	s.propose("shop", "s1", `q"\`, 5)
	if _, err := review.Find(s.ctx, s.log, jetstream.Range{}, "p"); !errors.Is(err, review.ErrAmbiguous) || !strings.Contains(err.Error(), "bank/s1, bank/s2") {
		t.Errorf("of two sessions: %v", err)
	}
	if c := s.find(jetstream.Range{Tenant: "bank", Session: "s2"}, "p"); c.Decision.Outcome != core.Escalate {
		t.Errorf("of one of them: %+v", c)
	}
	if c := s.find(jetstream.Range{}, `q"\`); c.Tenant != "shop" {
		t.Errorf("an id with quotes: %+v", c)
	}
	if _, err := review.Find(s.ctx, s.log, jetstream.Range{}, "nobody"); !errors.Is(err, review.ErrNotFound) {
		t.Errorf("of nobody: %v", err)
	}
}

func TestWatch(t *testing.T) {
	s := newStage(t)
	s.propose("bank", "s", "before", 500)
	s.propose("bank", "s", "answered before", 500)
	approve := review.Answer{Resolution: events.Approved, Reviewer: "ana"}
	if _, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, "answered before"), approve); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	seen, done := make(chan string, 8), make(chan error, 1)
	go func() {
		done <- review.Watch(ctx, s.log, func(c *review.Case) { seen <- fmt.Sprint(c.ProposalID, " ", c.Open()) })
	}()
	next := func(want string) {
		t.Helper()
		select {
		case got := <-seen:
			if got != want {
				t.Errorf("%q, not %q", got, want)
			}
		case <-s.ctx.Done():
			t.Fatalf("no %q", want)
		}
	}
	next("before true")
	s.propose("bank", "s", "after", 500)
	next("after true")
	if _, err := review.Resolve(s.ctx, s.c, s.find(jetstream.Range{}, "before"), approve); err != nil {
		t.Fatal(err)
	}
	next("before false")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

func TestAQueueRefusesWhatItCannotRead(t *testing.T) {
	var q review.Queue
	for name, payload := range map[string]string{
		"no event":        `{`,
		"a newer version": `{"v":99,"type":"decided"}`,
		"no decision":     `{"v":1,"type":"decided","prev":"` + strings.Repeat("0", 64) + `","time":"2026-01-02T03:04:05Z","proposal_id":"p","call":{},"call_hash":"x","decision":{"outcome":"perhaps"}}`,
	} {
		if _, err := q.Apply(events.Record{Subject: "guard.events.a.b", Sequence: 7, Payload: []byte(payload)}); err == nil || !strings.Contains(err.Error(), "event 7") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(q.Cases()) != 0 {
		t.Errorf("queue: %v", q.Cases())
	}
}
