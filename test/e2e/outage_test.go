package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// TestAServerThatIsNotThere: services wait for it without burning the CPU, one-off
// commands say so and end.
func TestAServerThatIsNotThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := natstest.Listening(t, dir, "127.0.0.1:0") // makes the credentials
	address := strings.TrimPrefix(first.URL(), "nats://")
	first.Stop()

	w := startWorker(t, first.ContextFile())
	replayer := start(t, t.TempDir(), command("guard-replayer"), "tail", "--context", first.ContextFile())
	for _, p := range []*process{w, replayer} {
		p.says(&p.err, "can't reach NATS, trying again")
	}
	began := time.Now()
	run(t, dir, command("guard-reviewer"), "list", "--context", first.ContextFile(), "--timeout", "200ms").
		want(t, 3, "can't connect to NATS at "+first.URL(), "guard up")
	run(t, dir, command("guard"), "show", "p", "--context", first.ContextFile(), "--timeout", "200ms").want(t, 3, "can't connect to NATS")
	natstest.Eventually(t, patience, "more attempts", func() bool { return strings.Count(w.err.String(), "trying again") >= 5 })
	if took := time.Since(began); took < time.Second {
		t.Errorf("five attempts in %s: no pauses that grow", took)
	}

	second := natstest.Listening(t, dir, address)
	w.says(&w.err, "deciding")
	agent := session(t, connection(t, second.ContextFile()), "s")
	if d, err := agent.Propose(patient(t), payment("p", 10)); err != nil || d.Outcome != core.Allow {
		t.Fatalf("%+v, %v", d, err)
	}
	second.Stop()
	w.says(&w.err, "NATS connection lost")
	third := natstest.Listening(t, dir, address)
	w.says(&w.err, "NATS connection is back")
	agent = session(t, connection(t, third.ContextFile()), "s")
	if d, err := agent.Propose(patient(t), payment("q", 11)); err != nil || d.Outcome != core.Allow {
		t.Fatalf("%+v, %v", d, err)
	}
	third.Stop()
	natstest.Eventually(t, patience, "the connection is lost again", func() bool { return strings.Count(w.err.String(), "NATS connection lost") == 2 })
	for _, p := range []*process{w, replayer} {
		if code := p.stop(); code != 0 {
			t.Errorf("%s, told to stop while the server is gone, ends with %d", p.name, code)
		}
		if used := p.command.ProcessState.UserTime() + p.command.ProcessState.SystemTime(); used > 3*time.Second {
			t.Errorf("%s used %s of CPU for two proposals", p.name, used)
		}
	}
}
