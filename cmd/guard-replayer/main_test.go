package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/proof"
)

// result is what a command wrote and ended with.
type result struct {
	code     int
	out, err string
}

func (r result) want(t *testing.T, code int, says ...string) string {
	t.Helper()
	if r.code != code {
		t.Fatalf("code %d, not %d\n%s%s", r.code, code, r.out, r.err)
	}
	for _, s := range says {
		if !strings.Contains(r.out+r.err, s) {
			t.Fatalf("does not say %q\n%s%s", s, r.out, r.err)
		}
	}
	return r.out
}

func replayer(t *testing.T, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	code := command.Run(t.Context(), args, command.Stdio{Out: &out, Err: &errs}, "guard-replayer", description, &grammar{})
	return result{code, out.String(), errs.String()}
}

// logOf is a server with a log of some decisions, and its context file.
func logOf(t *testing.T, decisions int) (server string, js natsjs.JetStream, more func(n int)) {
	t.Helper()
	ctx := t.Context()
	s := natstest.Listening(t, t.TempDir(), "127.0.0.1:0")
	js = natstest.JetStream(t, natstest.Connect(t, s))
	if err := jetstream.Ensure(ctx, js, jetstream.Streams(jetstream.StreamSettings{}), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	next := 0
	more = func(n int) {
		t.Helper()
		for range n {
			next++
			session := events.Session{Tenant: "acme", Name: fmt.Sprintf("s%d", next%3)}
			e := events.Event{Header: events.Header{Tenant: "acme", Session: session.Name, Time: time.Unix(1_780_000_000, 0).UTC()}, Body: &events.Decided{
				ProposalID: fmt.Sprintf("p%d", next%20), Call: []byte(`{"name":"pay","arguments":{}}`), CallHash: "x", Decision: []byte(`{"outcome":"deny","tool":"pay"}`),
			}}
			if _, err := js.Publish(ctx, session.Subject(events.Log), e.AppendJSON(nil)); err != nil {
				t.Fatal(err)
			}
		}
	}
	more(decisions)
	return s.ContextFile(), js, more
}

// From a log to a proof that somebody else verifies, with a copy of the ledger and with
// what was kept outside.
func TestFromLogToProof(t *testing.T) {
	server, _, more := logOf(t, 25)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	tail := func(ledger string, flags ...string) result {
		t.Helper()
		return replayer(t, append([]string{"tail", "--once", "--context", server, "--ledger", at(ledger)}, flags...)...)
	}
	anchor := at("anchor")
	tail("ledger", "--anchor", anchor, "--origin", "guard.example/ledger").want(t, 0, "25:25:")
	key := strings.TrimSpace(replayer(t, "key", "--ledger", at("ledger")).want(t, 0, "guard.example/ledger+"))
	old := at("old")
	if text, err := os.ReadFile(anchor); err != nil || os.WriteFile(old, text, 0o600) != nil {
		t.Fatal(err)
	}
	more(15)
	tail("ledger", "--anchor", anchor).want(t, 0, "40:40:")
	replayer(t, "verify", "--ledger", at("ledger"), "--anchor", anchor, "--key", key).want(t, 0, "as it was written")
	replayer(t, "verify", "--ledger", at("ledger"), "--anchor", anchor).want(t, 2, "--anchor needs --key")

	// Of the ledger, and of a copy made of the log by somebody who has only the anchor.
	tail("copy").want(t, 0, "40:40:")
	replayer(t, "verify", "--ledger", at("copy"), "--key", key).want(t, 1, "bad checkpoint")
	for ledger, flags := range map[string][]string{"ledger": nil, "copy": {"--anchor", anchor}} {
		file := at("proof-" + ledger)
		replayer(t, append([]string{"prove", "p7", "--session", "s1", "--tenant", "acme", "--since", old, "--ledger", at(ledger), "-o", file}, flags...)...).want(t, 0)
		for _, held := range []string{old, anchor} {
			replayer(t, "verify-proof", file, "--key", key, "--held", held).want(t, 0,
				"PROVEN by the checkpoint of \"guard.example/ledger\" over 40 records", "record          7\n", "the ledger of 25 records was the beginning")
		}
		replayer(t, "prove", "7", "--ledger", at(ledger), "-o", file).want(t, 2, "--out", "exists")
	}
	own := strings.TrimSpace(replayer(t, "key", "--ledger", at("copy")).want(t, 0, "guard-ledger-"))
	replayer(t, "verify-proof", at("proof-copy"), "--key", own).want(t, 1, "not a checkpoint of this key")

	tail("copy", "--anchor", anchor).want(t, 1, "the checkpoint is of another ledger") // its key is another one

	text, err := os.ReadFile(at("proof-ledger"))
	if err != nil {
		t.Fatal(err)
	}
	forged := at("forged")
	if err := os.WriteFile(forged, bytes.Replace(text, []byte(`"stream_seq": 7`), []byte(`"stream_seq": 8`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	replayer(t, "verify-proof", forged, "--key", key).want(t, 1, "record 7 is not the one")
	replayer(t, "verify-proof", anchor, "--key", key).want(t, 1, "not a proof")
	replayer(t, "verify-proof", forged, "--key", "x").want(t, 2, "--key")

	for args, says := range map[string]string{
		"prove":                      "name a record",
		"prove 0":                    "the first record is 1",
		"prove 41":                   "record 41",
		"prove p7":                   "add --tenant or --session",
		"prove p99":                  "p99",
		"prove p7 --session nowhere": "p7",
	} {
		replayer(t, append(strings.Fields(args), "--ledger", at("ledger"))...).want(t, 2, says)
	}
}

// A checkpoint is where everybody listens, as soon as it is made.
func TestCheckpointsArePublished(t *testing.T) {
	server, js, more := logOf(t, 3)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int, 1)
	var out, errs bytes.Buffer
	go func() {
		done <- command.Run(ctx, []string{"tail", "--context", server, "--ledger", filepath.Join(dir, "ledger"), "--anchor", filepath.Join(dir, "anchor")},
			command.Stdio{Out: &out, Err: &errs}, "guard-replayer", description, &grammar{})
	}()
	anchored := func(size string) func() bool {
		return func() bool {
			text, _ := os.ReadFile(filepath.Join(dir, "anchor")) // not there at first
			return strings.Contains(string(text), "\n"+size+"\n")
		}
	}
	natstest.Eventually(t, 20*time.Second, "a checkpoint over 3 records", anchored("3"))
	more(2)
	natstest.Eventually(t, 20*time.Second, "a checkpoint over 5 records", anchored("5"))
	cancel()
	if code := <-done; code != 0 {
		t.Fatalf("code %d\n%s", code, errs.String())
	}
	stream, err := js.Stream(t.Context(), jetstream.Ledger)
	if err != nil {
		t.Fatal(err)
	}
	last, err := stream.GetLastMsgForSubject(t.Context(), checkpointSubject)
	if err != nil {
		t.Fatal(err)
	}
	for signed, err := range pebblestore.ReadAnchor(filepath.Join(dir, "anchor")) {
		if c, _ := proof.Peek(signed); err != nil || c.Size == 5 && string(signed) != string(last.Data) {
			t.Errorf("published is\n%s\nanchored is\n%s%v", last.Data, signed, err)
		}
	}
}
