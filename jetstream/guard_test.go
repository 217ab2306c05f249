package jetstream_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

const paymentsCatalog = `
facts:
  spent_today: double
tools:
  - name: send_payment
    once: true
    parameters:
      type: object
      properties:
        iban: {type: string}
        amount: {type: number}
      required: [iban, amount]
    ground: {iban: whole, amount: token}
    ground_from: [user]
policies:
  - name: within_daily_budget
    expr: amount + spent_today <= 2000.0
    on_fail: escalate
    reason: More than 2,000 a day needs a person.
`

func guardOf(t testing.TB, text string) *core.Guard {
	t.Helper()
	c, err := catalog.Read("catalog.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestARealGuardDecidesAndReplays lets the guard decide in a session that grows, is
// edited and goes on without contexts; folding the log anew and asking a guard again
// gives every decision byte by byte.
func TestARealGuardDecidesAndReplays(t *testing.T) {
	s := newStage(t, natstest.Single(t), jetstream.StreamSettings{})
	s.work(jetstream.ByGuard(guardOf(t, paymentsCatalog)), jetstream.WorkerSettings{})
	next := s.listen(conversation7)
	const iban = "DE89370400440532013000"
	pay := func(id, amount, facts, context string) *events.Answer {
		t.Helper()
		payload := fmt.Sprintf(`{"proposal_id":%q,"call":{"name":"send_payment","arguments":{"iban":%q,"amount":%s}},"facts":%s`, id, iban, amount, facts)
		if context != "" {
			payload += `,"context":` + context
		}
		s.send(conversation7.Subject(events.Proposals), payload+"}")
		return next()
	}
	first := `{"role":"user","content":"Pay 250 to ` + iban + `"}`
	more := `,{"role":"assistant","content":"Done."},{"role":"user","content":"And 300 more."}`
	for _, step := range []struct {
		id, amount, facts, context string
		want                       core.Outcome
		failed                     string
	}{
		{"grounded", "250", `{"spent_today":0.5}`, "[" + first + "]", core.Allow, ""},
		{"once more", "250", `{"spent_today":0.5}`, "[" + first + "]", core.Escalate, "not_made_before"},
		{"invented", "300", `{"spent_today":0}`, "[" + first + "]", core.Deny, "arguments_grounded"},
		{"grown", "300", `{"spent_today":0}`, "[" + first + more + "]", core.Allow, ""},
		{"over budget", `"300"`, `{"spent_today":1900}`, "", core.Escalate, "not_made_before"},
		{"edited", "300", `{"spent_today":0}`, `[{"role":"user","content":"Never mind."}]`, core.Deny, "arguments_grounded"},
	} {
		a := pay(step.id, step.amount, step.facts, step.context)
		d, err := core.ReadDecision(a.Decision)
		if err != nil || a.Outcome != step.want || step.failed != "" && (len(d.Failed) == 0 || d.Failed[0] != step.failed) {
			t.Errorf("%s: %s %s, %v", step.id, a.Outcome, a.Decision, err)
		}
	}
	s.send(conversation7.Subject(events.Proposals), `{"call":{"name":"send_payment"},"facts":{"iban":"DE1"}}`)
	if a := next(); a.Type != events.TypeRefused || a.Problem.Field != "facts" {
		t.Errorf("a fact named like an argument: %+v", a)
	}

	again, state, decisions := guardOf(t, paymentsCatalog), events.NewState(conversation7), 0
	err := s.log.Tail(t.Context(), jetstream.Range{}, func(r events.Record) error {
		e, err := events.Read(r.Payload)
		if err != nil {
			return err
		}
		if d, ok := e.Body.(*events.Decided); ok {
			decisions++
			request, err := state.Recorded(d)
			if err != nil {
				return err
			}
			now, err := again.Check(context.Background(), request)
			if err != nil {
				return err
			}
			if body := now.AppendJSON(nil); !bytes.Equal(body, d.Decision) {
				t.Errorf("%s:\n was %s\n now %s", d.ProposalID, d.Decision, body)
			}
			if !strings.Contains(string(r.Payload), string(d.Decision)) {
				t.Errorf("%s: the body is not stored as it was decided", d.ProposalID)
			}
		}
		return state.Apply(r)
	})
	if err != nil || decisions != 6 {
		t.Errorf("%d decisions replayed, %v", decisions, err)
	}
}
