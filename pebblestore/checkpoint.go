package pebblestore

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/proof"
)

// Checkpoint signs what the ledger holds now and keeps that in the ledger, under its
// size. Appending goes on meanwhile. The checkpoints of a ledger are a sequence: when
// the last one does not fit the records it returns an error that wraps
// [ErrOtherLedger] or [ErrNotCovered], and signs nothing. An empty ledger has no
// checkpoint: [ErrNotFound].
func (l *Ledger) Checkpoint(key *proof.Signer) (signed []byte, err error) {
	l.signing.Lock()
	defer l.signing.Unlock()
	if err := l.alive(); err != nil {
		return nil, err
	}
	head := l.Head()
	if head.Seq == 0 {
		return nil, fmt.Errorf("%w: a checkpoint of an empty ledger", ErrNotFound)
	}
	last, err := l.LastCheckpoint()
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return nil, err
	default:
		c, err := proof.Peek(last)
		if err != nil {
			return nil, fmt.Errorf("%w: the last checkpoint: %w", ErrCorrupt, err)
		}
		if err := l.Holds(c); err != nil {
			return nil, err
		}
	}
	if signed, err = key.Sign(head.Seq, tlog.Hash(head.Root)); err != nil {
		return nil, err
	}
	if bytes.Equal(signed, last) {
		return signed, nil
	}
	err = l.write(func() error { return l.store.Set(signedKey(head.Seq), signed, pebble.Sync) })
	return signed, err
}

// Holds returns nil when the first records of the ledger are those of a checkpoint. Its
// error wraps [ErrNotCovered] when the ledger ends before it, and [ErrOtherLedger] when
// these are other records. Whether the checkpoint is signed is another question.
func (r *Reader) Holds(c proof.Checkpoint) error {
	if err := r.usable(); err != nil {
		return err
	}
	head, err := r.storedHead()
	if err != nil {
		return err
	}
	if c.Size > head.Seq {
		return fmt.Errorf("%w: the ledger ends at record %d, the checkpoint is over %d", ErrNotCovered, head.Seq, c.Size)
	}
	root, err := tlog.TreeHash(int64(c.Size), storedHashes{r.db})
	if err != nil {
		return err
	}
	if root != c.Root {
		return fmt.Errorf("%w: its first %d records are others", ErrOtherLedger, c.Size)
	}
	return nil
}

// LastCheckpoint is the signed checkpoint over the most records that the ledger keeps;
// [ErrNotFound] when it keeps none.
func (r *Reader) LastCheckpoint() (signed []byte, err error) {
	if err := r.usable(); err != nil {
		return nil, err
	}
	it, err := r.db.NewIter(&pebble.IterOptions{LowerBound: []byte(signedPrefix), UpperBound: afterPrefix([]byte(signedPrefix))})
	if err != nil {
		return nil, storageError("reading checkpoints", err)
	}
	if it.Last() {
		signed, err = it.ValueAndErr()
		signed = bytes.Clone(signed)
	} else if err = it.Error(); err == nil {
		err = closing(it, fmt.Errorf("%w: a checkpoint", ErrNotFound))
		return nil, err
	}
	if closed := it.Close(); err == nil {
		err = closed
	}
	return signed, storageError("reading checkpoints", err)
}
