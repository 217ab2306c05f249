package events

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
)

const aProposal = `{"proposal_id":"p1","tenant":"acme","session":"s","person":"ana",
	"call":{"type":"function","function":{"name":"pay","arguments":"{\"amount\": 5.0}"},"id":"call_1"},
	"context":[{"role":"user","content":"pay 5"}],"facts":{"limit":10}}`

func TestReadProposal(t *testing.T) {
	c, err := ReadCommand("guard.proposals.acme.s", []byte(aProposal), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	p := c.Proposal
	if c.Kind != Proposals || c.Session != session || p.ID != "p1" || p.Person != "ana" || p.Call.Name != "pay" || p.Call.ArgumentText != `{"amount": 5.0}` ||
		!p.ContextGiven || len(p.Context.Messages) != 1 || p.Context.Messages[0].Role != conversation.User || string(p.RawFacts) != `{"limit":10}` {
		t.Errorf("got %+v", p)
	}
}

func TestProposalIdentity(t *testing.T) {
	for payload, want := range map[string]string{
		`{"proposal_id":"p","call":{"name":"x","id":"c"}}`: "p",
		`{"call":{"name":"x","id":"c"}}`:                   "c",
		`{"call":{"name":"x","call_id":12}}`:               "12",
		`{"call":{"name":"x"}}`:                            "_17",
		`{"proposal_id":"","call":{"name":"x"}}`:           "_17",
	} {
		c, err := ReadCommand("guard.proposals.acme.s", []byte(payload), Limits{})
		if err != nil || c.Proposal.Identity(17) != want {
			t.Errorf("%s: %v, want %s", payload, err, want)
		}
	}
}

func TestHashedSessionsAreNamed(t *testing.T) {
	s := SessionOf("acme", "chat 7")
	c, err := ReadCommand(s.Subject(Proposals), []byte(`{"session":"chat 7","call":{"name":"x"}}`), Limits{})
	if err != nil || c.LiteralSession != "chat 7" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := ReadCommand(s.Subject(Reports), []byte(`{"proposal_id":"p","outcome":"made"}`), Limits{}); err != nil {
		t.Errorf("a report need not name it: %v", err)
	}
}

func TestReadCommandRefuses(t *testing.T) {
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	call := `"call":{"name":"x"}`
	tests := map[string]struct {
		kind    Kind
		payload string
		code    Code
		field   string
	}{
		"no JSON":              {Proposals, `pay!`, Unreadable, ""},
		"empty":                {Proposals, ``, Unreadable, ""},
		"no object":            {Proposals, `[]`, Unreadable, ""},
		"trailing bytes":       {Proposals, `{` + call + `}}`, Unreadable, ""},
		"NaN":                  {Proposals, `{` + call + `,"facts":{"x":NaN}}`, Unreadable, ""},
		"duplicate key":        {Proposals, `{"call":{"name":"x","name":"y"}}`, DuplicateKey, ""},
		"too deep":             {Proposals, `{` + call + `,"facts":{"x":` + deep + `}}`, TooDeep, ""},
		"too large":            {Proposals, `{` + call + `,"context":"` + strings.Repeat("x", 1<<20) + `"}`, TooLarge, ""},
		"call too large":       {Proposals, `{"call":{"name":"x","arguments":"` + strings.Repeat("x", 300<<10) + `"}}`, TooLarge, "call"},
		"facts too large":      {Proposals, `{` + call + `,"facts":{"x":"` + strings.Repeat("x", 300<<10) + `"}}`, TooLarge, "facts"},
		"no call":              {Proposals, `{"context":"hello"}`, MissingField, "call"},
		"call without a name":  {Proposals, `{"call":{"arguments":{}}}`, NoCall, "call"},
		"call is a text":       {Proposals, `{"call":"pay"}`, NoCall, "call"},
		"call id is a list":    {Proposals, `{"call":{"name":"x","id":[1]}}`, Unreadable, "call.id"},
		"facts no object":      {Proposals, `{` + call + `,"facts":[1]}`, Unreadable, "facts"},
		"calls made given":     {Proposals, `{` + call + `,"facts":{"calls_made":[]}}`, CallsMadeGiven, "facts.calls_made"},
		"context is a number":  {Proposals, `{` + call + `,"context":5}`, Unreadable, "context"},
		"other tenant":         {Proposals, `{` + call + `,"tenant":"umbrella"}`, WrongTenant, "tenant"},
		"other session":        {Proposals, `{` + call + `,"session":"t"}`, WrongSession, "session"},
		"tenant is a number":   {Proposals, `{` + call + `,"tenant":5}`, Unreadable, "tenant"},
		"misspelt member":      {Proposals, `{` + call + `,"contxt":"hello"}`, UnknownField, "contxt"},
		"id of ours":           {Proposals, `{` + call + `,"proposal_id":"_17"}`, Unreadable, "proposal_id"},
		"id with a line break": {Proposals, `{` + call + `,"proposal_id":"a\nb"}`, Unreadable, "proposal_id"},
		"invisible id":         {Proposals, `{` + call + `,"proposal_id":"a\u200bb"}`, Unreadable, "proposal_id"},
		"long id":              {Proposals, `{` + call + `,"proposal_id":"` + strings.Repeat("x", 201) + `"}`, Unreadable, "proposal_id"},
		"report of nothing":    {Reports, `{"outcome":"made"}`, MissingField, "proposal_id"},
		"report no outcome":    {Reports, `{"proposal_id":"p"}`, MissingField, "outcome"},
		"report odd outcome":   {Reports, `{"proposal_id":"p","outcome":"decided"}`, Unreadable, "outcome"},
		"nobody resolves":      {Resolutions, `{"proposal_id":"p","resolution":"approved","reviewer":"  "}`, MissingField, "reviewer"},
		"odd resolution":       {Resolutions, `{"proposal_id":"p","resolution":"yes","reviewer":"ana"}`, Unreadable, "resolution"},
		"long note":            {Resolutions, `{"proposal_id":"p","resolution":"approved","reviewer":"ana","note":"` + strings.Repeat("x", 9<<10) + `"}`, TooLarge, "note"},
		"no kind of command":   {Log, `{}`, BadSubject, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := ReadCommand(session.Subject(tt.kind), []byte(tt.payload), Limits{})
			var p *Problem
			if !errors.As(err, &p) || p.Code != tt.code || p.Field != tt.field || p.Reason == "" {
				t.Fatalf("got %v, want %s: %s", err, tt.code, tt.field)
			}
			if c == nil || c.Session != session {
				t.Errorf("the command does not tell its session: %+v", c)
			}
		})
	}
	if c, err := ReadCommand("guard.proposals.acme.ä", nil, Limits{}); err == nil || c.Session != (Session{}) {
		t.Errorf("broken token: %+v, %v", c, err)
	}
	hashed := SessionOf("acme", "chat 7")
	if _, err := ReadCommand(hashed.Subject(Proposals), []byte(`{`+call+`}`), Limits{}); err == nil || !strings.Contains(err.Error(), "has to name it") {
		t.Errorf("hashed and not named: %v", err)
	}
}

