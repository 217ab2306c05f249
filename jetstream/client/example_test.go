package client_test

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/embedded"
)

const refunds = `
tools:
  - name: refund
    parameters:
      type: object
      properties: {order: {type: string}, amount: {type: number}}
      required: [order, amount]
    ground: {order: id, amount: token}
    ground_from: [user]
policies:
  - name: small
    expr: amount <= 100.0
    on_fail: escalate
    reason: More than 100 needs a person.
`

// must is for examples: real programs handle errors.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// startGuard runs a whole guard in the process: a server, its streams and a worker.
func startGuard(ctx context.Context) (*connect.Connection, func()) {
	dir := must(os.MkdirTemp("", "guard"))
	server, stopServer, err := embedded.Start(ctx, embedded.Config{Dir: dir, Listen: embedded.NoListen})
	if err != nil {
		log.Fatal(err)
	}
	nc := must(server.Connect())
	js := must(natsjs.New(nc))
	if err := jetstream.Ensure(ctx, js, jetstream.Streams(jetstream.StreamSettings{}), slog.New(slog.DiscardHandler)); err != nil {
		log.Fatal(err)
	}
	guard := must(core.New(must(catalog.Read("refunds.yaml", []byte(refunds)))))
	guardLog := must(jetstream.OpenLog(ctx, js, jetstream.LogSettings{}))
	ctx, stopWorker := context.WithCancel(ctx)
	done := make(chan error)
	go func() {
		done <- jetstream.NewWorker(js, guardLog, jetstream.ByGuard(guard), jetstream.WorkerSettings{}).Run(ctx)
	}()
	return &connect.Connection{NATS: nc, JetStream: js}, func() {
		stopWorker()
		must("stopped", <-done)
		guardLog.Close()
		nc.Close()
		stopServer()
		must("removed", os.RemoveAll(dir))
	}
}

// An agent proposes a refund, a person approves it, and the agent makes it.
func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	connection, stop := startGuard(ctx)
	defer stop()

	session := must(client.New(connection, "acme", client.Settings{}).Session("chat 4711"))
	defer session.Close()
	decision := must(session.Propose(ctx, client.Proposal{
		Call:    map[string]any{"name": "refund", "arguments": map[string]any{"order": "A-17", "amount": "250"}},
		Context: []map[string]string{{"role": "user", "content": "Please refund 250 for order #A-17."}},
	}))
	fmt.Println(decision.Outcome, decision.Failed)

	// Elsewhere, somebody who may say yes:
	reviewer := must(client.New(connection, "acme", client.Settings{}).Session("chat 4711"))
	defer reviewer.Close()
	must(reviewer.Resolve(ctx, decision.ProposalID, client.Resolution{Resolution: events.Approved, Reviewer: "ana"}))

	decision = must(session.Await(ctx, decision.ProposalID))
	fmt.Println(decision.Resolution.Resolution, "by", decision.Resolution.Reviewer)
	if decision.MayBeMade() {
		fmt.Println("refunding", decision.Arguments.Write(jsonvalue.Readable))
		if err := session.Record(ctx, decision.ProposalID, "receipt 1", nil); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// escalate [small]
	// approved by ana
	// refunding {"order": "A-17", "amount": 250.0}
}
