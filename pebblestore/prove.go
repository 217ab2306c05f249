package pebblestore

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/proof"
)

// Claim is what a proof is to show.
type Claim struct {
	Seq     uint64 // that this record is in the ledger; 0 for none
	Earlier []byte // that the ledger of this signed checkpoint was the beginning of it; nil for none
	// Checkpoint is signed, and what the proof leads to; nil is the ledger's last one.
	Checkpoint []byte
}

// Prove makes a proof. Its error wraps [ErrNotCovered] when the checkpoint does not reach
// the record or the ledger does not reach the checkpoint, and [ErrOtherLedger] when a
// checkpoint is of other records. Signatures are passed on as they are: who verifies the
// proof verifies them.
func (r *Reader) Prove(claim Claim) (proof.Proof, error) {
	p := proof.Proof{Format: proof.Format}
	signed := claim.Checkpoint
	if signed == nil {
		var err error
		if signed, err = r.LastCheckpoint(); err != nil {
			return p, err
		}
	}
	c, err := r.held(signed)
	if err != nil {
		return p, err
	}
	p.Checkpoint = string(signed)
	if claim.Seq != 0 {
		if err := r.proveRecord(&p, claim.Seq, c); err != nil {
			return p, err
		}
	}
	if claim.Earlier != nil {
		earlier, err := r.held(claim.Earlier)
		if err != nil {
			return p, fmt.Errorf("the earlier checkpoint: %w", err)
		}
		if earlier.Size == 0 || earlier.Size > c.Size {
			return p, fmt.Errorf("%w: a checkpoint over %d records is not before the one over %d", ErrNotCovered, earlier.Size, c.Size)
		}
		p.Earlier = string(claim.Earlier)
		if p.Consistency, err = tlog.ProveTree(int64(c.Size), int64(earlier.Size), storedHashes{r.db}); err != nil {
			return p, err
		}
	}
	return p, nil
}

// held reads a signed checkpoint, which has to be one of this ledger's.
func (r *Reader) held(signed []byte) (proof.Checkpoint, error) {
	c, err := proof.Peek(signed)
	if err == nil {
		err = r.Holds(c)
	}
	return c, err
}

func (r *Reader) proveRecord(p *proof.Proof, seq uint64, c proof.Checkpoint) error {
	e, err := r.Get(seq)
	if err != nil {
		return err
	}
	if seq > c.Size {
		return fmt.Errorf("%w: record %d is younger than the checkpoint over %d records", ErrNotCovered, seq, c.Size)
	}
	p.Record = &proof.Record{Seq: seq, StreamSeq: e.Sequence, Stored: e.Stored, Subject: e.Subject, Payload: e.Payload}
	if p.Inclusion, err = tlog.ProveRecord(int64(c.Size), int64(seq-1), storedHashes{r.db}); err != nil {
		return err
	}
	// A record that was changed since would make a proof of nothing.
	entry := entryOf(e.Record)
	if err := tlog.CheckRecord(p.Inclusion, int64(c.Size), c.Root, int64(seq-1), entry.leaf()); err != nil {
		return fmt.Errorf("%w: record %d is not the one in the tree", ErrCorrupt, seq)
	}
	return nil
}