// TestRefusalsAreRecordable: whatever is refused, and however long what is wrong with
// it, the refusal fits into a message.
func TestRefusalsAreRecordable(t *testing.T) {
	long := strings.Repeat("\x01", 100<<10)
	quoted := strings.Repeat(`\u0001`, 100<<10)
	for name, payload := range map[string]string{
		"a long key twice":     `{"` + quoted + `":1,"` + quoted + `":2}`,
		"a long member":        `{"call":{"name":"x"},"` + quoted + `":1}`,
		"a long call":          `{"call":{"name":"x","arguments":"` + quoted + `"},"tenant":"umbrella"}`,
		"a long id":            `{"call":{"name":"x"},"proposal_id":"` + quoted + `"}`,
		"a long literal":       `{"call":{"name":"x"},"session":"` + quoted + `"}`,
		"a long id of a call":  `{"call":{"name":"x","id":"` + quoted + `"}}`,
		"a long id of nothing": `{"id":"` + quoted + `"}`,
	} {
		d := ReadDelivery(session.Subject(Proposals), []byte(payload), 1, examples()[0].Time, Limits{})
		s := NewState(session)
		next, body := s.Next(d)
		if next != Append || len(s.Event(d, body).AppendJSON(nil)) > 512<<10 {
			t.Errorf("%s: %d bytes", name, len(s.Event(d, body).AppendJSON(nil)))
		}
	}
	d := ReadDelivery(session.Subject(Proposals), []byte(aProposal), 1, examples()[0].Time, Limits{})
	if n := len(GiveUp(d, long).Reason); n > maxReason {
		t.Errorf("a reason of %d bytes", n)
	}
}

// FuzzReadCommand: no command makes a reader panic; what it reads becomes an event that
// can be read.
func FuzzReadCommand(f *testing.F) {
	for _, kind := range []Kind{Proposals, Reports, Resolutions} {
		f.Add(string(kind), []byte(aProposal))
		f.Add(string(kind), []byte(`{"proposal_id":"p","outcome":"made","result":[1],"resolution":"approved","reviewer":"ana"}`))
		f.Add(string(kind), []byte(`{"call":{"name":"x","name":"y"}}`))
	}
	f.Fuzz(func(t *testing.T, kind string, payload []byte) {
		subject := fmt.Sprintf("guard.%s.acme.s", kind)
		d := ReadDelivery(subject, payload, 1, examples()[0].Time, Limits{})
		if d.Command == nil || (d.Problem == nil) != (d.Command.Proposal != nil || d.Command.Report != nil || d.Command.Resolution != nil) && d.Problem == nil {
			t.Fatalf("neither command nor problem: %+v", d)
		}
		if d.Command.Session == (Session{}) {
			return
		}
		s := NewState(d.Command.Session)
		next, body := s.Next(d)
		if next == Decide {
			var err error
			if body, err = s.Decided(d, []byte(`{"outcome":"allow","tool":"x","arguments":{}}`)); err != nil {
				t.Fatal(err)
			}
		}
		e := s.Event(d, body)
		if err := s.Apply(Record{Subject: session.Subject(Log), Sequence: 1, Payload: e.AppendJSON(nil)}); err != nil {
			t.Fatalf("the log can't be read: %v", err)
		}
		if next, _ := s.Next(d); next != Nothing {
			t.Fatal("the same command becomes a second event")
		}
	})
}
