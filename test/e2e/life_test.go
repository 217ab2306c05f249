package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// TestTheLifeOfACall runs an installation through everything that happens to calls, over
// a restart, to the ledger and its replay.
func TestTheLifeOfACall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := up(t, dir)
	c := connection(t, first.contextFile())
	bank := session(t, c, "chat 1/ü")
	ctx := patient(t)

	paid, err := bank.Propose(ctx, payment("rent", 250))
	if err != nil || paid.Outcome != core.Allow || len(paid.Evidence) != 2 {
		t.Fatalf("allowed: %+v, %v", paid, err)
	}
	if err := bank.Record(ctx, paid.ProposalID, map[string]any{"receipt": "P-1"}, nil); err != nil {
		t.Fatal(err)
	}
	invented := payment("invented", 80)
	invented.Call = map[string]any{"name": "send_payment", "arguments": map[string]any{"iban": "DE02120300000000202051", "amount": 80}}
	if d, err := bank.Propose(ctx, invented); err != nil || d.Outcome != core.Deny || !slices.Equal(d.Failed, []string{"arguments_grounded"}) {
		t.Errorf("invented: %+v, %v", d, err)
	}
	if d, err := bank.Propose(ctx, payment("again", 250)); err != nil || !slices.Equal(d.Failed, []string{"not_made_before"}) {
		t.Errorf("a repeat: %+v, %v", d, err)
	}
	large, err := bank.Propose(ctx, payment("large", 2500))
	if err != nil || large.Outcome != core.Escalate {
		t.Fatalf("escalated: %+v, %v", large, err)
	}

	run(t, dir, command("guard-reviewer"), "list", "--tenant", "bank").want(t, 0, "large", "within_daily_budget", "chat 1/ü")
	run(t, dir, command("guard-reviewer"), "list", "--tenant", "shop", "--json").want(t, 0)
	run(t, dir, command("guard-reviewer"), "show", "large").want(t, 0, "waits for a person", `"2500"`, "chat 1/ü")
	raceToApprove(t, dir, "large")
	if d, err := bank.Await(ctx, "large"); err != nil || !d.MayBeMade() {
		t.Errorf("await: %+v, %v", d, err)
	}
	run(t, dir, command("guard-reviewer"), "reject", "rent", "--reviewer", "eve").want(t, 1, "asks no person")
	run(t, dir, command("guard-reviewer"), "approve", "nothing", "--reviewer", "eve").want(t, 1, `"nothing"`)
	run(t, dir, command("guard"), "show", "rent").want(t, 0, "Outcome   allow", `"250"`, "made, ")
	run(t, dir, command("guard"), "tail", "--no-follow", "--tenant", "bank").want(t, 0, "ALLOW send_payment", "made rent", "resolved large: approved")
	// The loser's answer is an event of its own when it came before the winner's was seen.
	records := jsonLines(t, run(t, dir, command("guard"), "tail", "--no-follow", "--json"))
	if records != 6 && records != 7 {
		t.Errorf("%d events", records)
	}
	if n := jsonLines(t, run(t, dir, command("guard-reviewer"), "list", "--json")); n != 1 {
		t.Errorf("%d calls wait", n)
	}

	if code := first.stop(); code != 0 {
		t.Errorf("guard up ended with %d", code)
	}
	second := up(t, dir)
	bank = session(t, connection(t, second.contextFile()), "chat 1/ü")
	if d, err := bank.Propose(patient(t), payment("rent", 250)); err != nil || !d.Duplicate || d.Sequence != paid.Sequence {
		t.Errorf("after the restart: %+v, %v", d, err)
	}
	if code := second.stop(); code != 0 {
		t.Errorf("guard up ended with %d", code)
	}
	replayLedger(t, dir, records)
}

// raceToApprove has two people approve a call at once: one does it, the other is told
// who did, and when.
func raceToApprove(t *testing.T, dir, id string) {
	t.Helper()
	results := make(map[string]result)
	type answer struct {
		who string
		result
	}
	answers := make(chan answer, 2)
	for _, who := range []string{"ana", "bob"} {
		go func() {
			answers <- answer{who, run(t, dir, command("guard-reviewer"), "approve", id, "--reviewer", who, "--note", "seen by "+who)}
		}()
	}
	for range 2 {
		a := <-answers
		results[a.who] = a.result
	}
	winner, loser := "ana", "bob"
	if results["bob"].code == 0 {
		winner, loser = loser, winner
	}
	results[winner].want(t, 0, "approved by "+winner+" at 20")
	results[loser].want(t, 1, "already approved by "+winner+" at 20", "seen by "+winner)
}

