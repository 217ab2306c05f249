package proof

import "errors"

var (
	// ErrCheckpoint is returned for what is no checkpoint, or is not signed by the key
	// that was asked for.
	ErrCheckpoint = errors.New("not a checkpoint of this key")
	// ErrKey is returned for a key that cannot be read.
	ErrKey = errors.New("not a key of checkpoints")
	// ErrMalformed is returned by [Parse] for what is no proof.
	ErrMalformed = errors.New("not a proof")
	// ErrNotProven is returned by [Proof.Verify] when the hashes of a proof do not lead
	// where they have to: something in it is not what is in the ledger.
	ErrNotProven = errors.New("not proven")
)
