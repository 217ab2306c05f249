package replay_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
)

// history makes the log that a worker makes of commands, and remembers what the guard
// was asked, so that a test can ask again without any log.
type history struct {
	t       testing.TB
	guard   *core.Guard
	states  map[events.Session]*events.State
	records []events.Record
	asked   []asked
	inbox   uint64
	limit   int // of an event, in bytes
}

// asked is a request as the worker put it.
type asked struct {
	seq     uint64 // of the decision
	session events.Session
	tool    string
	request func() core.Request
}

func newHistory(t testing.TB, guard *core.Guard) *history {
	return &history{t: t, guard: guard, states: make(map[events.Session]*events.State), limit: 2000}
}

// command handles a command as a worker does and returns the first event's type.
func (h *history) command(kind events.Kind, s events.Session, payload string) {
	h.t.Helper()
	h.inbox++
	d := events.ReadDelivery(s.Subject(kind), []byte(payload), h.inbox, start.Add(time.Duration(h.inbox)*time.Second), events.Limits{})
	state := h.states[s]
	if state == nil {
		state = events.NewState(s)
		h.states[s] = state
	}
	next, body := state.Next(d)
	switch next {
	case events.Nothing:
		return
	case events.Append:
		h.append(state, state.Event(d, body))
		return
	}
	p := d.Command.Proposal
	decision, err := h.guard.Check(context.Background(), state.Request(p))
	if err != nil {
		h.t.Fatal(err)
	}
	made := core.NewCallsMade(state.CallsMade().Texts()...)
	decided, err := state.Decided(d, decision.AppendJSON(nil))
	if err != nil {
		h.t.Fatal(err)
	}
	bodies, err := state.Fit(decided, d, h.limit)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, body := range bodies {
		h.append(state, state.Event(d, body))
	}
	messages := state.Conversation()
	h.asked = append(h.asked, asked{seq: h.last(), session: s, tool: p.Call.Name, request: func() core.Request {
		return core.Request{Call: p.Call, Transcript: core.NewTranscript(messages), Facts: p.Facts, CallsMade: made}
	}})
}

func (h *history) last() uint64 { return uint64(len(h.records)) }

func (h *history) append(state *events.State, e *events.Event) {
	h.t.Helper()
	r := events.Record{Subject: state.Session.Subject(events.Log), Sequence: h.last() + 1,
		Stored: start.Add(time.Duration(h.last()) * time.Second), Payload: e.AppendJSON(nil)}
	if err := state.Apply(r); err != nil {
		h.t.Fatal(err)
	}
	h.records = append(h.records, r)
}

// ledger returns a snapshot of a ledger that holds the history.
func (h *history) ledger() *pebblestore.Snapshot { return snapshotOf(h.t, h.records) }

func snapshotOf(t testing.TB, records []events.Record) *pebblestore.Snapshot {
	t.Helper()
	l := openLedger(t, vfs.NewMem())
	if _, err := l.Append(context.Background(), records); err != nil {
		t.Fatal(err)
	}
	s, err := l.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

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

// payments is the catalog that decided, rehearsed the one that may replace it: it
// raises one limit, lowers another, no longer asks for an account that the user wrote,
// and reads a fact that nobody ever sent.
const payments = `
facts: {spent_today: double}
tools:
  - name: pay
    parameters:
      type: object
      properties: {iban: {type: string}, amount: {type: number}}
      required: [iban, amount]
    ground: {iban: whole, amount: token}
    ground_from: [user]
    once: true
  - name: refund
    parameters:
      type: object
      properties: {order: {type: string}, amount: {type: number}}
      required: [order, amount]
    ground: {order: id}
policies:
  - {name: under_hard_cap, tools: [pay], expr: amount <= 1000.0, reason: No payment over 1000.}
  - {name: within_daily_budget, tools: [pay], expr: amount + spent_today <= 1500.0, on_fail: escalate, reason: Too much for a day.}
  - {name: small_refund, tools: [refund], expr: amount <= 100.0, on_fail: escalate, reason: A person looks at large refunds.}
`

var rehearsed = strings.NewReplacer(
	"amount <= 1000.0", "amount <= 1200.0",
	"amount <= 100.0", "amount <= 50.0",
	"ground: {iban: whole, amount: token}", "ground: {amount: token}",
	"policies:", "policies:\n  - {name: known_customer, tools: [refund], expr: \"amount < 20.0 || customer_since < 2020\", on_fail: escalate, reason: New customers wait.}",
	"facts: {spent_today: double}", "facts: {spent_today: double, customer_since: int}",
).Replace(payments)

// playPayments plays n proposals of two tenants, and what people and makers answer.
func playPayments(t testing.TB, n int) *history {
	h := newHistory(t, guardOf(t, payments))
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range n {
		s := events.Session{Tenant: []string{"acme", "globex"}[rng.IntN(2)], Name: fmt.Sprintf("s%d", rng.IntN(1+n/8))}
		id := fmt.Sprintf("p%d", i)
		amount := []int{10, 30, 70, 250, 1100, 1600}[rng.IntN(6)]
		iban := []string{"DE89370400440532013000", "LT441000011101001"}[rng.IntN(2)]
		said := fmt.Sprintf("Pay %d EUR to %s, order A-%d.", amount, iban, i)
		if rng.IntN(5) == 0 {
			said = fmt.Sprintf("Pay %d EUR, order A-%d, you know where.", amount, i)
		}
		call := fmt.Sprintf(`{"name":"pay","arguments":{"iban":%q,"amount":%d}}`, iban, amount)
		if rng.IntN(3) == 0 {
			call = fmt.Sprintf(`{"name":"refund","arguments":{"order":"A-%d","amount":%d}}`, i, amount)
		}
		facts := `,"facts":{"spent_today":500.0}`
		if rng.IntN(10) == 0 {
			facts = ""
		}
		h.command(events.Proposals, s, fmt.Sprintf(`{"proposal_id":%q,"call":%s,"context":[["user",%q]]%s}`, id, call, said, facts))
		switch c := h.states[s].Case(id); {
		case c == nil:
		case c.Open() && rng.IntN(2) == 0:
			h.command(events.Resolutions, s, fmt.Sprintf(`{"proposal_id":%q,"resolution":"approved","reviewer":"ann"}`, id))
		case c.MayBeMade() && rng.IntN(2) == 0:
			h.command(events.Reports, s, fmt.Sprintf(`{"proposal_id":%q,"outcome":"made"}`, id))
		}
	}
	return h
}
