package pebblestore

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/guardstream/guardstream/events"
)

var testStart = time.Date(2026, 3, 1, 9, 0, 0, 123456789, time.UTC)

// testRecord is the event of a stream sequence: a decision, an answer or a result of
// one of a few sessions of two tenants. Always the same one.
func testRecord(seq uint64) events.Record { return testRecordOf(seq, 0) }

// testRecordOf is testRecord with some more bytes in its payload.
func testRecordOf(seq uint64, size int) events.Record {
	rng := rand.New(rand.NewPCG(seq, 7))
	tenant, session := []string{"acme", "globex"}[rng.IntN(2)], fmt.Sprintf("s%d", rng.IntN(5))
	proposal := fmt.Sprintf("p-%d", seq/3)
	payload := fmt.Sprintf(`{"v":1,"type":"made","prev":"%064d","proposal_id":%q,"result":%q}`, seq, proposal, text64(rng, size))
	if rng.IntN(3) > 0 {
		payload = fmt.Sprintf(`{"v":1,"type":"decided","prev":"%064d","proposal_id":%q,"call":{"name":"pay"},"context":{"from":0,"new":[{"role":"user","content":%q}]},"decision":{"outcome":%q,"tool":%q,"arguments":{}}}`,
			seq, proposal, text64(rng, size), []string{"allow", "deny", "escalate"}[rng.IntN(3)], []string{"pay", "refund"}[rng.IntN(2)])
	}
	return events.Record{
		Subject:  events.Session{Tenant: tenant, Name: session}.Subject(events.Log),
		Sequence: seq,
		Stored:   testStart.Add(time.Duration(seq) * 1_000_001),
		Payload:  []byte(payload),
	}
}

// text64 is some text that compresses about as well as words do.
func text64(rng *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "%x ", rng.Uint32())
	}
	return b.String()
}

// testRecords are the records of the stream sequences from to to, both included.
func testRecords(from, to uint64) []events.Record {
	records := make([]events.Record, 0, to-from+1)
	for seq := from; seq <= to; seq++ {
		records = append(records, testRecord(seq))
	}
	return records
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// openTest opens a ledger that is closed with the test.
func openTest(t testing.TB, dir string, opts Options) *Ledger {
	t.Helper()
	opts.Logger = quiet()
	l, err := Open(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil && l.Err() == nil {
			t.Errorf("closing: %v", err)
		}
	})
	return l
}

// memLedger is a ledger in memory with the first n records of the test stream.
func memLedger(t testing.TB, n uint64) *Ledger {
	t.Helper()
	l := openTest(t, "ledger", Options{FS: vfs.NewMem()})
	if n > 0 {
		mustAppend(t, l, testRecords(1, n))
	}
	return l
}

func mustAppend(t testing.TB, l *Ledger, records []events.Record) Head {
	t.Helper()
	head, err := l.Append(context.Background(), records)
	if err != nil {
		t.Fatal(err)
	}
	return head
}

func mustVerify(t testing.TB, l *Ledger, opts VerifyOptions) Report {
	t.Helper()
	report, err := l.Verify(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
