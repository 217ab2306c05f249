package core_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
)

// refunding is a catalog that refunds an order once.
const refunding = `
tools:
  - name: refund
    once: true
    once_key: [order_id, items]
    parameters: {type: object, additionalProperties: true, properties: {order_id: {type: string}, items: {type: array, items: {type: string}}, note: {type: string}, amount: {type: number}}}
  - name: refund(x
    once: true
    once_key: [order_id]
    parameters: {type: object, properties: {order_id: {type: string}}}
`

// The best known ways round once, beside what it is for: the same order in other words.
func TestOnceByKey(t *testing.T) {
	guard := guardOf(t, refunding)
	made := core.CallText("refund", parse(`{"order_id": "#W-123", "items": ["Lamp", "chair"], "note": "broken"}`))
	for arguments, again := range map[string]bool{
		`{"order_id": "#W-123", "items": ["Lamp", "chair"], "note": "broken"}`:          true,
		`{"order_id": "#W-123", "items": ["Lamp", "chair"], "note": "it is broken"}`:    true,
		`{"order_id": "#W-123", "items": ["Lamp", "chair"], "amount": 5}`:               true,
		`{"order_id": "#W-123", "items": ["chair", "Lamp"]}`:                            true,
		`{"order_id": "w123", "items": ["lamp", "CHAIR"]}`:                              true,
		`{"order_id": " #W-123 ", "items": ["Lamp", "chair"]}`:                          true,
		`{"order_id": "\uff03\uff37\uff0d123", "items": ["Lamp", "chair"]}`:             true, // full width
		`{"order_id": "#W-124", "items": ["Lamp", "chair"]}`:                            false,
		`{"order_id": "#W-123", "items": ["Lamp"]}`:                                     false,
		`{"order_id": "#W-123", "items": ["Lamp", "chair", "chair"]}`:                   false,
		`{"order_id": "#W-123"}`:                                                        false,
		`{"note": "order_id: #W-123"}`:                                                  false,
		`{"order_id": "#W-123", "items": ["Lamp", "chair"], "unknown": "\u2066hidden"}`: true, // not valid: denied
	} {
		d := decisionOf(t, guard, "refund", arguments, "[]", "", made)
		if got := d.Outcome != core.Allow; got != again {
			t.Errorf("%s: %s\n%s", arguments, d.Outcome, d.Audit())
		}
	}
	for _, other := range []string{
		core.CallText("refunds", parse(`{"order_id": "1"}`)),
		core.CallText("refund(x", parse(`{"order_id": "1"}`)),
		`refund({"order_id": "1"`, `refund(["1"])`, "refund", "",
	} {
		if d := decisionOf(t, guard, "refund", `{"order_id": "1"}`, "[]", "", other); d.Outcome != core.Allow {
			t.Errorf("made %s: %s", other, d.Outcome)
		}
	}
	if d := decisionOf(t, guard, "refund", `{"note": "x"}`, "[]", "", core.CallText("refund", parse(`{"note": "y"}`))); d.Outcome != core.Escalate {
		t.Errorf("without any key: %s", d.Outcome)
	}
}

// TestOnceInTheTenant: a call of another session counts, and is not guessed at.
func TestOnceInTheTenant(t *testing.T) {
	guard := guardOf(t, strings.Replace(refunding, "once_key: [order_id, items]", "once_key: [order_id]\n    once_scope: tenant", 1))
	call := proposed(t, `{"name": "refund", "arguments": {"order_id": "W1", "note": "again"}}`)
	elsewhere := core.CallText("refund", parse(`{"order_id": "W1"}`))
	for name, test := range map[string]struct {
		made, tenant *core.CallsMade
		want         core.Outcome
		why          string
	}{
		"never":           {core.NewCallsMade(), core.NewCallsMade(), core.Allow, ""},
		"another session": {core.NewCallsMade(), core.NewCallsMade(elsewhere), core.Escalate, "was already made in another session"},
		"this session":    {core.NewCallsMade(elsewhere), nil, core.Escalate, "a call with the same order_id was already made"},
		"tenant unknown":  {core.NewCallsMade(), nil, core.Escalate, "the tenant's other sessions are not known"},
		"session unknown": {nil, core.NewCallsMade(), core.Escalate, "not given: calls_made"},
	} {
		r := core.Request{Call: call, Transcript: core.NewTranscript(conversation.Conversation{}), CallsMade: test.made, TenantCalls: test.tenant}
		d, err := guard.Check(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		explained := slices.ContainsFunc(d.Reasons, func(r core.Reason) bool { return strings.Contains(r.Text, test.why) })
		if d.Outcome != test.want || test.want != core.Allow && !explained {
			t.Errorf("%s: %s %v", name, d.Outcome, d.Reasons)
		}
		trace, err := core.ReadTrace(d.Trace().AppendJSON(nil))
		if err != nil {
			t.Fatal(err)
		}
		if report, err := guard.Replay(t.Context(), trace); err != nil || !report.OK {
			t.Errorf("%s replays as %+v, %v", name, report, err)
		}
	}
}
