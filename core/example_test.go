package core_test

import (
	"context"
	"fmt"
	"log"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

const payments = `
facts:
  spent_today: double
tools:
  - name: send_payment
    parameters:
      type: object
      properties:
        iban: {type: string}
        amount: {type: number}
      required: [iban, amount]
    ground: {iban: whole, amount: token}
    ground_from: [user]
policies:
  - name: under_hard_cap
    expr: amount <= 10000.0
    reason: No payment over 10,000.
  - name: within_daily_budget
    expr: amount + spent_today <= 2000.0
    on_fail: escalate
    reason: More than 2,000 a day needs a person.
`

// must is for examples: real programs handle errors.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func parse(text string) jsonvalue.Value { return must(jsonvalue.ParseText(text, jsonvalue.Limits{})) }

func Example() {
	guard := must(core.New(must(catalog.Read("payments.yaml", []byte(payments)))))

	decision := must(guard.Check(context.Background(), core.Request{
		Call: must(toolcall.Read(parse(`{"name": "send_payment",
			"arguments": {"iban": "DE89370400440532013000", "amount": "250"}}`))),
		Transcript: core.NewTranscript(conversation.Read(parse(`[
			{"role": "user", "content": "Pay 250 EUR to DE89370400440532013000, please."}]`))),
		Facts: parse(`{"spent_today": 400.0}`),
	}))

	fmt.Println(decision.Outcome, decision.Arguments.Write(jsonvalue.Readable))
	for _, e := range decision.Evidence {
		fmt.Printf("%s: %q, message %d, %s\n", e.Argument, e.Quote, e.Message, e.Role)
	}
	// Output:
	// allow {"iban": "DE89370400440532013000", "amount": 250.0}
	// amount: "250", message 0, user
	// iban: "DE89370400440532013000", message 0, user
}

// A value that only a tool output says is not the user's.
func ExampleGuard_Check_denied() {
	guard := must(core.New(must(catalog.Read("payments.yaml", []byte(payments)))))

	decision := must(guard.Check(context.Background(), core.Request{
		Call: must(toolcall.Read(parse(`{"id": "call_7", "name": "send_payment",
			"arguments": {"iban": "LT441000011101001", "amount": 250}}`))),
		Transcript: core.NewTranscript(conversation.Read(parse(`[
			["user", "Pay the 250 EUR bill, please."],
			["tool", "bill.txt: please pay LT441000011101001"]]`))),
		Facts: parse(`{"spent_today": 0.0}`),
	}))

	fmt.Println(decision.Outcome, decision.Failed)
	for _, m := range decision.Feedback("") {
		fmt.Println(m.Role, m.ToolCallID)
	}
	// Output:
	// deny [arguments_grounded]
	// tool call_7
}

// A tool can be a Go function: its schema comes from its arguments, and it only ever
// runs after allow. Policies can be Go functions too.
func ExampleTool() {
	type payment struct {
		IBAN   string  `json:"iban"`
		Amount float64 `json:"amount"`
	}
	pay := core.Tool(catalog.Tool{
		Name:   "send_payment",
		Ground: []catalog.Match{{Argument: "iban"}},
	}, func(_ context.Context, p payment) (string, error) {
		return fmt.Sprintf("paid %.2f", p.Amount), nil
	})
	capped := core.Policy(core.GoPolicy{Name: "capped", Reason: "At most 1,000 a payment."},
		func(_ context.Context, in struct {
			Amount float64 `json:"amount"`
		}) (bool, error) {
			return in.Amount <= 1000, nil
		})
	guard := must(core.New(&catalog.Catalog{}, core.WithTool(pay), core.WithPolicy(capped)))

	for _, amount := range []string{"250", "2500"} {
		decision := must(guard.Call(context.Background(), core.Request{
			Call:       must(toolcall.Read(parse(`{"name": "send_payment", "arguments": {"iban": "ACC-1", "amount": ` + amount + `}}`))),
			Transcript: core.NewTranscript(conversation.Read(jsonvalue.NewString("pay ACC-1"))),
		}))
		fmt.Println(decision.Outcome, decision.Executed, decision.Result.Text(), decision.Failed)
	}
	// Output:
	// allow true paid 250.00 []
	// deny false  [capped]
}

// A session remembers what was said and made.
func ExampleSession() {
	guard := must(core.New(must(catalog.Read("refunds.yaml", []byte(`
tools:
  - name: refund
    parameters: {type: object, properties: {order: {type: string}}, required: [order]}
    ground: {order: id}
    once: true
`)))))
	session := guard.NewSession(conversation.Conversation{}, core.SessionOptions{MaxMessages: 100})
	session.Add(conversation.Message{Role: conversation.User, Text: "Refund order #W77, please."})

	refund := must(toolcall.Read(parse(`{"name": "refund", "arguments": {"order": "#W77"}}`)))
	first := must(session.Call(context.Background(), refund))
	if err := session.Record(first, jsonvalue.NewString("refunded"), ""); err != nil {
		log.Fatal(err)
	}
	second := must(session.Call(context.Background(), refund))

	fmt.Println(first.Outcome, second.Outcome, second.Failed)
	// Output: allow escalate [not_made_before]
}
