package events

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// book is a session's log in memory: it does with commands what a worker does.
type book struct {
	t       testing.TB
	state   *State
	records []Record
	inbox   uint64
}

func newBook(t testing.TB) *book { return &book{t: t, state: NewState(session)} }

var start = time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)

// deliver reads a command as the next one of the inbox.
func (b *book) deliver(kind Kind, payload string) Delivery {
	b.inbox++
	return ReadDelivery(session.Subject(kind), []byte(payload), b.inbox, start.Add(time.Duration(b.inbox)*time.Second), Limits{})
}

// handle turns a delivery into its event and returns its answer. The name of a tool is
// the outcome.
func (b *book) handle(d Delivery) Answer {
	next, body := b.state.Next(d)
	if next == Decide {
		call := d.Command.Proposal.Call
		body = b.decided(d, fmt.Sprintf(`{"outcome":%q,"tool":%q,"arguments":%s,"approval_key":"key"}`, call.Name, call.Name, call.Arguments.Write(jsonvalue.Compact)))
	}
	if next != Nothing {
		b.append(d, body)
	}
	a := b.state.Answer(d)
	a.Duplicate = next == Nothing
	return a
}

func (b *book) decided(d Delivery, body string) *Decided {
	e, err := b.state.Decided(d, []byte(body))
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

func (b *book) append(d Delivery, body Body) {
	r := Record{Subject: session.Subject(Log), Sequence: uint64(10 * (len(b.records) + 1)), Payload: b.state.Event(d, body).AppendJSON(nil)}
	if err := b.state.Apply(r); err != nil {
		b.t.Fatalf("%s: %v", r.Payload, err)
	}
	b.records = append(b.records, r)
}

func (b *book) propose(id, outcome, arguments string) Answer {
	return b.handle(b.deliver(Proposals, fmt.Sprintf(`{"proposal_id":%q,"call":{"name":%q,"arguments":%s}}`, id, outcome, arguments)))
}

func (b *book) report(id, outcome string) Answer {
	return b.handle(b.deliver(Reports, fmt.Sprintf(`{"proposal_id":%q,"outcome":%q}`, id, outcome)))
}

func (b *book) resolve(id, resolution, reviewer string) Answer {
	return b.handle(b.deliver(Resolutions, fmt.Sprintf(`{"proposal_id":%q,"resolution":%q,"reviewer":%q}`, id, resolution, reviewer)))
}

func refusedWith(t *testing.T, a Answer, code Code) {
	t.Helper()
	if a.Type != TypeRefused || a.Problem == nil || a.Problem.Code != code {
		t.Errorf("got %s %v, want refused with %s", a.Type, a.Problem, code)
	}
}

func TestAProposalIsDecidedOnce(t *testing.T) {
	b := newBook(t)
	first := b.propose("p", "allow", `{"n":1}`)
	again := b.propose("p", "allow", `{"n":1}`)
	if first.Duplicate || !again.Duplicate || again.Sequence != first.Sequence || again.Outcome != core.Allow || len(b.records) != 1 {
		t.Errorf("first %+v, again %+v, %d events", first, again, len(b.records))
	}
	refusedWith(t, b.propose("p", "allow", `{"n":2}`), IDConflict)
	refusedWith(t, b.propose("p", "deny", `{"n":1}`), IDConflict)
	refusedWith(t, b.propose("p", "allow", `{ "n": 1.0 }`), IDConflict)
}

func TestAProposalOfAnInboxMadeAnewIsNoCopy(t *testing.T) {
	b := newBook(t)
	payload := `{"call":{"name":"allow"}}`
	d := b.deliver(Proposals, payload)
	b.handle(d)
	if a := b.handle(d); !a.Duplicate || a.ProposalID != "_1" {
		t.Errorf("delivered again: %+v", a)
	}
	later := d
	later.Time = d.Time.Add(time.Hour)
	refusedWith(t, b.handle(later), IDConflict)
}

func TestAnEscalationIsResolvedOnce(t *testing.T) {
	b := newBook(t)
	refusedWith(t, b.resolve("p", Approved, "ana"), UnknownProposal)
	b.propose("p", "escalate", `{}`)
	if !b.state.Case("p").Open() || b.state.CallsMade().Len() != 0 {
		t.Fatal("an open escalation counts as made")
	}
	refusedWith(t, b.handle(b.deliver(Resolutions, `{"proposal_id":"p","resolution":"approved","reviewer":"ana","approval_key":"old"}`)), BindingMismatch)
	d := b.deliver(Resolutions, `{"proposal_id":"p","resolution":"approved","reviewer":"ana","id":"r1"}`)
	if a := b.handle(d); a.Type != TypeResolved || a.Resolution.Reviewer != "ana" || a.ID != "r1" {
		t.Fatalf("%+v", a)
	}
	if a := b.handle(d); !a.Duplicate || a.Type != TypeResolved {
		t.Errorf("delivered again: %+v", a)
	}
	if a := b.handle(b.deliver(Resolutions, `{"proposal_id":"p","resolution":"approved","reviewer":"ana","id":"r1"}`)); !a.Duplicate || a.Type != TypeResolved {
		t.Errorf("sent again: %+v", a)
	}
	late := b.resolve("p", Rejected, "bob")
	refusedWith(t, late, AlreadyResolved)
	if late.Resolution == nil || late.Resolution.Reviewer != "ana" || !strings.Contains(late.Problem.Reason, "approved by ana at 2026-05-04T03:02:05Z") {
		t.Errorf("who comes second is not told by whom and when: %+v", late.Problem)
	}
	if b.state.CallsMade().Len() != 1 {
		t.Error("an approved call does not count as made")
	}
	b.propose("q", "allow", `{}`)
	refusedWith(t, b.resolve("q", Approved, "ana"), NotEscalated)
}

func TestACallIsMadeOnce(t *testing.T) {
	b := newBook(t)
	refusedWith(t, b.report("p", "made"), UnknownProposal)
	b.propose("denied", "deny", `{}`)
	refusedWith(t, b.report("denied", "started"), NotAllowed)
	b.propose("waits", "escalate", `{}`)
	refusedWith(t, b.report("waits", "made"), NotAllowed)
	b.resolve("waits", Rejected, "ana")
	refusedWith(t, b.report("waits", "made"), NotAllowed)

	b.propose("p", "allow", `{}`)
	started := b.deliver(Reports, `{"proposal_id":"p","outcome":"started"}`)
	if a := b.handle(started); a.Type != TypeStarted || a.Making.State != TypeStarted {
		t.Fatalf("%+v", a)
	}
	refusedWith(t, b.report("p", "started"), AlreadyReported)
	if a := b.report("p", "made"); a.Type != TypeMade {
		t.Fatalf("%+v", a)
	}
	if a := b.handle(started); !a.Duplicate || a.Type != TypeStarted {
		t.Errorf("a start delivered again after the end: %+v", a)
	}
	if a := b.report("p", "made"); !a.Duplicate || a.Type != TypeMade {
		t.Errorf("told again in the same words: %+v", a)
	}
	refusedWith(t, b.report("p", "started"), AlreadyReported)
	refusedWith(t, b.report("p", "failed"), AlreadyReported)
	refusedWith(t, b.handle(b.deliver(Reports, `{"proposal_id":"p","outcome":"made","result":5}`)), AlreadyReported)
}

func TestCallsMade(t *testing.T) {
	b := newBook(t)
	b.propose("a", "allow", `{"y":2.50,"x":1}`)
	b.propose("b", "allow", `{"x":1,"y":2.5}`)
	b.propose("c", "deny", `{}`)
	if got := fmt.Sprint(b.state.CallsMade().Texts()); got != `[allow({"x": 1, "y": 2.5}) allow({"x": 1, "y": 2.5})]` {
		t.Errorf("got %s", got)
	}
	b.report("a", "failed")
	if b.state.CallsMade().Len() != 1 {
		t.Error("a failed call still counts as made")
	}
}

func TestUndecidableIsFinal(t *testing.T) {
	b := newBook(t)
	d := b.deliver(Proposals, `{"proposal_id":"p","call":{"name":"allow"}}`)
	b.append(d, &Attempted{Command: Proposals, Attempt: 1})
	b.append(d, &Attempted{Command: Proposals, Attempt: 2})
	if b.state.Attempts(d.Inbox) != 2 {
		t.Errorf("%d attempts", b.state.Attempts(d.Inbox))
	}
	b.append(d, GiveUp(d, "the authorizer is down"))
	if b.state.Attempts(d.Inbox) != 0 {
		t.Error("attempts at a command that came to its end are kept")
	}
	for name, a := range map[string]Answer{"answer": b.state.Answer(d), "delivered again": b.handle(d), "sent again": b.propose("p", "allow", `{}`)} {
		if a.Type != TypeUndecidable || a.Problem.Code != Unprocessable || a.Problem.Reason != "the authorizer is down" || a.Outcome != "" {
			t.Errorf("%s: %+v %v", name, a, a.Problem)
		}
	}
	refusedWith(t, b.report("p", "made"), NotAllowed)
}

func TestStatus(t *testing.T) {
	b := newBook(t)
	if a := b.state.Status("p", 0); a.Problem.Code != UnknownProposal || a.Type != TypeStatus {
		t.Errorf("before: %+v", a)
	}
	decided := b.propose("p", "escalate", `{}`)
	if a := b.state.Status("p", decided.Inbox); a.Type != TypeStatus || a.Outcome != core.Escalate || a.Sequence != decided.Sequence || a.ApprovalKey != "key" {
		t.Errorf("decided: %+v", a)
	}
	conflict := b.propose("p", "escalate", `{"n":1}`)
	if a := b.state.Status("p", conflict.Inbox); a.Type != TypeRefused || a.Problem.Code != IDConflict {
		t.Errorf("refused: %+v", a)
	}
	nameless := b.handle(b.deliver(Proposals, `{"call":{"name":"allow"}}`))
	if a := b.state.Status("", nameless.Inbox); a.Outcome != core.Allow || a.ProposalID != nameless.ProposalID {
		t.Errorf("by its place in the inbox: %+v", a)
	}
}

func TestAnswersReadAsTheyWereWritten(t *testing.T) {
	b := newBook(t)
	b.propose("p", "escalate", `{}`)
	b.resolve("p", Approved, "ana")
	a := b.report("p", "started")
	a.Decision, a.Duplicate, a.Tenant = []byte(`{"outcome":"escalate"}`), true, "ä"
	for _, want := range []Answer{a, b.resolve("p", Rejected, "bob"), b.state.Status("q", 0)} {
		payload := want.AppendJSON(nil)
		got, err := ReadAnswer(payload)
		if err != nil {
			t.Fatalf("%s: %v", payload, err)
		}
		if string(got.AppendJSON(nil)) != string(payload) {
			t.Errorf("got  %s\nwant %s", got.AppendJSON(nil), payload)
		}
	}
}

// TestADecisionThatCouldNotBeReadIsNotStored: it would end its session.
func TestADecisionThatCouldNotBeReadIsNotStored(t *testing.T) {
	b := newBook(t)
	d := b.deliver(Proposals, `{"proposal_id":"p","call":{"name":"allow"}}`)
	for _, body := range []string{"", "{", `{"outcome":"maybe","tool":"x","arguments":{}}`, `{"outcome":"allow","tool":"x"}`} {
		if e, err := b.state.Decided(d, []byte(body)); !errors.Is(err, ErrEvent) {
			t.Errorf("%s: %+v, %v", body, e, err)
		}
	}
}

// TestRefusalsAreForgottenAtLast: rubbish does not make a session grow for ever.
func TestRefusalsAreForgottenAtLast(t *testing.T) {
	b := newBook(t)
	for range maxRefusals + 100 {
		b.handle(b.deliver(Proposals, `rubbish`))
	}
	if n := len(b.state.refusals.byInbox); n != maxRefusals || len(b.state.refusals.order) != maxRefusals {
		t.Errorf("%d refusals kept", n)
	}
	if b.state.Refusal(b.inbox) == nil || b.state.Refusal(1) != nil {
		t.Error("the wrong ones are kept")
	}
}

// TestCommandsToldManyTimesBecomeOneEvent plays random commands, each delivered several
// times in any order, and folds the log anew: the states must agree, and every command
// must have become one event.
func TestCommandsToldManyTimesBecomeOneEvent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newBook(t)
		var deliveries []Delivery
		id := rapid.SampledFrom([]string{"p", "q"})
		for range rapid.IntRange(1, 12).Draw(rt, "commands") {
			var d Delivery
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				d = b.deliver(Proposals, fmt.Sprintf(`{"proposal_id":%q,"call":{"name":%q,"arguments":{"n":%d}}}`, id.Draw(rt, "id"),
					rapid.SampledFrom([]string{"allow", "deny", "escalate"}).Draw(rt, "outcome"), rapid.IntRange(0, 1).Draw(rt, "n")))
			case 1:
				d = b.deliver(Resolutions, fmt.Sprintf(`{"proposal_id":%q,"resolution":%q,"reviewer":"ana"}`, id.Draw(rt, "id"),
					rapid.SampledFrom([]string{Approved, Rejected}).Draw(rt, "resolution")))
			case 2:
				d = b.deliver(Reports, fmt.Sprintf(`{"proposal_id":%q,"outcome":%q}`, id.Draw(rt, "id"),
					rapid.SampledFrom([]string{"started", "made", "failed"}).Draw(rt, "outcome")))
			default:
				d = b.deliver(Proposals, `rubbish`)
			}
			deliveries = append(deliveries, d)
			for range rapid.IntRange(1, 3).Draw(rt, "deliveries") {
				b.handle(deliveries[rapid.IntRange(0, len(deliveries)-1).Draw(rt, "which")])
			}
		}
		for _, d := range deliveries {
			b.handle(d)
		}
		events := len(b.records)
		for _, d := range deliveries {
			if a := b.handle(d); !a.Duplicate || a.Type == "" {
				rt.Fatalf("%+v becomes another event, or no answer: %+v", d, a)
			}
		}
		if len(b.records) != events {
			rt.Fatal("the log grew")
		}
		again := NewState(session)
		for _, r := range b.records {
			if err := again.Apply(r); err != nil {
				rt.Fatal(err)
			}
		}
		for _, d := range deliveries {
			got, want := again.Answer(d), b.state.Answer(d)
			if string(got.AppendJSON(nil)) != string(want.AppendJSON(nil)) {
				rt.Fatalf("folded anew: %s, want %s", got.AppendJSON(nil), want.AppendJSON(nil))
			}
		}
		if fmt.Sprint(again.CallsMade().Texts()) != fmt.Sprint(b.state.CallsMade().Texts()) || again.Prev != b.state.Prev {
			rt.Fatal("folded anew the state is another")
		}
	})
}
