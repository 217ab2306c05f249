package replay_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

// BenchmarkRun replays decisions about calls in conversations of twenty messages.
func BenchmarkRun(b *testing.B) {
	h := newHistory(b, guardOf(b, payments))
	h.limit = 1 << 20
	for i := range 1000 {
		s := events.Session{Tenant: "acme", Name: fmt.Sprintf("s%d", i)}
		var messages []string
		for m := range 19 {
			role := []string{"user", "assistant", "tool"}[m%3]
			messages = append(messages, fmt.Sprintf(`[%q,"Message %d of the conversation speaks about order A-%d and %d EUR, and about what the weather does meanwhile."]`, role, m, i, i+m))
		}
		messages = append(messages, `["user","Pay 250 EUR to DE89370400440532013000, please."]`)
		h.command(events.Proposals, s, fmt.Sprintf(`{"proposal_id":"p","call":{"name":"pay","arguments":{"iban":"DE89370400440532013000","amount":250}},
			"context":[%s],"facts":{"spent_today":500.0}}`, strings.Join(messages, ",")))
	}
	ledger := h.ledger()
	used := cpu(b)
	for b.Loop() {
		report, err := replay.Run(context.Background(), ledger, replay.Options{Guards: replay.Recorded(h.guard)})
		if err != nil || report.Same != 1000 {
			b.Fatal(report, err)
		}
	}
	b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
	b.ReportMetric(float64((cpu(b)-used).Microseconds())/1000/float64(b.N), "cpu-µs/decision")
}

// cpu is the processor time this process has used.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkFollow copies a stream into a ledger on disk.
func BenchmarkFollow(b *testing.B) {
	const records = 20_000
	s := newMemStream(records)
	for b.Loop() {
		ledger, err := pebblestore.Open(b.TempDir()+"/ledger", pebblestore.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := replay.Follow(context.Background(), s, ledger, replay.FollowOptions{Until: records}); err != nil {
			b.Fatal(err)
		}
		if err := ledger.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(records*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
