package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core"
)

// TestDemo plays the demo, which compares each outcome with the one that has to come.
func TestDemo(t *testing.T) {
	t.Parallel()
	began := time.Now()
	r := run(t, t.TempDir(), command("guard"), "demo")
	t.Logf("took %s", time.Since(began).Round(time.Millisecond))
	r.want(t, 0, "ALLOWED", "DENIED", "ESCALATED",
		`not written in the conversation by user: iban: "DE02120300000000202051"`, `"LT121000011101001000"`, "no_injected_arguments",
		"rejected    by ben", "approved    by ana", "not_made_before", "arguments_valid", "not given: spent_today",
		"kill -9", "1 decision of it, the inbox still 1 command", "answered from the log: 1 decision",
		"head        15:15:", "everything is as it was written", "NOT AS WRITTEN: corrupt", "NOT AS WRITTEN: record 1: changed",
		"same                   9", "Played 9 proposals")
	if r.err != "" {
		t.Errorf("says on its standard error: %s", r.err)
	}
	if n := strings.Count(r.out, "quote "); n < 12 {
		t.Errorf("shows %d quotes", n)
	}
}

// TestDemoServes: with --serve the demo's installation goes on.
func TestDemoServes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, command("guard"), "demo", "--serve", "--data", "data")
	p.says(&p.out, "Still up")
	agent := session(t, connection(t, (&site{p, dir}).contextFile()), "mine")
	if d, err := agent.Propose(patient(t), payment("p", 10)); err != nil || d.Outcome != core.Allow {
		t.Errorf("%+v, %v", d, err)
	}
	if code := p.stop(); code != 0 {
		t.Errorf("ended with %d", code)
	}
	run(t, dir, command("guard"), "demo", "--data", "data").want(t, 2, "empty directory")
}
