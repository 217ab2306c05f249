package pebblestore_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
)

func Example() {
	ctx := context.Background()
	ledger, err := pebblestore.Open("ledger", pebblestore.Options{FS: vfs.NewMem()})
	if err != nil {
		log.Fatal(err)
	}
	session := events.Session{Tenant: "acme", Name: "s1"}
	head, err := ledger.Append(ctx, []events.Record{{
		Sequence: 1,
		Stored:   time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
		Subject:  session.Subject(events.Log),
		Payload:  []byte(`{"v":1,"type":"decided","proposal_id":"p1","decision":{"outcome":"deny","tool":"pay"}}`),
	}})
	if err != nil {
		log.Fatal(err)
	}
	for entry, err := range ledger.Proposal(ctx, session, "p1") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(entry.Seq, entry.Subject)
	}

	// The head is to be kept where who writes the ledger cannot write.
	report, err := ledger.Verify(ctx, pebblestore.VerifyOptions{Expect: &head})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("verified:", report.Records, report.OK())
	if err := ledger.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 guard.events.acme.s1
	// verified: 1 true
}
