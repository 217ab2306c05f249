package jetstream_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/embedded"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// benchCatalog grounds two arguments and asks two policies.
const benchCatalog = `
facts:
  spent_today: double
tools:
  - name: send_payment
    parameters:
      type: object
      properties: {iban: {type: string}, amount: {type: number}, note: {type: string}}
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

// benchConversation has 20 messages of some 220 characters.
func benchConversation() string {
	messages := []string{`{"role":"user","content":"Pay 250 to DE89370400440532013000, please."}`}
	for i := range 19 {
		messages = append(messages, fmt.Sprintf(`{"role":%q,"content":%q}`, []string{"assistant", "user"}[i%2], strings.Repeat("some words ", 20)))
	}
	return "[" + strings.Join(messages, ",") + "]"
}

func benchProposal(id, context string) string {
	payload := fmt.Sprintf(`{"proposal_id":%q,"call":{"name":"send_payment","arguments":{"iban":"DE89370400440532013000","amount":250,"note":%q}},"facts":{"spent_today":17.5}`,
		id, strings.Repeat("n", 600))
	if context != "" {
		payload += `,"context":` + context
	}
	return payload + "}"
}

// benchSessions is how many live sessions there are.
const benchSessions = 50

// BenchmarkWorker measures a worker with a guard beside a bare pipe, which takes,
// publishes and acknowledges messages of the same sizes with the same syncing:
// alternated in one run, as the ratio of their CPU times (bare/worker: 1 is as cheap as
// the pipe).
//
//	session      live sessions: each proposal is decided on the 20 messages the session holds
//	stateless20  a new session for each proposal, which brings 20 messages
func BenchmarkWorker(b *testing.B) {
	conversation := benchConversation()
	loads := map[string]func(i int) (session, payload string){
		"session": func(i int) (string, string) {
			if i < benchSessions {
				return fmt.Sprint("s", i), benchProposal(fmt.Sprint("p", i), conversation)
			}
			return fmt.Sprint("s", i%benchSessions), benchProposal(fmt.Sprint("p", i), "")
		},
		"stateless20": func(i int) (string, string) { return fmt.Sprint("s", i), benchProposal("p", conversation) },
	}
	for _, syncing := range []struct {
		name     string
		interval time.Duration
	}{{"interval", time.Minute}, {"always", 0}} {
		for _, load := range []string{"session", "stateless20"} {
			b.Run(syncing.name+"/"+load, func(b *testing.B) { benchmarkWorker(b, syncing.interval, loads[load]) })
		}
	}
}

const (
	benchMessages = 2000 // moved in a round
	benchRounds   = 3    // of each kind in an iteration
)

func benchmarkWorker(b *testing.B, sync time.Duration, load func(int) (string, string)) {
	decide := jetstream.ByGuard(guardOf(b, benchCatalog))
	var ratios, worker, bare, rate []float64
	for b.Loop() {
		for range benchRounds {
			w, size := workerRound(b, sync, load, decide)
			p := pipeRound(b, sync, load, size)
			ratios = append(ratios, float64(p.cpu)/float64(w.cpu))
			worker = append(worker, perMessage(w.cpu))
			bare = append(bare, perMessage(p.cpu))
			rate = append(rate, benchMessages/w.wall.Seconds())
		}
	}
	b.ReportMetric(median(ratios), "bare/worker")
	b.ReportMetric(median(worker), "cpu-µs/decision")
	b.ReportMetric(median(bare), "cpu-µs/bare")
	b.ReportMetric(median(rate), "decisions/s")
}

func perMessage(d time.Duration) float64 { return float64(d.Microseconds()) / benchMessages }

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// cost is what a round took.
type cost struct{ cpu, wall time.Duration }

func measure(b *testing.B, work func()) cost {
	b.Helper()
	began, before := time.Now(), cpu(b)
	work()
	return cost{cpu: cpu(b) - before, wall: time.Since(began)}
}

// cpu is what the process has used so far, the server in it included.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func benchServer(b *testing.B, sync time.Duration) (natsjs.JetStream, func()) {
	b.Helper()
	s, shutdown, err := embedded.Start(b.Context(), embedded.Config{Dir: b.TempDir(), Listen: embedded.NoListen, SyncInterval: sync})
	if err != nil {
		b.Fatal(err)
	}
	nc, err := s.Connect()
	if err != nil {
		b.Fatal(err)
	}
	js, err := natsjs.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	return js, func() {
		nc.Close()
		shutdown()
	}
}

func fillInbox(b *testing.B, js natsjs.JetStream, load func(int) (string, string)) {
	b.Helper()
	for i := range benchMessages {
		session, payload := load(i)
		if _, err := js.PublishAsync(events.Session{Tenant: "acme", Name: session}.Subject(events.Proposals), []byte(payload)); err != nil {
			b.Fatal(err)
		}
	}
	<-js.PublishAsyncComplete()
}

func drained(b *testing.B, js natsjs.JetStream) {
	b.Helper()
	stream, err := js.Stream(b.Context(), jetstream.Inbox)
	if err != nil {
		b.Fatal(err)
	}
	natstest.Eventually(b, 2*time.Minute, "an empty inbox", func() bool {
		info, err := stream.Info(b.Context())
		return err == nil && info.State.Msgs == 0
	})
}

// workerRound returns the cost of the worker and the mean size of its events.
func workerRound(b *testing.B, sync time.Duration, load func(int) (string, string), decide jetstream.Decide) (cost, int) {
	b.Helper()
	js, shutdown := benchServer(b, sync)
	defer shutdown()
	if err := jetstream.Ensure(b.Context(), js, jetstream.Streams(jetstream.StreamSettings{InboxPerSession: benchMessages}), quiet); err != nil {
		b.Fatal(err)
	}
	fillInbox(b, js, load)
	log, err := jetstream.OpenLog(b.Context(), js, jetstream.LogSettings{})
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error)
	c := measure(b, func() {
		go func() { done <- jetstream.NewWorker(js, log, decide, jetstream.WorkerSettings{}).Run(ctx) }()
		drained(b, js)
	})
	cancel()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	size := 0
	if err := log.Tail(b.Context(), jetstream.Range{}, func(r events.Record) error { size += len(r.Payload); return nil }); err != nil {
		b.Fatal(err)
	}
	return c, size / benchMessages
}

// pipeRound returns the cost of the bare pipe.
func pipeRound(b *testing.B, syncing time.Duration, load func(int) (string, string), size int) cost {
	b.Helper()
	js, shutdown := benchServer(b, syncing)
	defer shutdown()
	if err := jetstream.Ensure(b.Context(), js, jetstream.Streams(jetstream.StreamSettings{InboxPerSession: benchMessages}), quiet); err != nil {
		b.Fatal(err)
	}
	fillInbox(b, js, load)
	event := make([]byte, size)
	consumer, err := js.CreateConsumer(b.Context(), jetstream.Inbox, natsjs.ConsumerConfig{Durable: "pipe", AckPolicy: natsjs.AckExplicitPolicy, MaxAckPending: 8192})
	if err != nil {
		b.Fatal(err)
	}
	return measure(b, func() {
		var acks sync.WaitGroup
		for left := benchMessages; left > 0; {
			batch, err := consumer.Fetch(min(left, jetstream.DefaultBatch), natsjs.FetchMaxWait(time.Second))
			if err != nil {
				b.Error(err)
				return
			}
			for m := range batch.Messages() {
				left--
				stored, err := js.PublishAsync(strings.Replace(m.Subject(), "proposals", "events", 1), event)
				if err != nil {
					b.Error(err)
					return
				}
				acks.Go(func() {
					<-stored.Ok()
					_ = m.Ack()
				})
			}
		}
		acks.Wait()
		drained(b, js)
	})
}
