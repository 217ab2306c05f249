package replay

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
)

// Guard decides; [*core.Guard] does.
type Guard interface {
	Fingerprint() string
	Check(ctx context.Context, r core.Request) (*core.Decision, error)
}

// Guards says who decides again what was decided under a catalog, by its fingerprint.
// An error that wraps [ErrNotReplayable] is counted; any other ends the replay. It is
// called by several goroutines.
type Guards func(ctx context.Context, catalog string) (Guard, error)

// Recorded asks the guards of the catalogs that decided: do all decisions still come
// out as they were recorded?
func Recorded(guards ...Guard) Guards {
	byFingerprint := make(map[string]Guard, len(guards))
	for _, g := range guards {
		byFingerprint[g.Fingerprint()] = g
	}
	return func(_ context.Context, catalog string) (Guard, error) {
		if g := byFingerprint[catalog]; g != nil {
			return g, nil
		}
		return nil, fmt.Errorf("%w: catalog %s is not known", ErrNotReplayable, catalog)
	}
}

// Under asks one guard about everything: what would its catalog have decided?
func Under(g Guard) Guards {
	return func(context.Context, string) (Guard, error) { return g, nil }
}

// Options of [Run].
type Options struct {
	// Guards decide again. Required.
	Guards Guards
	// Workers is how many sessions are replayed at a time; 0 is one a processor.
	Workers int
	// Progress, when set, is called after every session, by one goroutine at a time.
	Progress func(pebblestore.Progress)
}

// Run replays all decisions of a ledger. The error says that the replay could not be
// finished; what it found is in the report.
func Run(ctx context.Context, ledger *pebblestore.Snapshot, opts Options) (*Report, error) {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	r := run{ledger: ledger, opts: opts, start: time.Now(), total: newTally()}
	sessions := make(chan events.Session, opts.Workers)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(sessions)
		return r.list(ctx, sessions)
	})
	for range opts.Workers {
		group.Go(func() error { return r.work(ctx, sessions) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	slices.SortFunc(r.total.Differences, compareDifferences)
	return &Report{Ledger: ledger.Head(), Tally: r.total}, nil
}

type run struct {
	ledger *pebblestore.Snapshot
	opts   Options
	start  time.Time

	mu    sync.Mutex
	total Tally
}

// list hands out the sessions.
func (r *run) list(ctx context.Context, sessions chan<- events.Session) error {
	for s, err := range r.ledger.Sessions(ctx) {
		if err != nil {
			return err
		}
		select {
		case sessions <- s:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (r *run) work(ctx context.Context, sessions <-chan events.Session) error {
	for key := range sessions {
		result, err := replaySession(ctx, r.ledger, key, r.opts.Guards)
		if err != nil {
			return fmt.Errorf("session %s: %w", key, err)
		}
		r.done(result)
	}
	return nil
}

func (r *run) done(result Tally) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total.merge(result)
	if r.opts.Progress != nil {
		r.opts.Progress(pebblestore.Progress{Done: r.total.Records, Total: r.ledger.Head().Seq, Elapsed: time.Since(r.start)})
	}
}
