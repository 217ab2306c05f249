// Package workload makes the inputs that benchmarks, the comparison with the Python
// reference and load tests share: one payments tool, and conversations of 3 to 300
// messages that end in a confirmed payment, which every implementation allows.
//
// The texts are made from a fixed seed, so two runs, and two implementations, read
// the same bytes.
package workload

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Sizes are the numbers of messages that figures are given for.
var Sizes = []int{3, 20, 60, 300}

// Catalog declares the tool: two grounded arguments, a confirmation, one policy that
// denies and one that escalates.
const Catalog = `
facts:
  spent_today: double
tools:
  - name: send_payment
    description: Pay an invoice.
    parameters:
      type: object
      properties:
        iban: {type: string}
        amount: {type: number}
        currency: {enum: [EUR, USD], default: EUR}
      required: [iban, amount]
    ground: {iban: whole, amount: token}
    confirm: {arguments: [iban, amount]}
policies:
  - name: under_hard_cap
    expr: amount <= 10000.0
    reason: No payment over 10,000.
  - name: within_daily_budget
    expr: amount + spent_today <= 2000.0
    on_fail: escalate
    reason: More than 2,000 a day needs a person.
`

// Facts are given with every request.
const Facts = `{"spent_today": 400.0}`

// Call is the proposed call.
const Call = `{"id": "call_1", "name": "send_payment", "arguments": {"iban": "DE89370400440532013000", "amount": 250}}`

const (
	request  = "Please pay the invoice of Nordwind Office Supplies: 250 EUR to DE89370400440532013000, it is due this week."
	proposal = "I will transfer 250 EUR to DE89370400440532013000 (Nordwind Office Supplies). Shall I go ahead with this payment now?"
	yes      = "Yes, please go ahead with it. Thank you for checking first."
)

// Message is one message of the conversation.
type Message struct{ Role, Text string }

// Conversation returns a conversation of n messages, at least 3: the request, filling
// of tool outputs, questions and answers, and the confirmed proposal at the end.
func Conversation(n int) []Message {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	messages := []Message{{"user", request}}
	for i := 0; len(messages) < n-2; i++ {
		switch i % 4 {
		case 0:
			messages = append(messages, Message{"assistant", assistantText(random)})
		case 1, 2:
			messages = append(messages, Message{"tool", toolText(random)})
		default:
			messages = append(messages, Message{"user", userText(random)})
		}
	}
	return append(messages, Message{"assistant", proposal}, Message{"user", yes})
}

// Request returns a proposal as it comes over the wire: call, context and facts.
func Request(n int) []byte {
	text := append([]byte(`{"call":`), Call...)
	text = append(text, `,"context":`...)
	text = append(text, Context(n)...)
	text = append(text, `,"facts":`...)
	return append(append(text, Facts...), '}')
}

// Context returns the conversation as a list of chat messages.
func Context(n int) []byte {
	text := []byte{'['}
	for i, m := range Conversation(n) {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, `{"role":"`...)
		text = append(append(text, m.Role...), `","content":`...)
		text = append(jsonvalue.AppendQuoted(text, m.Text), '}')
	}
	return append(text, ']')
}

// ToolOutput returns another tool output of some 200 characters: what a live session
// gets between two calls.
func ToolOutput(i int) string { return toolText(rand.New(rand.NewPCG(2, uint64(i)))) }

var (
	companies = []string{"Nordwind Office Supplies", "Albatros Logistics", "Kastanie Catering", "Fjord Print House", "Meridian Cloud Hosting"}
	goods     = []string{"paper A4 80 g", "toner cartridge", "desk lamp", "conference catering", "server rent", "courier service"}
	places    = []string{"Hamburg", "Lyon", "Turku", "Graz", "Porto"}
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func assistantText(r *rand.Rand) string {
	return fmt.Sprintf("I looked at the open items of %s. There are %d documents of last month; the newest one came on %02d.%02d. from %s.",
		pick(r, companies), 2+r.IntN(9), 1+r.IntN(28), 1+r.IntN(12), pick(r, places))
}

func toolText(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "document %d, %s, %s. ", 10000+r.IntN(89999), pick(r, companies), pick(r, places))
	for range 2 + r.IntN(2) {
		fmt.Fprintf(&b, "%d x %s at %d.%02d EUR; ", 1+r.IntN(20), pick(r, goods), 3+r.IntN(90), r.IntN(100))
	}
	fmt.Fprintf(&b, "total %d.%02d EUR, payable within %d days, reference RF-%d, delivered and checked at the front desk", 300+r.IntN(900), r.IntN(100), 14+r.IntN(30), 1000+r.IntN(9000))
	return b.String()
}

func userText(r *rand.Rand) string {
	return fmt.Sprintf("And what about %s in %s? I think there was something about the %s that arrived late, could you look at what they wrote to us?",
		pick(r, companies), pick(r, places), pick(r, goods))
}
