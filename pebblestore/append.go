package pebblestore

import (
	"context"
	"fmt"
	"io"

	"github.com/cockroachdb/pebble/v2"

	"github.com/guardstream/guardstream/events"
)

// indexRoom is about what a record costs beside its own bytes: keys, hashes, indexes.
const indexRoom = 512

// Append adds records, which must follow the last one without a gap, in one batch:
// all of them or none. When it returns without an error they are on disk. It returns
// the head that it made.
//
// A record out of order is refused with a [*SequenceError]. After an error that
// wraps [ErrStorage] the records may or may not be found when the ledger is opened
// again. A context that ends while the disk writes does not make the outcome
// unknown: Append waits for the disk.
func (l *Ledger) Append(ctx context.Context, records []events.Record) (Head, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return l.head, err
	}
	if len(records) == 0 {
		return l.head, nil
	}
	size := 0
	for _, r := range records {
		size += len(r.Payload) + indexRoom
	}
	if err := l.alive(); err != nil {
		return l.head, err
	}
	next := builder{head: l.head, tree: l.tree, batch: l.store.NewBatchWithSize(size)}
	for _, r := range records {
		if err := next.add(r); err != nil {
			return l.head, closing(next.batch, err)
		}
	}
	next.head.Root = next.tree.root()
	if err := next.set([]byte(headKey), next.head.encode()); err != nil {
		return l.head, closing(next.batch, err)
	}
	commit := func() error {
		if err := next.batch.Commit(pebble.Sync); err != nil {
			return err
		}
		return l.note.write(next.head)
	}
	if err := l.write(commit); err != nil {
		return l.head, err // after a failure the batch belongs to Pebble
	}
	l.head, l.tree = next.head, next.tree
	return l.head, next.batch.Close()
}

func closing(c io.Closer, err error) error {
	if closed := c.Close(); closed != nil {
		return fmt.Errorf("%w (and closing: %w)", err, closed)
	}
	return err
}

// builder collects the batch of an append, and the head and tree after it.
type builder struct {
	head  Head
	tree  frontier
	batch *pebble.Batch
	key   []byte // reused
	value []byte // reused
}

func (b *builder) add(r events.Record) error {
	if want := b.head.StreamSeq + 1; r.Sequence != want {
		return &SequenceError{Want: want, Got: r.Sequence}
	}
	entry := entryOf(r)
	prev := b.head.Chain
	b.head.Seq++
	b.head.StreamSeq = r.Sequence
	b.head.Chain = entry.chain(prev)

	b.key = appendKey(b.key[:0], recordPrefix, b.head.Seq)
	b.value = appendRecord(b.value[:0], r, prev, b.head.Chain)
	if err := b.set(b.key, b.value); err != nil {
		return err
	}
	b.key = appendKey(b.key[:0], treePrefix, b.head.Seq)
	b.value = b.tree.add(b.value[:0], entry.leaf())
	if err := b.set(b.key, b.value); err != nil {
		return err
	}
	var err error
	eachIndexKey(&b.key, b.head.Seq, r, func(key []byte) bool {
		err = b.set(key, nil)
		return err == nil
	})
	return err
}

func (b *builder) set(key, value []byte) error {
	return storageError("building a batch", b.batch.Set(key, value, nil))
}
