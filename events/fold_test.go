package events

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
)

// TestBrokenChains tries what a session's log can't hold.
func TestBrokenChains(t *testing.T) {
	b := newBook(t)
	b.propose("p", "escalate", `{}`)
	b.propose("q", "allow", `{}`)
	b.resolve("p", Approved, "ana")
	fold := func(records ...Record) error {
		s := NewState(session)
		for _, r := range records {
			if err := s.Apply(r); err != nil {
				return err
			}
		}
		return nil
	}
	r := b.records
	changed, moved, elsewhere := r[0], r[1], r[1]
	changed.Payload = []byte(strings.Replace(string(r[0].Payload), `"escalate"`, `"allow"`, 1))
	moved.Sequence = r[0].Sequence
	elsewhere.Subject = "guard.events.acme.t"
	for name, records := range map[string][]Record{
		"dropped":         {r[0], r[2]},
		"dropped at head": {r[1], r[2]},
		"swapped":         {r[1], r[0], r[2]},
		"twice":           {r[0], r[0], r[1]},
		"changed":         {changed, r[1]},
		"same sequence":   {r[0], moved},
		"other session":   {r[0], elsewhere},
	} {
		if err := fold(records...); !errors.Is(err, ErrChain) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := fold(r...); err != nil {
		t.Errorf("whole: %v", err)
	}
}

// TestFoldRefusesWhatTheRulesForbid: an event that no worker writes breaks the session
// instead of being believed.
func TestFoldRefusesWhatTheRulesForbid(t *testing.T) {
	b := newBook(t)
	b.propose("p", "escalate", `{}`)
	b.propose("q", "allow", `{}`)
	b.report("q", "failed")
	d := b.deliver(Reports, `{"proposal_id":"p","outcome":"made"}`)
	for name, body := range map[string]Body{
		"decided twice":      &Decided{ProposalID: "p", Call: []byte(`{}`), CallHash: "x", Decision: []byte(`{"outcome":"allow","tool":"x","arguments":{}}`)},
		"no outcome":         &Decided{ProposalID: "r", Call: []byte(`{}`), CallHash: "x", Decision: []byte(`{"outcome":"maybe","tool":"x","arguments":{}}`)},
		"resolves nothing":   &Resolved{ProposalID: "r", Resolution: Approved, Reviewer: "ana"},
		"resolves an allow":  &Resolved{ProposalID: "q", Resolution: Approved, Reviewer: "ana"},
		"made, not approved": &Made{ProposalID: "p"},
		"made after failing": &Made{ProposalID: "q"},
		"context too far on": &Messages{ProposalID: "p", Context: Context{Given: true, From: 1}},
	} {
		before := *b.state
		err := b.state.Apply(Record{Subject: session.Subject(Log), Sequence: 1000, Payload: b.state.Event(d, body).AppendJSON(nil)})
		if err == nil {
			t.Fatalf("%s: folded", name)
		}
		if b.state.Sequence != before.Sequence || b.state.Prev != before.Prev || len(b.state.order) != len(before.order) {
			t.Errorf("%s: the state has changed", name)
		}
	}
}

func texts(messages []conversation.Message) string {
	var all []string
	for _, m := range messages {
		all = append(all, m.String())
	}
	return strings.Join(all, "|")
}

func TestConversationsExtendAndBranch(t *testing.T) {
	b := newBook(t)
	propose := func(id string, words ...string) Context {
		var list []string
		for _, w := range words {
			list = append(list, fmt.Sprintf(`["user",%q]`, w))
		}
		d := b.deliver(Proposals, fmt.Sprintf(`{"proposal_id":%q,"call":{"name":"allow"},"context":[%s]}`, id, strings.Join(list, ",")))
		added := b.state.Extends(d.Command.Proposal)
		b.handle(d)
		if got, want := texts(b.state.Conversation().Messages), "[user] "+strings.Join(words, "|[user] "); got != want {
			t.Fatalf("%s: the session holds %s, want %s", id, got, want)
		}
		return added
	}
	propose("1", "a", "b")
	if c := propose("2", "a", "b", "c"); c.From != 2 || len(c.New) != 1 {
		t.Errorf("extended: %+v", c)
	}
	if c := propose("3", "a", "x"); c.From != 1 || len(c.New) != 1 {
		t.Errorf("edited: %+v", c)
	}
	if c := propose("4", "a", "x"); c.From != 2 || len(c.New) != 0 {
		t.Errorf("the same: %+v", c)
	}
	if c := propose("5", "z"); c.From != 0 || len(c.New) != 1 {
		t.Errorf("begun anew: %+v", c)
	}
	d := b.deliver(Proposals, `{"proposal_id":"6","call":{"name":"allow"}}`)
	if r := b.state.Request(d.Command.Proposal); r.Transcript.Len() != 1 {
		t.Errorf("without a context: %d messages", r.Transcript.Len())
	}
}

func TestReportedResultsAreHeardWhereNoContextsAreSent(t *testing.T) {
	b := newBook(t)
	b.propose("p", "allow", `{}`)
	b.handle(b.deliver(Reports, `{"proposal_id":"p","outcome":"made","result":{"b":1,"a":"x"}}`))
	if got := texts(b.state.Conversation().Messages); got != `[tool] allow: {"b": 1, "a": "x"}` {
		t.Errorf("got %s", got)
	}
	b.handle(b.deliver(Proposals, `{"proposal_id":"q","call":{"name":"allow"},"context":"hello"}`))
	b.handle(b.deliver(Reports, `{"proposal_id":"q","outcome":"made","result":"more"}`))
	if got := texts(b.state.Conversation().Messages); got != `[user] hello` {
		t.Errorf("with contexts: %s", got)
	}
}

func TestALongResultIsKeptAsAHash(t *testing.T) {
	b := newBook(t)
	b.propose("p", "allow", `{}`)
	b.handle(b.deliver(Reports, fmt.Sprintf(`{"proposal_id":"p","outcome":"made","result":%q}`, strings.Repeat("x", 300<<10))))
	if r := b.state.Case("p").Result; r == nil || r.Result != nil || len(r.ResultHash) != 64 {
		t.Errorf("%+v", r)
	}
}

func TestFitSplitsAConversation(t *testing.T) {
	b := newBook(t)
	var list []string
	for i := range 40 {
		list = append(list, fmt.Sprintf(`["user","%d %s"]`, i, strings.Repeat(`\u0001`, 2000)))
	}
	d := b.deliver(Proposals, `{"proposal_id":"p","call":{"name":"allow"},"context":[`+strings.Join(list, ",")+`]}`)
	const limit = 100 << 10
	bodies, err := b.state.Fit(b.decided(d, `{"outcome":"allow","tool":"x","arguments":{}}`), d, 300<<10)
	if err != nil || len(bodies) < 2 {
		t.Fatalf("%d events, %v", len(bodies), err)
	}
	for _, body := range bodies {
		if size := len(b.state.Event(d, body).AppendJSON(nil)); size > 300<<10 {
			t.Errorf("an event of %d bytes", size)
		}
		b.append(d, body)
	}
	if got := b.state.Conversation().Messages; len(got) != 40 || got[39] != d.Command.Proposal.Context.Messages[39] {
		t.Errorf("%d messages", len(got))
	}
	long := b.decided(d, `{"outcome":"allow","tool":"x","arguments":{"x":"`+strings.Repeat("x", limit)+`"}}`)
	if _, err := newBook(t).state.Fit(long, d, limit); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a decision that is too long: %v", err)
	}
}
