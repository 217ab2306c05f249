package pebblestore

import (
	"fmt"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/go-json-experiment/json"

	"github.com/guardstream/guardstream/events"
)

// Stream says which stream a ledger follows and what it holds.
type Stream struct {
	Name    string    `json:"name"`
	Created time.Time `json:"created"` // tells a stream from a later one of its name
	// FirstSeq and LastSeq are the sequences of its first and last messages; an empty
	// stream has a LastSeq of 0, or a FirstSeq after it.
	FirstSeq uint64 `json:"-"`
	LastSeq  uint64 `json:"-"`
}

// Attach binds a new ledger to a stream, and checks that an older one may go on with
// it: that it is the stream it was bound to, that it does not end before the ledger
// does, and that it still holds the record that comes next. Else the error is a
// [*StreamError].
func (l *Ledger) Attach(s Stream) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.alive(); err != nil {
		return err
	}
	bound, err := l.value(streamKey)
	if err != nil {
		return err
	}
	if bound != nil {
		if err := checkIdentity(bound, s); err != nil {
			return err
		}
	}
	known := s
	known.LastSeq = l.head.StreamSeq
	switch {
	case s.LastSeq < known.LastSeq:
		return &StreamError{Err: ErrStreamBehind, Known: known, Stream: s}
	case s.LastSeq > known.LastSeq && s.FirstSeq > known.LastSeq+1:
		return &StreamError{Err: ErrStreamTrimmed, Known: known, Stream: s}
	case bound == nil:
		return l.bind(s)
	default:
		return nil
	}
}

func (l *Ledger) bind(s Stream) error {
	value, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("recording the stream: %w", err)
	}
	return l.write(func() error { return l.store.Set([]byte(streamKey), value, pebble.Sync) })
}

func checkIdentity(bound []byte, s Stream) error {
	var known Stream
	if err := json.Unmarshal(bound, &known); err != nil {
		return fmt.Errorf("%w: the recorded stream: %w", ErrCorrupt, err)
	}
	if known.Name != s.Name || !known.Created.Equal(s.Created) {
		return &StreamError{Err: ErrOtherStream, Known: known, Stream: s}
	}
	return nil
}

// CheckLast compares the ledger's last record with the one that the stream holds
// under the same sequence. A stream that was restored from an older copy and went on
// differs there: the error then wraps [ErrForked].
func (l *Ledger) CheckLast(r events.Record) error {
	last, err := l.Get(l.Head().Seq)
	if err != nil {
		return err
	}
	if r.Sequence != last.Sequence {
		return &SequenceError{Want: last.Sequence, Got: r.Sequence}
	}
	if r.Hash() != last.Hash() || !r.Stored.Equal(last.Stored) {
		return fmt.Errorf("%w: sequence %d is %s in the stream and %s in the ledger", ErrForked, r.Sequence, r.Hash(), last.Hash())
	}
	return nil
}
