package replay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/proof"
)

// Defaults of [SignOptions].
const (
	// DefaultCheckpointEvery is how old a record is at most before a checkpoint covers
	// it: what somebody with the disk can change unseen.
	DefaultCheckpointEvery = time.Second
	// DefaultCheckpointRecords is how many records at most are not covered yet; a
	// signature and two writes to disk are little beside appending these.
	DefaultCheckpointRecords = 512
	// publishTimeout is how long a checkpoint may take to be published. The next one
	// says the same and more, so nothing waits long for it.
	publishTimeout = time.Second
)

// SignOptions of [FollowSigned].
type SignOptions struct {
	Key *proof.Signer
	// Anchor keeps the checkpoints outside; nil keeps them in the ledger alone.
	Anchor *pebblestore.Anchor
	// Publish, when set, is handed every checkpoint once it is kept. Its errors are
	// logged, no more.
	Publish func(ctx context.Context, signed []byte) error
	// Every and Records say when a checkpoint is due; 0 is the default.
	Every   time.Duration
	Records uint64
}

// FollowSigned is [Follow], and signs what the ledger holds while it grows, and once more
// when following ends. It goes on with an anchor only where the ledger is the one that
// was anchored: a ledger that ends before it, as one made anew does, is let grow first,
// and one with other records is refused with [pebblestore.ErrOtherLedger]. A checkpoint
// that cannot be kept ends following with its error.
func FollowSigned(ctx context.Context, source Source, ledger *pebblestore.Ledger, opts FollowOptions, sign SignOptions) error {
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	c, err := newCheckpointer(ledger, sign, opts.Logger)
	if err != nil {
		return err
	}
	appended := opts.Appended
	opts.Appended = func(head pebblestore.Head) {
		c.wake(head)
		if appended != nil {
			appended(head)
		}
	}
	following, stop := context.WithCancel(ctx)
	defer stop()
	signing, end := context.WithCancel(context.WithoutCancel(ctx))
	signed := make(chan error, 1)
	go func() {
		err := c.run(signing)
		stop() // where it failed; else following has ended already
		signed <- err
	}()
	err = Follow(following, source, ledger, opts)
	end()
	failed := <-signed
	if failed != nil && errors.Is(err, context.Canceled) {
		return failed // what following ended of
	}
	return errors.Join(err, failed)
}

// checkpointer signs what a ledger holds when that is due.
type checkpointer struct {
	ledger *pebblestore.Ledger
	sign   SignOptions
	log    *slog.Logger
	grown  chan pebblestore.Head // the newest head, for run

	covered  uint64           // records of the last checkpoint
	anchored proof.Checkpoint // the anchor's last one, while the ledger is not known to hold it
	mute     bool             // the last one could not be published
}

func newCheckpointer(ledger *pebblestore.Ledger, sign SignOptions, log *slog.Logger) (*checkpointer, error) {
	if sign.Every == 0 {
		sign.Every = DefaultCheckpointEvery
	}
	if sign.Records == 0 {
		sign.Records = DefaultCheckpointRecords
	}
	c := &checkpointer{ledger: ledger, sign: sign, log: log, grown: make(chan pebblestore.Head, 1)}
	if sign.Anchor == nil || sign.Anchor.Last() == nil {
		return c, nil
	}
	key, err := proof.NewVerifier(sign.Key.Public())
	if err != nil {
		return nil, err
	}
	if c.anchored, err = key.Open(sign.Anchor.Last()); err != nil {
		return nil, fmt.Errorf("%w: the anchor: %w", pebblestore.ErrOtherLedger, err)
	}
	if _, err := c.isAnchored(); err != nil {
		return nil, err
	}
	if c.anchored.Size > 0 {
		log.Warn("the ledger ends before what was anchored: it signs nothing until it holds that again",
			"records", ledger.Head().Seq, "anchored", c.anchored.Size)
	}
	return c, nil
}

// isAnchored reports whether the ledger holds what was anchored before.
func (c *checkpointer) isAnchored() (bool, error) {
	if c.anchored.Size == 0 {
		return true, nil
	}
	err := c.ledger.Holds(c.anchored)
	if errors.Is(err, pebblestore.ErrNotCovered) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("the anchor: %w", err)
	}
	c.anchored = proof.Checkpoint{}
	return true, nil
}

// wake tells run of a new head, and waits for nothing.
func (c *checkpointer) wake(head pebblestore.Head) {
	select {
	case <-c.grown: // an older one that was not looked at yet
	default:
	}
	c.grown <- head // there is room: nobody else sends
}

// run signs until ctx ends, and then what is not signed yet.
func (c *checkpointer) run(ctx context.Context) error {
	tick := time.NewTicker(c.sign.Every)
	defer tick.Stop()
	newest := c.ledger.Head().Seq
	for {
		due := false
		select {
		case head := <-c.grown:
			newest = head.Seq
			due = newest-c.covered >= c.sign.Records
		case <-tick.C:
			due = newest > c.covered
		case <-ctx.Done():
			if c.ledger.Head().Seq == c.covered {
				return nil
			}
			return c.checkpoint(context.WithoutCancel(ctx))
		}
		if due {
			if err := c.checkpoint(ctx); err != nil {
				return err
			}
		}
	}
}

// checkpoint makes a checkpoint and hands it on: into the ledger, into the anchor, to
// whoever listens.
func (c *checkpointer) checkpoint(ctx context.Context) error {
	if ok, err := c.isAnchored(); err != nil || !ok {
		return err
	}
	signed, err := c.ledger.Checkpoint(c.sign.Key)
	if errors.Is(err, pebblestore.ErrNotFound) {
		return nil // nothing to sign
	}
	if err != nil {
		return err
	}
	if c.sign.Anchor != nil && string(c.sign.Anchor.Last()) != string(signed) {
		if err := c.sign.Anchor.Append(signed); err != nil {
			return err
		}
	}
	at, err := proof.Peek(signed)
	if err != nil {
		return err
	}
	c.covered = at.Size
	if c.sign.Publish != nil {
		c.publish(ctx, signed)
	}
	return nil
}

func (c *checkpointer) publish(ctx context.Context, signed []byte) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	err := c.sign.Publish(ctx, signed)
	if err != nil && !c.mute {
		c.log.Warn("checkpoints cannot be published, they are kept meanwhile", "error", err)
	}
	c.mute = err != nil
}