// jsonLines counts the lines of a command's output, each of which has to be JSON.
func jsonLines(t *testing.T, r result) (n int) {
	t.Helper()
	r.want(t, 0)
	for line := range strings.Lines(r.out) {
		n++
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	return n
}

// replayLedger verifies and replays what an installation left, and then a copy of it in
// which a byte is another.
func replayLedger(t *testing.T, dir string, records int) {
	t.Helper()
	replayer, ledger := command("guard-replayer"), filepath.Join(dir, "data", "ledger")
	head := run(t, dir, replayer, "head")
	head.want(t, 0)
	kept := strings.TrimSpace(head.out)
	run(t, dir, replayer, "verify", "--expect", kept).want(t, 0, fmt.Sprintf("verified %d records", records), "as it was written")
	run(t, dir, replayer, "replay", "--catalog", catalogFile(t, "payments.yaml")).want(t, 0, "replayed 4 decisions of 1 sessions", "same                   4")

	candidate := filepath.Join(dir, "candidate.yaml")
	data, err := os.ReadFile(catalogFile(t, "payments.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	wider := strings.Replace(string(data), "spent_today <= 2000.0", "spent_today <= 3000.0", 1)
	if err := os.WriteFile(candidate, []byte(wider), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, dir, replayer, "replay", "--candidate", candidate).want(t, 0, "policy: widening", "escalate -> allow", "large")
	run(t, dir, replayer, "replay", "--candidate", candidate, "--fail-on", "widening").want(t, 1, "1 calls would be allowed")
	run(t, dir, replayer, "replay", "--timeout", "100ms").want(t, 3, "can't connect")

	wrong := strings.Replace(kept, ":", ":1", 1)
	run(t, dir, replayer, "verify", "--expect", wrong).want(t, 1, "NOT AS WRITTEN")
	run(t, dir, replayer, "verify", "--expect", "what").want(t, 2, "--expect")
	tables, err := filepath.Glob(filepath.Join(ledger, "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("tables of %s: %v, %v", ledger, tables, err)
	}
	for _, table := range tables {
		copied := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(copied, os.DirFS(ledger)); err != nil {
			t.Fatal(err)
		}
		flip(t, filepath.Join(copied, filepath.Base(table)))
		run(t, dir, replayer, "verify", "--ledger", copied).want(t, 1, "NOT AS WRITTEN")
	}
}

func flip(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTheExampleClient runs the program of examples/client.
func TestTheExampleClient(t *testing.T) {
	t.Parallel()
	s := up(t, t.TempDir())
	p := start(t, s.dir, "/usr/bin/env", "NATS_CONTEXT="+s.contextFile(), command("client"))
	if code := p.code(); code != 0 {
		t.Errorf("ended with %d", code)
	}
	if !strings.Contains(p.out.String(), `paying {"iban": "`+goodIBAN) {
		t.Errorf("says %q", p.out.String())
	}
	c := connection(t, s.contextFile())
	var types []events.Type
	for _, e := range eventsOf(t, c, "conversation-7") {
		types = append(types, e.Body.Type())
	}
	if fmt.Sprint(types) != "[decided made]" {
		t.Errorf("log: %v", types)
	}
}

// TestManySessionsAtOnce proposes from many sessions through one connection.
func TestManySessionsAtOnce(t *testing.T) {
	t.Parallel()
	s := up(t, t.TempDir(), "--sync", "1m")
	c := connection(t, s.contextFile())
	const sessions, each = 20, 5
	failures := make(chan error, sessions)
	for n := range sessions {
		agent := session(t, c, fmt.Sprintf("s%d", n))
		go func() {
			for i := range each {
				d, err := agent.Propose(t.Context(), payment(fmt.Sprintf("p%d", i), float64(10+i)))
				if err == nil && d.Outcome != core.Allow {
					err = fmt.Errorf("decided %s %v", d.Outcome, d.Failed)
				}
				if err == nil {
					err = agent.Record(t.Context(), d.ProposalID, "done", nil)
				}
				if err != nil {
					failures <- err
					return
				}
			}
			failures <- nil
		}()
	}
	for range sessions {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
	if n := len(eventsOf(t, c, "")); n != 2*sessions*each {
		t.Errorf("the log has %d events, not %d", n, 2*sessions*each)
	}
	natstest.Eventually(t, patience, "an empty inbox", func() bool { return waiting(t, c) == 0 })
}
