package e2e

import (
	"fmt"
	"strings"
	"testing"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// waiting is how many commands the inbox holds.
func waiting(t testing.TB, c *connect.Connection) uint64 {
	t.Helper()
	stream, err := c.JetStream.Stream(patient(t), jetstream.Inbox)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

// startWorker starts a worker's process against a server of the test.
func startWorker(t testing.TB, contextFile string) *process {
	t.Helper()
	return start(t, t.TempDir(), command("guard-worker"), "--context", contextFile, "--catalog", catalogFile(t, "payments.yaml"), "--ack-wait", "1s")
}

// TestKilledWorkers kills workers, again and again, while proposals come in: each is
// decided, and none twice.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	server := natstest.Listening(t, t.TempDir(), "127.0.0.1:0")
	workers := []*process{startWorker(t, server.ContextFile()), startWorker(t, server.ContextFile())}
	for _, w := range workers {
		w.says(&w.err, "deciding")
	}
	c := connection(t, server.ContextFile())

	const sessions, each = 8, 30
	decided := make(chan error, sessions)
	for n := range sessions {
		agent := session(t, c, fmt.Sprintf("s%d", n))
		go func() {
			for i := range each {
				d, err := agent.Propose(patient(t), payment(fmt.Sprintf("s%d-p%d", n, i), float64(10+i)))
				if err == nil && d.Outcome != core.Allow {
					err = fmt.Errorf("decided %s %v", d.Outcome, d.Failed)
				}
				if err != nil {
					decided <- err
					return
				}
			}
			decided <- nil
		}()
	}
	log, err := jetstream.OpenLog(patient(t), c.JetStream, jetstream.LogSettings{})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	// Each time the log has grown some more, a worker dies, and another one comes.
	for kill := range 4 {
		natstest.Eventually(t, patience, "the log grows", func() bool {
			head, err := log.Head(patient(t))
			return err == nil && head.Last >= uint64(30*(kill+1))
		})
		victim := kill % len(workers)
		workers[victim].kill()
		workers[victim] = startWorker(t, server.ContextFile())
	}
	for range sessions {
		if err := <-decided; err != nil {
			t.Error(err)
		}
	}
	n := decisions(eventsOf(t, c, ""))
	if len(n) != sessions*each {
		t.Errorf("%d proposals decided, not %d", len(n), sessions*each)
	}
	for id, times := range n {
		if times != 1 {
			t.Errorf("%s decided %d times", id, times)
		}
	}
	natstest.Eventually(t, patience, "an empty inbox", func() bool { return waiting(t, c) == 0 })
	for _, w := range workers {
		if code := w.stop(); code != 0 {
			t.Errorf("a worker that is told to stop ends with %d", code)
		}
	}
}

// TestAKilledInstallation kills everything at once, the server and the ledger included,
// while calls come in, and starts it over the same files.
func TestAKilledInstallation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := up(t, dir)
	agent := session(t, connection(t, first.contextFile()), "s")
	const before = 20
	for i := range before {
		if _, err := agent.Propose(patient(t), payment(fmt.Sprint("p", i), float64(10+i))); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, command("guard"), "up", "--catalog", catalogFile(t, "payments.yaml"), "--listen", "127.0.0.1:0").want(t, 3, "in use by another server")
	first.kill()

	second := up(t, dir)
	c := connection(t, second.contextFile())
	agent = session(t, c, "s")
	for i := range before + 1 { // the last one is new
		d, err := agent.Propose(patient(t), payment(fmt.Sprint("p", i), float64(10+i)))
		if err != nil || d.Duplicate != (i < before) {
			t.Errorf("p%d: %+v, %v", i, d, err)
		}
	}
	if n := len(eventsOf(t, c, "s")); n != before+1 {
		t.Errorf("%d events", n)
	}
	natstest.Eventually(t, patience, "an empty inbox", func() bool { return waiting(t, c) == 0 })
	if code := second.stop(); code != 0 {
		t.Errorf("ended with %d", code)
	}
	run(t, dir, command("guard-replayer"), "verify").want(t, 0, fmt.Sprintf("verified %d records", before+1))
}

// TestADrainingWorkerFinishes tells a worker to stop while it has work in hand.
func TestADrainingWorkerFinishes(t *testing.T) {
	t.Parallel()
	server := natstest.Listening(t, t.TempDir(), "127.0.0.1:0")
	w := startWorker(t, server.ContextFile())
	w.says(&w.err, "deciding")
	c := connection(t, server.ContextFile())
	const proposals = 400
	for i := range proposals {
		_, err := c.JetStream.Publish(patient(t), fmt.Sprintf("guard.proposals.bank.s%d", i%50), fmt.Appendf(nil, `{"call":{"name":"send_payment","arguments":{"n":%d}}}`, i))
		if err != nil {
			t.Fatal(err)
		}
	}
	if code := w.stop(); code != 0 {
		t.Errorf("ended with %d", code)
	}
	decided := len(eventsOf(t, c, ""))
	t.Logf("%d commands were finished", decided)
	natstest.Eventually(t, patience, "each command is either finished, its acknowledgement included, or as if it was never touched", func() bool {
		return int(waiting(t, c))+decided == proposals
	})
}

// TestDangerousStreamsAreRefused: a worker does not begin on a log that forgets.
func TestDangerousStreamsAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := natstest.Listening(t, dir, "127.0.0.1:0")
	guard := func(args ...string) result {
		return run(t, dir, command("guard"), append(append([]string{"streams"}, args...), "--context", server.ContextFile())...)
	}
	guard("plan").want(t, 0, "create    GUARD_INBOX", "create    GUARD_EVENTS")
	guard("diff").want(t, 1, "GUARD_EVENTS: missing")
	guard("apply").want(t, 0, "created   GUARD_EVENTS")
	guard("diff").want(t, 0)
	guard("plan", "--json").want(t, 0, `{"stream":"GUARD_EVENTS","standing":"equal","todo":"leave","differences":[]}`)

	c := connection(t, server.ContextFile())
	stream, err := c.JetStream.Stream(patient(t), jetstream.Events)
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	config.MaxMsgsPerSubject, config.Discard = 10, natsjs.DiscardOld
	if _, err := c.JetStream.UpdateStream(patient(t), config); err != nil {
		t.Fatal(err)
	}
	guard("diff").want(t, 1, "GUARD_EVENTS: differs dangerously", "dropped in silence")
	w := startWorker(t, server.ContextFile())
	if code := w.code(); code != 3 || !strings.Contains(w.err.String(), "would lose data") {
		t.Errorf("the worker ended with %d", code)
	}
	guard("apply").want(t, 0, "changed   GUARD_EVENTS")
	guard("diff").want(t, 0)
}
