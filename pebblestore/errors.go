package pebblestore

import (
	"errors"
	"fmt"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

var (
	// ErrLocked is returned by [Open] when the ledger is open already, here or in
	// another process.
	ErrLocked = errors.New("the ledger is open elsewhere")
	// ErrNotFound is returned for a ledger or a record that does not exist.
	ErrNotFound = errors.New("not found")
	// ErrSchema is returned by [Open] for a store that another version of this
	// package wrote, or that is no ledger at all.
	ErrSchema = errors.New("not a ledger that this version can read")
	// ErrCorrupt is returned when stored bytes are not those that were written:
	// [Ledger.Verify] names the first bad record and the kind of damage.
	ErrCorrupt = errors.New("the ledger is damaged")
	// ErrStorage is returned when the disk refuses: full, read-only, failing. The
	// cause is wrapped.
	ErrStorage = errors.New("storage error")
	// ErrStalled is wrapped by ErrStorage's error when a write did not come back
	// within [Options.CommitTimeout], as it happens when background work cannot
	// write and makes writers wait.
	ErrStalled = errors.New("a write did not come back in time")
	// ErrClosed is returned for anything asked of a closed ledger.
	ErrClosed = errors.New("the ledger is closed")
	// ErrReadOnly is returned for writes to a ledger that was opened to be read.
	ErrReadOnly = errors.New("the ledger is open for reading only")

	// ErrGap is returned by [Ledger.Append] when stream sequences are missing
	// between the last record and the next.
	ErrGap = errors.New("records are missing")
	// ErrRepeated is returned by [Ledger.Append] for a stream sequence that the
	// ledger holds already.
	ErrRepeated = errors.New("the record is in the ledger already")

	// ErrOtherStream is returned by [Ledger.Attach] when the ledger belongs to
	// another stream than the one that is there now.
	ErrOtherStream = errors.New("the ledger belongs to another stream")
	// ErrStreamBehind is returned by [Ledger.Attach] when the stream ends before the
	// ledger does: it was restored from an old copy, or lost acknowledged events.
	ErrStreamBehind = errors.New("the stream is behind the ledger")
	// ErrStreamTrimmed is returned by [Ledger.Attach] when the stream begins after
	// the record that the ledger needs next.
	ErrStreamTrimmed = errors.New("the stream no longer holds what the ledger needs next")
	// ErrForked is returned by [Ledger.CheckLast] when stream and ledger hold
	// different events under one sequence.
	ErrForked = errors.New("the stream and the ledger have forked")

	// ErrNotCovered is returned where a ledger ends before a checkpoint, or has no
	// checkpoint that reaches as far as is asked.
	ErrNotCovered = errors.New("not covered")
	// ErrOtherLedger is returned where a checkpoint is not of this ledger: it was signed
	// for other records, or by another key.
	ErrOtherLedger = errors.New("the checkpoint is of another ledger")
	// ErrAnchor is returned for an anchor file that cannot be read or written.
	ErrAnchor = errors.New("the anchor cannot be used")
	// ErrKeyFile is returned for a key file that cannot be read or written.
	ErrKeyFile = errors.New("the key of checkpoints cannot be used")
)

// SequenceError says which stream sequence was expected and which one came. It
// wraps [ErrGap] or [ErrRepeated].
type SequenceError struct{ Want, Got uint64 }

// Error names the missing or repeated sequences.
func (e *SequenceError) Error() string {
	if e.Got > e.Want {
		return fmt.Sprintf("%v: stream sequences %d to %d (got %d)", ErrGap, e.Want, e.Got-1, e.Got)
	}
	return fmt.Sprintf("%v: stream sequence %d (the next is %d)", ErrRepeated, e.Got, e.Want)
}

// Unwrap returns the sentinel.
func (e *SequenceError) Unwrap() error {
	if e.Got > e.Want {
		return ErrGap
	}
	return ErrRepeated
}

// StreamError says why a ledger must not follow a stream. It wraps
// [ErrOtherStream], [ErrStreamBehind] or [ErrStreamTrimmed].
type StreamError struct {
	Err    error
	Known  Stream // what the ledger has recorded; LastSeq is its own last stream sequence
	Stream Stream // what is there now
}

// Error names both sides and, where there is one, the gap.
func (e *StreamError) Error() string {
	switch {
	case errors.Is(e.Err, ErrStreamBehind):
		return fmt.Sprintf("%v: stream %s ends at sequence %d, the ledger at %d: sequences %d to %d are only in the ledger",
			e.Err, e.Stream.Name, e.Stream.LastSeq, e.Known.LastSeq, e.Stream.LastSeq+1, e.Known.LastSeq)
	case errors.Is(e.Err, ErrStreamTrimmed):
		return fmt.Sprintf("%v: stream %s begins at sequence %d, the next record is %d: sequences %d to %d are gone",
			e.Err, e.Stream.Name, e.Stream.FirstSeq, e.Known.LastSeq+1, e.Known.LastSeq+1, e.Stream.FirstSeq-1)
	default:
		return fmt.Sprintf("%v: it follows %s, not %s", e.Err, e.Known, e.Stream)
	}
}

// Unwrap returns the sentinel.
func (e *StreamError) Unwrap() error { return e.Err }

// String names a stream with the time it was created, which tells a stream from a
// later one of the same name.
func (s Stream) String() string {
	return fmt.Sprintf("%s (created %s)", s.Name, s.Created.UTC().Format(time.RFC3339Nano))
}

// storageError puts an error of Pebble under one of our sentinels.
func storageError(doing string, err error) error {
	if err == nil {
		return nil
	}
	sentinel := ErrStorage
	if pebble.IsCorruptionError(err) {
		sentinel = ErrCorrupt
	}
	return fmt.Errorf("%w: %s: %w", sentinel, doing, err)
}
