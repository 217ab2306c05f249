package jetstream_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// decidedOnce waits until proposals p0 … pn-1 are decided, each by one event, with the
// log whole.
func (s *stage) decidedOnce(key events.Session, proposals int) {
	s.t.Helper()
	var state *events.State
	natstest.Eventually(s.t, 30*time.Second, fmt.Sprintf("%d decisions", proposals), func() bool {
		ctx, cancel := context.WithTimeout(s.t.Context(), 2*time.Second)
		defer cancel()
		var err error
		state, err = s.log.Load(ctx, key)
		return err == nil && state.Events >= proposals
	})
	if state.Events != proposals {
		s.t.Errorf("%d events for %d proposals", state.Events, proposals)
	}
	for i := range proposals {
		if c := state.Case(fmt.Sprint("p", i)); c == nil || c.Outcome != core.Allow {
			s.t.Errorf("p%d: %+v", i, c)
		}
	}
}

// TestWorkersSurviveTheirServer restarts the server between proposals, and deletes the
// consumer: the worker says when it is not ready, and goes on by itself.
func TestWorkersSurviveTheirServer(t *testing.T) {
	t.Parallel() // it waits more than it works
	dir := t.TempDir()
	server := natstest.Listening(t, dir, "127.0.0.1:0")
	address := strings.TrimPrefix(server.URL(), "nats://")
	c, err := connect.Open(t.Context(), connect.Config{Context: server.ContextFile()}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.NATS.Close)
	s := newStage(t, c.NATS, jetstream.StreamSettings{})
	w, _ := s.work(decideByTool, jetstream.WorkerSettings{})
	proposals := 0
	send := func() {
		s.send(conversation7.Subject(events.Proposals), proposal(fmt.Sprint("p", proposals), "pay", nil))
		proposals++
	}
	send()
	s.decidedOnce(conversation7, proposals)
	for range 3 {
		server.Stop()
		natstest.Eventually(t, 5*time.Second, "the connection is lost", func() bool { return c.NATS.Status() != nats.CONNECTED })
		server = natstest.Listening(t, dir, address)
		natstest.Eventually(t, 10*time.Second, "the connection is back", c.NATS.IsConnected)
		send()
		s.decidedOnce(conversation7, proposals)
	}
	if err := s.js.DeleteConsumer(t.Context(), jetstream.Inbox, "workers"); err != nil {
		t.Fatal(err)
	}
	send()
	s.decidedOnce(conversation7, proposals)
	if err := w.Ready(); err != nil {
		t.Error(err)
	}
	server.Stop()
	natstest.Eventually(t, 20*time.Second, "a worker that says it is not ready", func() bool { return w.Ready() != nil })
}

// TestAWorkerThatWasPausedFindsItsCommandDecided: one append wins.
func TestAWorkerThatWasPausedFindsItsCommandDecided(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	paused, resume := make(chan struct{}), make(chan struct{})
	first := true
	pausing := func(ctx context.Context, key events.Session, r core.Request) ([]byte, error) {
		if first {
			first = false
			close(paused)
			<-resume
		}
		return decideByTool(ctx, key, r)
	}
	next := s.listen(conversation7)
	_, stop := s.work(pausing, jetstream.WorkerSettings{AckWait: 20 * time.Second}) // sends no sign of life in time
	s.send(conversation7.Subject(events.Proposals), proposal("p0", "pay", nil))
	<-paused
	// What another worker does when the command is given to it.
	d := events.ReadDelivery(conversation7.Subject(events.Proposals), []byte(proposal("p0", "pay", nil)), 1, time.Now(), events.Limits{})
	if appended, err := appendCommand(t.Context(), s.log, conversation7, d, core.Allow); err != nil || !appended {
		t.Fatal(err)
	}
	close(resume)
	if a := next(); !a.Duplicate || a.Type != events.TypeDecided {
		t.Errorf("%+v", a)
	}
	stop()
	s.decidedOnce(conversation7, 1)
}

// TestNodesOfAClusterAreLost shuts down the log's leader while proposals come in, with
// two workers; the same ids go on.
func TestNodesOfAClusterAreLost(t *testing.T) {
	t.Parallel() // it waits more than it works
	cluster := natstest.StartCluster(t)
	s := newStage(t, cluster.Connect(t), jetstream.StreamSettings{Replicas: 3})
	for range 2 {
		worker := *s
		worker.js = natstest.JetStream(t, cluster.Connect(t))
		worker.work(decideByTool, jetstream.WorkerSettings{AckWait: time.Second})
	}
	const proposals = 150
	agent := natstest.JetStream(t, cluster.Connect(t))
	for i := range proposals {
		if i == proposals/3 {
			cluster.StopLeader(t, jetstream.Events)
		}
		natstest.Eventually(t, 30*time.Second, "a proposal is taken", func() bool {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := agent.Publish(ctx, conversation7.Subject(events.Proposals), []byte(proposal(fmt.Sprint("p", i), "pay", nil)))
			return err == nil
		})
	}
	s.decidedOnce(conversation7, proposals)
}

// TestReadyNeedsAnAnswer: a worker that never reached its inbox is not ready.
func TestReadyNeedsAnAnswer(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	if err := jetstream.NewWorker(s.js, s.log, decideByTool, jetstream.WorkerSettings{}).Ready(); err == nil {
		t.Error("ready before it was started")
	}
}

// TestDrainsWithoutAStall: a fetch loop in process must not lose a wake-up.
func TestDrainsWithoutAStall(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{InboxPerSession: 1 << 20})
	const proposals, sessions = 4000, 20
	for i := range proposals {
		key := events.Session{Tenant: "acme", Name: fmt.Sprint("s", i%sessions)}
		if _, err := s.js.PublishAsync(key.Subject(events.Proposals), []byte(proposal(fmt.Sprint("p", i/sessions), "pay", nil))); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-s.js.PublishAsyncComplete():
	case <-time.After(20 * time.Second):
		t.Fatal("proposals not stored")
	}
	began := time.Now()
	s.work(decideByTool, jetstream.WorkerSettings{})
	s.empty()
	t.Logf("%d proposals in %s", proposals, time.Since(began).Round(time.Millisecond))
	for i := range sessions {
		s.decidedOnce(events.Session{Tenant: "acme", Name: fmt.Sprint("s", i)}, proposals/sessions)
	}
}
