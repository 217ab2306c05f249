package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// fill appends decisions in turn to sessions a, b and c of two tenants.
func fill(t *testing.T, s *stage, n int) {
	t.Helper()
	for i := range n {
		key := events.Session{Tenant: []string{"acme", "umbrella"}[i%2], Name: []string{"a", "b", "c"}[i%3]}
		if _, err := appendProposal(t.Context(), s.log, key, fmt.Sprint("p", i), uint64(i+1), core.Allow); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTail(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	collect := func(r jetstream.Range) []uint64 {
		t.Helper()
		var sequences []uint64
		err := s.log.Tail(t.Context(), r, func(r events.Record) error {
			sequences = append(sequences, r.Sequence)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return sequences
	}
	if got := collect(jetstream.Range{}); len(got) != 0 {
		t.Errorf("empty: %v", got)
	}
	fill(t, s, 12)
	for name, tt := range map[string]struct {
		r    jetstream.Range
		want string
	}{
		"all":        {jetstream.Range{}, "[1 2 3 4 5 6 7 8 9 10 11 12]"},
		"from":       {jetstream.Range{From: 11}, "[11 12]"},
		"at the end": {jetstream.Range{From: 13}, "[]"},
		"tenant":     {jetstream.Range{Tenant: "umbrella"}, "[2 4 6 8 10 12]"},
		"session":    {jetstream.Range{Tenant: "acme", Session: "a"}, "[1 7]"},
		"nobody":     {jetstream.Range{Tenant: "nobody"}, "[]"},
	} {
		if got := fmt.Sprint(collect(tt.r)); got != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
	stop := errors.New("enough")
	if err := s.log.Tail(t.Context(), jetstream.Range{}, func(events.Record) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the caller's error: %v", err)
	}
}

func TestTailFollows(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	ctx, cancel := context.WithCancel(t.Context())
	seen := make(chan uint64, 100)
	ended := make(chan error)
	go func() {
		ended <- s.log.Tail(ctx, jetstream.Range{Follow: true}, func(r events.Record) error {
			seen <- r.Sequence
			return nil
		})
	}()
	fill(t, s, 5)
	for want := uint64(1); want <= 5; want++ {
		select {
		case got := <-seen:
			if got != want {
				t.Fatalf("got %d, want %d", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("event %d does not come", want)
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// TestAGapIsToldBeforeAnythingAfterIt: on a stream that somebody made without
// protection, and deleted from.
func TestAGapIsToldBeforeAnythingAfterIt(t *testing.T) {
	unprotected := jetstream.Streams(jetstream.StreamSettings{})[1]
	unprotected.DenyDelete, unprotected.DenyPurge = false, false
	s := unprotectedStage(t, unprotected)
	fill(t, s, 6)
	stream, err := s.js.Stream(t.Context(), jetstream.Events)
	if err != nil {
		t.Fatal(err)
	}
	read := func(from uint64) (uint64, error) {
		var last uint64
		err := s.log.Tail(t.Context(), jetstream.Range{From: from}, func(r events.Record) error {
			last = r.Sequence
			return nil
		})
		return last, err
	}
	if err := stream.DeleteMsg(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	if last, err := read(1); !errors.Is(err, jetstream.ErrGap) || last != 3 {
		t.Errorf("in the middle: read to %d, %v", last, err)
	}
	if err := stream.DeleteMsg(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if last, err := read(1); !errors.Is(err, jetstream.ErrGap) || last != 0 {
		t.Errorf("at the beginning: read to %d, %v", last, err)
	}
	if _, err := read(8); !errors.Is(err, jetstream.ErrGap) {
		t.Errorf("a log that is shorter than it was: %v", err)
	}
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := read(1); !errors.Is(err, jetstream.ErrGap) {
		t.Errorf("everything gone: %v", err)
	}
	if _, err := read(7); err != nil {
		t.Errorf("everything gone that was read before: %v", err)
	}
}

func unprotectedStage(t *testing.T, c natsjs.StreamConfig) *stage {
	t.Helper()
	nc := natstest.Single(t)
	js := natstest.JetStream(t, nc)
	if _, err := js.CreateStream(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, nc: nc, js: js}
	s.log = s.openLog(js)
	return s
}

func TestGetAndFind(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	fill(t, s, 6)
	key := events.Session{Tenant: "acme", Name: "a"}
	if _, err := appendProposal(t.Context(), s.log, key, `p"5`, 100, core.Allow); err != nil {
		t.Fatal(err)
	}
	if r, err := s.log.Get(t.Context(), 5); err != nil || r.Sequence != 5 || r.Subject != "guard.events.acme.b" || r.Stored.IsZero() {
		t.Errorf("get: %+v, %v", r, err)
	}
	for id, want := range map[string]uint64{"p4": 5, `p"5`: 7} {
		if r, err := s.log.Find(t.Context(), jetstream.Range{}, id); err != nil || r.Sequence != want {
			t.Errorf("find %s: %d, %v", id, r.Sequence, err)
		}
	}
	if _, err := s.log.Get(t.Context(), 100); !errors.Is(err, jetstream.ErrNotFound) {
		t.Errorf("get: %v", err)
	}
	if _, err := s.log.Find(t.Context(), jetstream.Range{Tenant: "umbrella"}, "p4"); !errors.Is(err, jetstream.ErrNotFound) {
		t.Errorf("find: %v", err)
	}
	head, err := s.log.Head(t.Context())
	if err != nil || head.First != 1 || head.Last != 7 || head.Created.IsZero() {
		t.Errorf("head: %+v, %v", head, err)
	}
}

// TestStatusService asks what the nats command would ask.
func TestStatusService(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	s.work(decideByTool, jetstream.WorkerSettings{})
	next := s.listen(conversation7)
	s.send(conversation7.Subject(events.Proposals), proposal("p", "ask_pay", map[string]int{"n": 1}))
	next()
	ask := func(subject, question string) *nats.Msg {
		t.Helper()
		m, err := s.nc.Request(subject, []byte(question), 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	a, err := events.ReadAnswer(ask(conversation7.Subject(events.StatusOf), `{"proposal_id":"p"}`).Data)
	if err != nil || a.Outcome != core.Escalate || len(a.Decision) == 0 || a.Sequence != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	for subject, question := range map[string]string{conversation7.Subject(events.StatusOf): "p", "guard.status.acme.ä": "{}"} {
		if m := ask(subject, question); m.Header.Get("Nats-Service-Error-Code") != "400" {
			t.Errorf("%s %s: %v %s", subject, question, m.Header, m.Data)
		}
	}
	if m := ask("$SRV.PING.guard", ""); len(m.Data) == 0 {
		t.Error("no micro service of that name")
	}
}
