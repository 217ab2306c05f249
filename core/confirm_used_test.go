package core

import (
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// heard appends what a call gave back.
func heard(t testing.TB, c conversation.Conversation, tool, arguments, text string) conversation.Conversation {
	c.Messages = append(c.Messages[:len(c.Messages):len(c.Messages)], conversation.Message{
		Role: conversation.Tool, Text: text, Answers: conversation.AnswerTo(tool, parseJSON(t, arguments))})
	return c
}

// A yes counts for the call that is made on it, once.
func TestYesIsUsedUp(t *testing.T) {
	guard := exactGuard(t)
	const (
		tool = "send_money"
		call = `{"to": "Alice", "amount": 30}`
		yes  = "A: Send 30 EUR to Alice?\nU: yes\n"
		text = `send_money({"amount": 30, "to": "Alice"})`
	)
	once := heard(t, talk(t, yes), tool, call, "sent")
	again := talk(t, yes)
	again.Messages = append(once.Messages[:3:3], again.Messages...)
	twice := heard(t, again, tool, call, "sent")
	failedOnce := heard(t, talk(t, yes), tool, call, "no connection")
	failedAgain := heard(t, again, tool, call, "no connection")
	looked := heard(t, talk(t, yes), "look_up", `{"name": "Alice"}`, "found")
	unknown := talk(t, yes+"T: something\n")
	steps := talk(t, "A: I will:⏎1. Send 30 EUR to Alice⏎2. Send 30 EUR to Alice⏎OK?\nU: yes")
	twiceSaid := talk(t, "A: I'll send 30 EUR to Alice. So: 30 EUR to Alice, shall I?\nU: yes")

	for name, c := range map[string]struct {
		context conversation.Conversation
		made    *CallsMade
		want    string
	}{
		"not made":               {talk(t, yes), NewCallsMade(), "passed"},
		"made":                   {once, NewCallsMade(text), "failed"},
		"made, output not there": {talk(t, yes), NewCallsMade(text), "failed"},
		"made, a new yes":        {again, NewCallsMade(text), "passed"},
		"made twice, two yeses":  {twice, NewCallsMade(text, text), "failed"},
		"failed":                 {failedOnce, NewCallsMade(), "passed"},
		// Which of the two failed nobody says: the one that was made may be the second.
		"made, then failed on a new yes":  {failedAgain, NewCallsMade(text), "failed"},
		"another tool":                    {looked, NewCallsMade(`look_up({"name": "Alice"})`), "passed"},
		"another call":                    {talk(t, yes), NewCallsMade(`send_money({"amount": 30, "to": "Bob"})`), "passed"},
		"the same in other letters":       {talk(t, yes), NewCallsMade(`send_money({"amount": 30.0, "note": "hi", "to": "ALICE"})`), "failed"},
		"not known, no output":            {talk(t, yes), nil, "passed"},
		"not known, an output of it":      {once, nil, "failed"},
		"not known, an output of another": {looked, nil, "passed"},
		"not known, an unknown output":    {unknown, nil, "not_evaluated"},
		"two steps":                       {steps, NewCallsMade(), "passed"},
		"two steps, one made":             {heard(t, steps, tool, call, "sent"), NewCallsMade(text), "passed"},
		"two steps, both made":            {heard(t, heard(t, steps, tool, call, "sent"), tool, call, "sent"), NewCallsMade(text, text), "failed"},
		"said twice, made":                {heard(t, twiceSaid, tool, call, "sent"), NewCallsMade(text), "failed"},
	} {
		d, got := userConfirms(t, guard, tool, call, Request{Transcript: NewTranscript(c.context), CallsMade: c.made})
		if got.State != c.want {
			t.Errorf("%s: %s (%s), want %s", name, got.State, got.Why, c.want)
		}
		if (d.Outcome == Allow) != (c.want == "passed") || c.want == "not_evaluated" && d.Outcome != Escalate {
			t.Errorf("%s: %s", name, d.Outcome)
		}
	}
}

// In a session the calls made are known, whatever leaves the window.
func TestYesIsUsedUpInSession(t *testing.T) {
	guard := exactGuard(t)
	s := guard.NewSession(talk(t, "A: Send 30 EUR to Alice?\nU: yes"), SessionOptions{MaxMessages: 4})
	call := toolcall.Call{Name: "send_money", Arguments: parseJSON(t, `{"to": "Alice", "amount": 30}`)}
	propose := func(want Outcome) *Decision {
		t.Helper()
		d, err := s.Call(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		if d.Outcome != want {
			t.Fatalf("%s, want %s: %v", d.Outcome, want, d.Reasons)
		}
		return d
	}
	first := propose(Allow)
	propose(Deny)
	if err := s.Record(first, jsonvalue.NewString("sent"), ""); err != nil {
		t.Fatal(err)
	}
	propose(Deny)
	for _, m := range talk(t, "A: Send 30 EUR to Alice again?\nU: yes").Messages {
		s.Add(m)
	}
	second := propose(Allow)
	if err := s.Record(second, jsonvalue.Value{}, "no connection"); err != nil {
		t.Fatal(err)
	}
	third := propose(Allow) // the one that failed was not made
	if err := s.Record(third, jsonvalue.NewString("sent"), ""); err != nil {
		t.Fatal(err)
	}
	propose(Deny)
}

// What ids are called may come from a fact of the application.
func TestNamesOfFacts(t *testing.T) {
	guard := exactGuard(t)
	const facts = `{"called": {"p-1": "Apollo", "p-2": ["Apollo 2", "the moon shot"], "p-3": "Gemini", "p-4": "Gemini"}}`
	for name, c := range map[string]struct{ id, talk, facts, want string }{
		"by name":           {"p-1", "A: Shall I delete the project Apollo?\nU: yes", facts, "passed"},
		"a longer name":     {"p-1", "A: Shall I delete the project Apollo 2?\nU: yes", facts, "failed"},
		"the longer name":   {"p-2", "A: Shall I delete the project Apollo 2?\nU: yes", facts, "passed"},
		"another name":      {"p-2", "A: Shall I delete the moon shot?\nU: yes", facts, "passed"},
		"two of a name":     {"p-3", "A: Shall I delete the project Gemini?\nU: yes", facts, "failed"},
		"by id":             {"p-3", "A: Shall I delete the project p-3?\nU: yes", facts, "passed"},
		"look-alike":        {"p-1", "A: Shall I delete the project Аpollo?\nU: yes", facts, "failed"},
		"another project":   {"p-1", "A: Shall I delete the project Gemini?\nU: yes", facts, "failed"},
		"outputs no matter": {"p-9", `T: {"projects": [{"project_id": "p-9", "name": "Apollo"}]}` + "\nA: Shall I delete the project Apollo?\nU: yes", facts, "failed"},
		"not given":         {"p-1", "A: Shall I delete the project Apollo?\nU: yes", `{}`, "not_evaluated"},
		"not given, by id":  {"p-1", "A: Shall I delete the project p-1?\nU: yes", `{}`, "passed"},
	} {
		d, got := userConfirms(t, guard, "delete_project", `{"project_id": "`+c.id+`"}`,
			Request{Transcript: NewTranscript(talk(t, c.talk)), Facts: parseJSON(t, c.facts), CallsMade: NewCallsMade()})
		if got.State != c.want {
			t.Errorf("%s: %s (%s), want %s", name, got.State, got.Why, c.want)
		}
		if c.want == "not_evaluated" && strings.Join(d.MissingFacts, " ") != "called" {
			t.Errorf("%s: missing facts %q", name, d.MissingFacts)
		}
	}
}

// The evidence is what proposes the call, in the message, and the whole acceptance.
func TestExactEvidence(t *testing.T) {
	guard := exactGuard(t)
	c := talk(t, "A: Für Sie:⏎1. Cancel booking 4WQ150 (booked twice)⏎2. Cancel booking 8RT221 (too expensive)⏎OK?\nU: Yes, both!")
	d, got := userConfirms(t, guard, "cancel_booking", `{"booking_id": "4WQ150", "reason": "booked twice"}`, Request{Transcript: NewTranscript(c), CallsMade: NewCallsMade()})
	if got.State != "passed" || len(d.Evidence) != 2 {
		t.Fatalf("%s: %s, evidence %+v", got.State, got.Why, d.Evidence)
	}
	for i, want := range []struct {
		argument, quote string
		message         int
	}{{EvidenceProposal, "Cancel booking 4WQ150 (booked twice)", 0}, {EvidenceAccepted, "Yes, both!", 1}} {
		e := d.Evidence[i]
		text := []rune(c.Messages[e.Message].Text)
		if e.Argument != want.argument || e.Quote != want.quote || e.Message != want.message || string(text[e.Start:e.End]) != e.Quote {
			t.Errorf("evidence %d: %+v", i, e)
		}
	}
}

// The reason says which argument is not as it was proposed.
func TestExactReasons(t *testing.T) {
	guard := exactGuard(t)
	for _, c := range []struct{ tool, arguments, talk, want string }{
		{"cancel_booking", `{"booking_id": "4WQ150", "reason": "booked twice"}`, "A: Shall I cancel booking 4WQ150 (too expensive)?\nU: yes", "reason"},
		{"cancel_booking", `{"booking_id": "4WQ150", "reason": "booked twice"}`, "A: Shall I cancel booking 8RT221 (booked twice)?\nU: yes", "booking_id"},
		{"give_back_items", `{"order_id": "#K1", "item_ids": ["900001"]}`, "A: Return items 900001 and 900003 of order #K1?\nU: yes", `named together with "900003"`},
		{"send_money", `{"to": "Alice", "amount": 40}`, "A: Send 30 EUR to Alice?\nU: yes", "amount"},
		{"send_money", `{"to": "Alice", "amount": 40}`, "A: Hello\nU: hi", "the user accepted no message"},
		{"send_money", `{"to": "Alice", "amount": 30}`, "A: Send 30 EUR to Alice?\nU: yes\nA: One moment\nU: Stop!", "took back"},
		{"send_money", `{"to": "Alice", "amount": 30}`, "A: Hello Alice. 30 EUR. Is this your zip code?\nU: yes", "proposes nothing"},
	} {
		if _, got := userConfirms(t, guard, c.tool, c.arguments, Request{Transcript: NewTranscript(talk(t, c.talk)), CallsMade: NewCallsMade()}); !strings.Contains(got.Why, c.want) {
			t.Errorf("%s in %q: %q, want %q", c.arguments, c.talk, got.Why, c.want)
		}
	}
}
