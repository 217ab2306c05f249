package replay_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

// What real workers decide on a real server is followed into a ledger, and comes out
// the same.
func TestFromWorkerToLedger(t *testing.T) {
	const proposals = 40
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	guard := guardOf(t, payments)
	js := natstest.JetStream(t, natstest.Single(t))
	if err := jetstream.Ensure(ctx, js, jetstream.Streams(jetstream.StreamSettings{}), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	log, err := jetstream.OpenLog(ctx, js, jetstream.LogSettings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	decide := func(ctx context.Context, _ events.Session, r core.Request) ([]byte, error) {
		d, err := guard.Check(ctx, r)
		if err != nil {
			return nil, err
		}
		return d.AppendJSON(nil), nil
	}
	worker := jetstream.NewWorker(js, log, decide, jetstream.WorkerSettings{})
	working, stop := context.WithCancel(ctx)
	worked := make(chan error, 1)
	go func() { worked <- worker.Run(working) }()

	for i := range proposals {
		s := events.Session{Tenant: "acme", Name: fmt.Sprintf("s%d", i%7)}
		payload := fmt.Sprintf(`{"proposal_id":"p%d","call":{"name":"pay","arguments":{"iban":"DE89370400440532013000","amount":%d}},
			"context":[["user","Pay %d to DE89370400440532013000."]],"facts":{"spent_today":0.0}}`, i, i*100, i*100)
		if _, err := js.Publish(ctx, s.Subject(events.Proposals), []byte(payload)); err != nil {
			t.Fatal(err)
		}
	}
	ledger := openLedger(t, vfs.NewMem())
	err = replay.Follow(ctx, replay.FromLog(log), ledger, replay.FollowOptions{Until: proposals})
	stop()
	if err := errors.Join(err, <-worked); err != nil {
		t.Fatal(err)
	}

	snapshot, err := ledger.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	report := mustRun(t, snapshot, replay.Options{Guards: replay.Recorded(guard)})
	if report.Same != proposals || len(report.Differences) != 0 {
		text, _ := written(t, report)
		t.Error(text)
	}
	if err := snapshot.Close(); err != nil {
		t.Error(err)
	}

	// The stream is lost and made anew: the ledger is not for that one.
	if err := js.DeleteStream(ctx, jetstream.Events); err != nil {
		t.Fatal(err)
	}
	if err := jetstream.Ensure(ctx, js, jetstream.Streams(jetstream.StreamSettings{}), slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	err = replay.Follow(ctx, replay.FromLog(log), ledger, replay.FollowOptions{})
	if !errors.Is(err, pebblestore.ErrOtherStream) {
		t.Errorf("following a stream that was made anew: %v", err)
	}
}
