package jetstream_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// appendConformance is what the append rule promises, on any server: connect returns a
// new connection each time.
func appendConformance(t *testing.T, replicas int, connect func(testing.TB) *nats.Conn) {
	s := newStage(t, connect(t), jetstream.StreamSettings{Replicas: replicas})
	t.Run("writers that race for one session", func(t *testing.T) { racingWriters(t, s, connect) })
	t.Run("a first resolution", func(t *testing.T) { racingResolutions(t, s, connect) })
	t.Run("acknowledgements that get lost", func(t *testing.T) { lostAcknowledgements(t, s, connect) })
	t.Run("two caches of one session", func(t *testing.T) { staleCaches(t, s, connect) })
}

func TestAppendOnOneServer(t *testing.T) {
	server := natstest.Embedded(t, t.TempDir())
	appendConformance(t, 1, func(t testing.TB) *nats.Conn { return natstest.Connect(t, server) })
}

func TestAppendOnThreeServers(t *testing.T) {
	t.Parallel() // it waits more than it works
	cluster := natstest.StartCluster(t)
	appendConformance(t, 3, cluster.Connect)
}

// appendProposal appends the decision about a proposal as a worker does.
func appendProposal(ctx context.Context, log *jetstream.Log, key events.Session, id string, inbox uint64, outcome core.Outcome) (bool, error) {
	d := events.ReadDelivery(key.Subject(events.Proposals), fmt.Appendf(nil, `{"proposal_id":%q,"call":{"name":"pay"}}`, id), inbox, time.Unix(int64(inbox), 0), events.Limits{})
	return appendCommand(ctx, log, key, d, outcome)
}

func appendCommand(ctx context.Context, log *jetstream.Log, key events.Session, d events.Delivery, outcome core.Outcome) (bool, error) {
	s, err := log.Session(ctx, key)
	if err != nil {
		return false, err
	}
	defer s.Release()
	return s.Append(ctx, d, func(_ context.Context, state *events.State) ([]events.Body, error) {
		next, body := state.Next(d)
		switch next {
		case events.Nothing:
			return nil, nil
		case events.Append:
			return []events.Body{body}, nil
		default:
			decided, err := state.Decided(d, fmt.Appendf(nil, `{"outcome":%q,"tool":"pay","arguments":{}}`, outcome))
			return []events.Body{decided}, err
		}
	})
}

// racingWriters lets eight workers append the same proposals in different orders.
func racingWriters(t *testing.T, s *stage, connect func(testing.TB) *nats.Conn) {
	const writers, proposals = 8, 25
	key := events.Session{Tenant: "acme", Name: "raced"}
	var mu sync.Mutex
	appended := map[string]int{}
	var wg sync.WaitGroup
	for range writers {
		log := s.openLog(natstest.JetStream(t, connect(t)))
		wg.Go(func() {
			for _, i := range rand.Perm(proposals) {
				id := fmt.Sprint("p", i)
				first, err := appendProposal(t.Context(), log, key, id, uint64(i+1), core.Allow)
				if err != nil {
					t.Error(err)
				}
				if first {
					mu.Lock()
					appended[id]++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	// A replica that is read directly may be behind for a moment.
	var state *events.State
	natstest.Eventually(t, 10*time.Second, "all decisions", func() bool {
		var err error
		if state, err = s.log.Load(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		return state.Events >= proposals
	})
	if state.Events != proposals {
		t.Errorf("%d events for %d proposals", state.Events, proposals)
	}
	for i := range proposals {
		if id := fmt.Sprint("p", i); appended[id] > 1 || state.Case(id) == nil {
			t.Errorf("%s: appended by %d, %+v", id, appended[id], state.Case(id))
		}
	}
}

// racingResolutions lets eight people answer the same escalation at once.
func racingResolutions(t *testing.T, s *stage, connect func(testing.TB) *nats.Conn) {
	const people, rounds = 8, 5
	for round := range rounds {
		key := events.Session{Tenant: "acme", Name: fmt.Sprint("resolved-", round)}
		if _, err := appendProposal(t.Context(), s.log, key, "p", 1, core.Escalate); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for i := range people {
			log := s.openLog(natstest.JetStream(t, connect(t)))
			wg.Go(func() {
				payload := fmt.Appendf(nil, `{"proposal_id":"p","resolution":%q,"reviewer":"person %d"}`, []string{events.Approved, events.Rejected}[i%2], i)
				d := events.ReadDelivery(key.Subject(events.Resolutions), payload, uint64(i+2), time.Unix(int64(i), 0), events.Limits{})
				// A replica that is behind may not have the decision: then there is nothing to
				// resolve yet, and a worker would have refused; here everybody waits for it.
				natstest.Eventually(t, 10*time.Second, "the decision", func() bool {
					state, err := log.Load(t.Context(), key)
					return err == nil && state.Case("p") != nil
				})
				if _, err := appendCommand(t.Context(), log, key, d, ""); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		var state *events.State
		natstest.Eventually(t, 10*time.Second, "all resolutions", func() bool {
			var err error
			state, err = s.log.Load(t.Context(), key)
			return err == nil && state.Events == people+1
		})
		refusals := 0
		for i := range people {
			if r := state.Refusal(uint64(i + 2)); r != nil && r.Problem.Code == events.AlreadyResolved {
				refusals++
			}
		}
		if refusals != people-1 || state.Case("p").Resolution == nil {
			t.Errorf("%d of %d were told that they are late", refusals, people-1)
		}
	}
}

// lostAcknowledgements gives each attempt so little time that many are stored without
// the writer hearing of it.
func lostAcknowledgements(t *testing.T, s *stage, connect func(testing.TB) *nats.Conn) {
	const proposals = 60
	key := events.Session{Tenant: "acme", Name: "lost"}
	js := natstest.JetStream(t, connect(t))
	log, err := jetstream.OpenLog(t.Context(), js, jetstream.LogSettings{AttemptTimeout: 60 * time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	repeated := 0
	for i := range proposals {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		first, err := appendProposal(ctx, log, key, fmt.Sprint("p", i), uint64(i+1), core.Allow)
		cancel()
		if err != nil {
			// So little time may never be enough for an answer; the event is stored or not.
			_, err = appendProposal(t.Context(), s.log, key, fmt.Sprint("p", i), uint64(i+1), core.Allow)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !first {
			repeated++
		}
	}
	var state *events.State
	natstest.Eventually(t, 10*time.Second, "all decisions", func() bool {
		state, err = s.log.Load(t.Context(), key)
		return err == nil && state.Events >= proposals
	})
	if state.Events != proposals {
		t.Errorf("%d events for %d proposals", state.Events, proposals)
	}
	t.Logf("%d of %d appends were settled by reading", repeated, proposals)
}

// staleCaches lets two workers take turns, each with what it knew before.
func staleCaches(t *testing.T, s *stage, connect func(testing.TB) *nats.Conn) {
	key := events.Session{Tenant: "acme", Name: "turns"}
	logs := []*jetstream.Log{s.openLog(natstest.JetStream(t, connect(t))), s.openLog(natstest.JetStream(t, connect(t)))}
	for i := range 20 {
		if first, err := appendProposal(t.Context(), logs[i%2], key, fmt.Sprint("p", i), uint64(i+1), core.Allow); err != nil || !first {
			t.Fatalf("turn %d: %t, %v", i, first, err)
		}
	}
	natstest.Eventually(t, 10*time.Second, "all decisions", func() bool {
		state, err := s.log.Load(t.Context(), key)
		return err == nil && state.Events == 20
	})
}
