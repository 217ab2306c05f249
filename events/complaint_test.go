package events

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func (b *book) complain(id, complaint, command string) Answer {
	return b.handle(b.deliver(Reports, fmt.Sprintf(`{"proposal_id":%q,"complaint":%q,"by":"ana","id":%q}`, id, complaint, command)))
}

func TestComplaints(t *testing.T) {
	b := newBook(t)
	b.propose("denied", "deny", `{}`)
	b.propose("asked", "escalate", `{}`)
	b.propose("allowed", "allow", `{}`)

	first := b.complain("denied", "it is my own account", "c1")
	if first.Type != TypeComplaint || first.Sequence == 0 || first.Duplicate || first.Problem != nil || !slices.Equal(first.Complaints, []string{"c1"}) {
		t.Errorf("a complaint is answered with %+v", first)
	}
	last, err := Read(b.records[len(b.records)-1].Payload)
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := last.Body.(*Complained); !ok || *c != (Complained{"denied", "c1", "it is my own account", "ana"}) {
		t.Errorf("the event says %+v", last.Body)
	}
	if again := b.complain("denied", "it is my own account", "c1"); !again.Duplicate || again.Sequence != first.Sequence {
		t.Errorf("a copy is answered with %+v", again)
	}
	if second := b.complain("denied", "it still is", "c2"); second.Duplicate || !slices.Equal(second.Complaints, []string{"c1", "c2"}) {
		t.Errorf("a second complaint is answered with %+v", second)
	}
	if a := b.complain("asked", "nobody answers", "c3"); a.Type != TypeComplaint {
		t.Errorf("a complaint about a question is answered with %+v", a)
	}
	b.resolve("asked", Rejected, "bob")
	if a := b.complain("asked", "why?", "c4"); a.Type != TypeComplaint {
		t.Errorf("a complaint about a person's no is answered with %+v", a)
	}
	for id, code := range map[string]Code{"allowed": NotRefused, "unheard": UnknownProposal} {
		if a := b.complain(id, "no", "c5"+id); a.Problem == nil || a.Problem.Code != code {
			t.Errorf("a complaint about %s is answered with %+v", id, a)
		}
	}
	if a := b.state.Status("denied", 0); !slices.Equal(a.Complaints, []string{"c1", "c2"}) {
		t.Errorf("the status tells %+v", a)
	}
	for i := range maxComplaints - 2 {
		b.complain("denied", "again", fmt.Sprintf("d%d", i))
	}
	if a := b.complain("denied", "and again", "e"); a.Problem == nil || a.Problem.Code != AlreadyReported {
		t.Errorf("one complaint too many is answered with %+v", a)
	}
}

func TestComplaintsThatCannotBeRead(t *testing.T) {
	for payload, want := range map[string]Code{
		`{"complaint":"no"}`:                                                      MissingField,
		`{"proposal_id":"p","complaint":" "}`:                                     MissingField,
		`{"proposal_id":"p","complaint":5}`:                                       Unreadable,
		`{"proposal_id":"p","complaint":"no","outcome":"made"}`:                   UnknownField,
		`{"proposal_id":"p","complaint":"` + strings.Repeat("no", maxNote) + `"}`: TooLarge,
	} {
		d := newBook(t).deliver(Reports, payload)
		if d.Problem == nil || d.Problem.Code != want {
			t.Errorf("%.60s: %v", payload, d.Problem)
		}
	}
}

// TestComplaintsAboutNothing: a log that holds one was not written by these rules.
func TestComplaintsAboutNothing(t *testing.T) {
	b := newBook(t)
	b.propose("allowed", "allow", `{}`)
	for _, id := range []string{"allowed", "unheard"} {
		d := b.deliver(Reports, `{"proposal_id":"`+id+`","complaint":"no"}`)
		r := Record{Subject: session.Subject(Log), Sequence: 99, Payload: b.state.Event(d, &Complained{ProposalID: id, Text: "no"}).AppendJSON(nil)}
		if err := b.state.Apply(r); err == nil {
			t.Errorf("a complaint about %s is folded", id)
		}
	}
}
