package replay_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

// What would a catalog without its limit have decided?
func Example() {
	ctx := context.Background()
	strict := exampleGuard("tools: [{name: pay}]\npolicies: [{name: small, expr: amount <= 100.0}]\nfacts: {amount: double}")
	loose := exampleGuard("tools: [{name: pay}]")
	snapshot := exampleLedger(strict)

	report, err := replay.Run(ctx, snapshot, replay.Options{Guards: replay.Under(loose)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Decisions, "decision,", report.Widening(), "would be allowed now")
	for _, d := range report.Differences {
		fmt.Printf("%s %s: %s -> %s by %s\n", d.Session, d.ProposalID, d.Was, d.Now, d.Checks)
	}
	// Output:
	// 1 decision, 1 would be allowed now
	// acme/s1 p1: deny -> allow by [small]
}

func exampleGuard(text string) *core.Guard {
	c, err := catalog.Read("example.yaml", []byte(text))
	if err != nil {
		log.Fatal(err)
	}
	g, err := core.New(c)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

// exampleLedger is a ledger with one decision of a guard.
func exampleLedger(g *core.Guard) *pebblestore.Snapshot {
	session := events.Session{Tenant: "acme", Name: "s1"}
	state := events.NewState(session)
	d := events.ReadDelivery(session.Subject(events.Proposals),
		[]byte(`{"proposal_id":"p1","call":{"name":"pay","arguments":{}},"facts":{"amount":250.0}}`), 1, time.Now(), events.Limits{})
	decision, err := g.Check(context.Background(), state.Request(d.Command.Proposal))
	if err != nil {
		log.Fatal(err)
	}
	decided, err := state.Decided(d, decision.AppendJSON(nil))
	if err != nil {
		log.Fatal(err)
	}
	event := state.Event(d, decided)
	ledger, err := pebblestore.Open("ledger", pebblestore.Options{FS: vfs.NewMem()})
	if err != nil {
		log.Fatal(err)
	}
	record := events.Record{Sequence: 1, Stored: time.Now(), Subject: session.Subject(events.Log), Payload: event.AppendJSON(nil)}
	if _, err := ledger.Append(context.Background(), []events.Record{record}); err != nil {
		log.Fatal(err)
	}
	snapshot, err := ledger.Snapshot()
	if err != nil {
		log.Fatal(err)
	}
	return snapshot
}
