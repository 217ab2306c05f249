package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// TestBadInput sends what can't be followed to an installation: each is answered, stands
// in the log or among the dead letters with its reason, and the worker goes on.
func TestBadInput(t *testing.T) {
	t.Parallel()
	s := up(t, t.TempDir(), "--max-bytes", "65536")
	c := connection(t, s.contextFile())
	answers, err := c.NATS.SubscribeSync("guard.answers.bank.*")
	if err != nil {
		t.Fatal(err)
	}
	good := `{"name":"send_payment","arguments":{"iban":"` + goodIBAN + `","amount":10}}`
	tests := []struct {
		name, subject, payload string
		code                   events.Code // of the refusal; "" when it is decided
		failed                 string      // the check that denies
		buried                 bool
	}{
		{"no JSON", "bank.s", `pay ten euros`, events.Unreadable, "", true},
		{"NaN", "bank.s", `{"call":{"name":"send_payment","arguments":{"amount":NaN}}}`, events.Unreadable, "", true},
		{"two parsers, two calls", "bank.s", `{"call":` + good + `,"call":{"name":"other"}}`, events.DuplicateKey, "", true},
		{"no name", "bank.s", `{"call":{"arguments":{}}}`, events.NoCall, "", true},
		{"no call", "bank.s", `{"context":"pay"}`, events.MissingField, "", true},
		{"a misspelt member", "bank.s", `{"call":` + good + `,"fact":{}}`, events.UnknownField, "", true},
		{"too large", "bank.s", `{"call":` + good + `,"context":"` + strings.Repeat("x", 70000) + `"}`, events.TooLarge, "", true},
		{"too deep", "bank.s", `{"call":{"name":"send_payment","arguments":{"x":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}}}`, events.TooDeep, "", true},
		{"another tenant", "bank.s", `{"tenant":"shop","call":` + good + `}`, events.WrongTenant, "", true},
		{"another session", "bank.s", `{"session":"other","call":` + good + `}`, events.WrongSession, "", true},
		{"calls made from the wire", "bank.s", `{"call":` + good + `,"facts":{"calls_made":[]}}`, events.CallsMadeGiven, "", true},
		{"an unknown tool", "bank.s", `{"call":{"name":"launch_rocket","arguments":{}}}`, "", "known_tool", false},
		{"arguments that are no JSON", "bank.s", `{"call":{"name":"send_payment","arguments":"{iban"}}`, "", "arguments_valid", false},
		{"a report of nothing", "bank.s", `{"proposal_id":"nothing","outcome":"made"}`, events.UnknownProposal, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kind := "proposals"
			if tt.code == events.UnknownProposal {
				kind = "reports"
			}
			inbox := publish(t, c.JetStream, "guard."+kind+"."+tt.subject, tt.payload)
			a := answerTo(t, answers, inbox)
			if tt.code == "" {
				d, err := core.ReadDecision(a.Decision)
				if err != nil || d.Outcome != core.Deny || d.Failed[0] != tt.failed {
					t.Errorf("%+v, %v", a, err)
				}
				return
			}
			if a.Type != events.TypeRefused || a.Problem == nil || a.Problem.Code != tt.code || len(a.Problem.Reason) < 5 {
				t.Errorf("%+v %v", a, a.Problem)
			}
			if reason := deadLetter(t, c.JetStream, inbox); (reason != "") != tt.buried || tt.buried && !strings.HasPrefix(reason, string(tt.code)) {
				t.Errorf("dead letter: %q", reason)
			}
		})
	}
	t.Run("a broken token", func(t *testing.T) {
		inbox := publish(t, c.JetStream, "guard.proposals.bank.a$b", `{"call":`+good+`}`)
		var reason string
		for deadline := time.Now().Add(patience); reason == "" && time.Now().Before(deadline); {
			reason = deadLetter(t, c.JetStream, inbox)
		}
		if !strings.HasPrefix(reason, string(events.BadSubject)) || !strings.Contains(reason, "a$b") {
			t.Errorf("dead letter: %q", reason)
		}
	})
	t.Run("a tenant without a catalog", func(t *testing.T) {
		listen, err := c.NATS.SubscribeSync("guard.answers.nobody.s")
		if err != nil {
			t.Fatal(err)
		}
		a := answerTo(t, listen, publish(t, c.JetStream, "guard.proposals.nobody.s", `{"call":`+good+`}`))
		if a.Type != events.TypeRefused || a.Problem.Code != events.UnknownTenant {
			t.Errorf("%+v %v", a, a.Problem)
		}
	})
	agent := session(t, c, "s")
	if d, err := agent.Propose(patient(t), payment("after", 10)); err != nil || d.Outcome != core.Allow {
		t.Errorf("afterwards: %+v, %v", d, err)
	}
	run(t, s.dir, command("guard"), "tail", "--no-follow").want(t, 0, "refused", "too_deep", "DENY launch_rocket")
}

func publish(t *testing.T, js natsjs.JetStream, subject, payload string) (inbox uint64) {
	t.Helper()
	ack, err := js.Publish(patient(t), subject, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return ack.Sequence
}

func answerTo(t *testing.T, answers *nats.Subscription, inbox uint64) *events.Answer {
	t.Helper()
	for {
		m, err := answers.NextMsgWithContext(patient(t))
		if err != nil {
			t.Fatalf("no answer to command %d: %v", inbox, err)
		}
		a, err := events.ReadAnswer(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		if a.Inbox == inbox {
			return a
		}
	}
}

// deadLetter returns why a command was set aside, "" when it was not.
func deadLetter(t *testing.T, js natsjs.JetStream, inbox uint64) string {
	t.Helper()
	stream, err := js.Stream(patient(t), jetstream.DeadLetters)
	if err != nil {
		t.Fatal(err)
	}
	for sequence := stream.CachedInfo().State.LastSeq; sequence > 0; sequence-- {
		m, err := stream.GetMsg(patient(t), sequence)
		if err != nil {
			t.Fatal(err)
		}
		if m.Header.Get(jetstream.HeaderInbox) == fmt.Sprint(inbox) {
			return m.Header.Get(jetstream.HeaderReason)
		}
	}
	return ""
}
