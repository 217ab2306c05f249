package replay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
)

// Defaults of [FollowOptions].
const (
	// DefaultBatchRecords is how many records are written with one sync at most. While
	// one batch is on its way to the disk the next one is read.
	DefaultBatchRecords = 512
	// DefaultBatchBytes bounds a batch of large records.
	DefaultBatchBytes = 4 << 20
	// DefaultMaxPause is the longest pause between attempts to read a stream that
	// cannot be read.
	DefaultMaxPause = 15 * time.Second
)

// Source is a stream of events as the ledger follows it.
type Source interface {
	// Stream says which stream it is and what it holds now.
	Stream(ctx context.Context) (pebblestore.Stream, error)
	// Get returns the event with a sequence that the stream holds.
	Get(ctx context.Context, sequence uint64) (events.Record, error)
	// Tail hands events to yield from a sequence on, in order, each once, waiting for
	// new ones. It ends with yield's error, or with its own when it cannot go on; one
	// that wraps [ErrSourceGap] is final, after any other it is called again.
	Tail(ctx context.Context, from uint64, yield func(events.Record) error) error
}

// FollowOptions of [Follow]. The zero value follows for ever.
type FollowOptions struct {
	// Until ends following without an error once the ledger holds this stream
	// sequence; 0 goes on until the context ends.
	Until uint64
	// Appended, when set, is called with the new head after every batch.
	Appended func(pebblestore.Head)
	// Logger hears of a stream that cannot be read; nil is [slog.Default].
	Logger *slog.Logger
	// MaxPause is the longest pause between attempts; 0 is [DefaultMaxPause].
	MaxPause time.Duration
}

// Follow copies the events of a stream into a ledger, from the ledger's head on, until
// the context ends. It refuses a stream that the ledger does not belong to, that ends
// before the ledger does, or that holds another event in the place of the ledger's
// last: those errors are of package pebblestore and are final, as are its storage
// errors. A stream that cannot be read is tried again, with growing pauses.
func Follow(ctx context.Context, source Source, ledger *pebblestore.Ledger, opts FollowOptions) error {
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	if opts.MaxPause == 0 {
		opts.MaxPause = DefaultMaxPause
	}
	f := follower{source: source, ledger: ledger, opts: opts}
	pause := backoff.NewExponentialBackOff()
	pause.MaxInterval = opts.MaxPause
	attempt := func() (struct{}, error) {
		before := ledger.Head()
		err := f.follow(ctx)
		if ledger.Head() != before {
			pause.Reset() // it went well for a while
		}
		return struct{}{}, err
	}
	notify := func(err error, wait time.Duration) {
		opts.Logger.Warn("the stream cannot be read, trying again", "error", err, "wait", wait, "stream_seq", ledger.Head().StreamSeq)
	}
	_, err := backoff.Retry(ctx, attempt, backoff.WithBackOff(pause), backoff.WithNotify(notify), backoff.WithMaxElapsedTime(0))
	return err
}

type follower struct {
	source Source
	ledger *pebblestore.Ledger
	opts   FollowOptions
}

// follow follows until something happens; final errors are marked as permanent.
func (f *follower) follow(ctx context.Context) error {
	if f.caughtUp() {
		return nil
	}
	stream, err := f.source.Stream(ctx)
	if err != nil {
		return fmt.Errorf("asking for the stream: %w", err)
	}
	if err := f.ledger.Attach(stream); err != nil {
		return backoff.Permanent(err)
	}
	if err := f.compareLast(ctx, stream); err != nil {
		return err
	}
	records := make(chan events.Record, DefaultBatchRecords)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return f.read(ctx, records) })
	group.Go(func() error { return f.write(ctx, records) })
	if err := group.Wait(); !errors.Is(err, errCaughtUp) {
		return err
	}
	return nil
}

// errCaughtUp ends reading when there is nothing more to do.
var errCaughtUp = errors.New("caught up")

func (f *follower) caughtUp() bool {
	return f.opts.Until != 0 && f.ledger.Head().StreamSeq >= f.opts.Until
}

// compareLast compares the ledger's last record with the stream's, where the stream
// still holds it.
func (f *follower) compareLast(ctx context.Context, stream pebblestore.Stream) error {
	last := f.ledger.Head().StreamSeq
	if last == 0 || stream.FirstSeq > last {
		return nil
	}
	record, err := f.source.Get(ctx, last)
	if err != nil {
		return fmt.Errorf("reading event %d: %w", last, err)
	}
	if err := f.ledger.CheckLast(record); err != nil {
		return backoff.Permanent(err)
	}
	return nil
}

// read hands the stream's events over.
func (f *follower) read(ctx context.Context, records chan<- events.Record) error {
	err := f.source.Tail(ctx, f.ledger.Head().StreamSeq+1, func(r events.Record) error {
		select {
		case records <- r:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrSourceGap):
		return backoff.Permanent(err)
	case err == nil:
		return errors.New("the stream's reader ended")
	default:
		return err
	}
}

// write appends what was read, as much at a time as there is.
func (f *follower) write(ctx context.Context, records <-chan events.Record) error {
	batch := make([]events.Record, 0, DefaultBatchRecords)
	for {
		select {
		case r := <-records:
			batch = fill(append(batch[:0], r), records)
		case <-ctx.Done():
			return ctx.Err()
		}
		head, err := f.ledger.Append(ctx, batch)
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return backoff.Permanent(err)
		}
		if f.opts.Appended != nil {
			f.opts.Appended(head)
		}
		if f.caughtUp() {
			return errCaughtUp
		}
	}
}

// fill adds the records that are there already to a batch.
func fill(batch []events.Record, records <-chan events.Record) []events.Record {
	size := len(batch[0].Payload)
	for len(batch) < DefaultBatchRecords && size < DefaultBatchBytes {
		select {
		case r := <-records:
			batch = append(batch, r)
			size += len(r.Payload)
		default:
			return batch
		}
	}
	return batch
}
