package pebblestore

import (
	"context"
	"fmt"

	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/proof"
)

// checkpoints compares the checkpoints in the ledger with the tree. They stand where
// the records do, so they show what was changed carelessly; who can write there can
// rewrite them, or drop them.
func (v *verifier) checkpoints(ctx context.Context) error {
	c := comparison{verifier: v, which: "checkpoint that it keeps"}
	err := v.scan(ctx, &pebble.IterOptions{LowerBound: []byte(signedPrefix), UpperBound: afterPrefix([]byte(signedPrefix))},
		func(it *pebble.Iterator) (bool, error) {
			signed, err := it.ValueAndErr()
			if err != nil {
				return false, err
			}
			if seq, ok := keySeq(it.Key()); !ok || len(it.Key()) != len(signedPrefix)+seqSize {
				v.found(BadCheckpoint, 0, "a checkpoint under the key %q", it.Key())
			} else if point, err := c.read(signed); err != nil || point.Size != seq {
				v.found(BadCheckpoint, seq, "the checkpoint over %d records: %v", seq, orSize(err, point))
			} else if err := c.compare(point); err != nil {
				return false, err
			}
			return v.report.First == nil, nil
		})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.found(Corrupt, 0, "reading checkpoints: %v", err)
	}
	return nil
}

// orSize says what is wrong with a checkpoint.
func orSize(err error, c proof.Checkpoint) error {
	if err == nil {
		err = fmt.Errorf("it is over %d", c.Size)
	}
	return err
}

// anchored compares the checkpoints that were kept outside with the tree. An anchor
// that cannot be read is no finding about the ledger: nothing was verified.
func (v *verifier) anchored(ctx context.Context) error {
	if v.opts.Anchored == nil {
		return nil
	}
	if v.opts.Key == nil {
		return fmt.Errorf("%w: whose checkpoints it holds takes a key to tell", ErrAnchor)
	}
	c := comparison{verifier: v, which: "checkpoint that was anchored"}
	n := 0
	for signed, err := range v.opts.Anchored {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n++
		point, err := c.read(signed)
		if err != nil {
			v.found(BadCheckpoint, 0, "checkpoint %d of the anchor: %v", n, err)
		} else if err := c.compare(point); err != nil {
			return err
		}
		if v.report.First != nil {
			return nil
		}
		v.report.Anchored = max(v.report.Anchored, point.Size)
	}
	if n == 0 {
		return fmt.Errorf("%w: it holds no checkpoint", ErrAnchor)
	}
	return nil
}

// comparison compares a sequence of checkpoints with the tree.
type comparison struct {
	*verifier
	which string
	good  uint64 // records of the last one that fits
}

func (c *comparison) read(signed []byte) (proof.Checkpoint, error) {
	if c.opts.Key == nil {
		return proof.Peek(signed)
	}
	return c.opts.Key.Open(signed)
}

// compare finds a ledger that ends before a checkpoint, and one whose records are
// others: these begin after the last checkpoint that fits.
func (c *comparison) compare(point proof.Checkpoint) error {
	if point.Size > c.tail.seq {
		c.found(RolledBack, c.tail.seq+1, "the %s is over %d records, the ledger ends at %d", c.which, point.Size, c.tail.seq)
		return nil
	}
	root, err := tlog.TreeHash(int64(point.Size), storedHashes{c.db})
	switch {
	case err != nil:
		return err
	case root == point.Root:
		c.good = max(c.good, point.Size)
	case c.good+1 == point.Size:
		c.found(Forged, point.Size, "the ledger is whole, and this is not the record of the %s", c.which)
	default:
		c.found(Forged, 0, "the ledger is whole, and among its records %d to %d are others than those of the %s", min(c.good, point.Size-1)+1, point.Size, c.which)
	}
	return nil
}
