// Command client is an agent's side in a few lines: it proposes a payment, waits for a
// person where the guard asks one, makes the call when it may, and reports what came of
// it. Start 'guard up --catalog examples/catalogs/payments.yaml' before, and set
// NATS_CONTEXT as it says.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	server := connect.Config{}.WithEnvironment(os.Getenv) // as the nats command has it
	c, shutdown, err := client.Dial(ctx, server, "bank", client.Settings{})
	if err != nil {
		return err
	}
	defer shutdown()
	session, err := c.Session("conversation-7")
	if err != nil {
		return err
	}
	defer session.Close()

	decision, err := session.Propose(ctx, client.Proposal{
		Call:    map[string]any{"name": "send_payment", "arguments": map[string]any{"iban": "DE89370400440532013000", "amount": 250}},
		Context: [][]string{{"user", "Pay 250 EUR to DE89370400440532013000, please."}},
		Facts:   map[string]any{"spent_today": 400.0},
	})
	if err == nil && decision.Outcome == core.Escalate {
		decision, err = session.Await(ctx, decision.ProposalID) // until a person has answered
	}
	if err != nil {
		return err
	}
	if !decision.MayBeMade() {
		fmt.Println(decision.Message()) // for the model
		return nil
	}
	receipt, failure := pay(decision.Arguments)
	return session.Record(ctx, decision.ProposalID, receipt, failure)
}

// pay is where the bank would be asked.
func pay(arguments jsonvalue.Value) (receipt string, failure error) {
	_, failure = fmt.Println("paying", arguments.Write(jsonvalue.Readable))
	return "P-1001", failure
}
