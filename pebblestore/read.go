package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/cockroachdb/pebble/v2"
)

// Reader reads a ledger: [Ledger] reads it as it is at the moment, [Snapshot] as it was.
type Reader struct {
	db     pebble.Reader
	usable func() error // why nothing can be read, or nil
}

// value reads one value whole; nil when the key is not there.
func (r *Reader) value(key string) ([]byte, error) {
	value, closer, err := r.db.Get([]byte(key))
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, storageError("reading "+key, err)
	}
	value = append([]byte{}, value...)
	return value, closer.Close()
}

// storedHead reads the head as it is stored; the zero Head of an empty ledger.
func (r *Reader) storedHead() (Head, error) {
	value, err := r.value(headKey)
	if err != nil || value == nil {
		return Head{}, err
	}
	return decodeHead(value)
}

// Get returns the record at a place. Its error wraps [ErrNotFound] when there is none.
func (r *Reader) Get(seq uint64) (Entry, error) {
	if err := r.usable(); err != nil {
		return Entry{}, err
	}
	value, closer, err := r.db.Get(recordKey(seq))
	if errors.Is(err, pebble.ErrNotFound) {
		return Entry{}, fmt.Errorf("%w: record %d", ErrNotFound, seq)
	}
	if err != nil {
		return Entry{}, storageError(fmt.Sprintf("reading record %d", seq), err)
	}
	e, err := ownedRecord(seq, value)
	return e, errors.Join(err, closer.Close())
}

// ownedRecord decodes a record and copies it out of Pebble's memory.
func ownedRecord(seq uint64, value []byte) (Entry, error) {
	e, err := decodeRecord(value)
	if err != nil {
		return Entry{}, fmt.Errorf("%w: record %d: %w", ErrCorrupt, seq, err)
	}
	e.Seq = seq
	e.Payload = append([]byte{}, e.Payload...)
	return e, nil
}

// Records ranges over the records from place from to place to, both included, in
// order; to 0 means up to the end. An error ends the range.
func (r *Reader) Records(ctx context.Context, from, to uint64) iter.Seq2[Entry, error] {
	bounds := &pebble.IterOptions{LowerBound: recordKey(from), UpperBound: afterPrefix([]byte(recordPrefix))}
	if to != 0 {
		bounds.UpperBound = recordKey(to + 1)
	}
	return ranging(func(yield func(Entry) bool) error {
		return r.scan(ctx, bounds, func(it *pebble.Iterator) (bool, error) {
			seq, ok := keySeq(it.Key())
			if !ok {
				return false, fmt.Errorf("%w: a record's key of %d bytes", ErrCorrupt, len(it.Key()))
			}
			e, err := recordUnder(it, seq)
			return err == nil && yield(e), err
		})
	})
}

// ranging makes an iterator of a function that yields values and may fail: the error
// comes last, and never after the loop was left.
func ranging[T any](run func(yield func(T) bool) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		left := false
		err := run(func(v T) bool {
			left = !yield(v, nil)
			return !left
		})
		if err != nil && !left {
			var none T
			yield(none, err)
		}
	}
}

// recordUnder reads the record that an iterator stands at.
func recordUnder(it *pebble.Iterator, seq uint64) (Entry, error) {
	value, err := it.ValueAndErr()
	if err != nil {
		return Entry{}, storageError(fmt.Sprintf("reading record %d", seq), err)
	}
	return ownedRecord(seq, value)
}

// scan calls fn at every key within bounds until it returns false or an error.
func (r *Reader) scan(ctx context.Context, bounds *pebble.IterOptions, fn func(*pebble.Iterator) (bool, error)) (err error) {
	if err := r.usable(); err != nil {
		return err
	}
	it, err := r.db.NewIterWithContext(ctx, bounds)
	if err != nil {
		return storageError("reading", err)
	}
	more := true
	for valid := it.First(); valid && more && err == nil; valid = it.Next() {
		if err = ctx.Err(); err == nil {
			more, err = fn(it)
		}
	}
	if closed := it.Close(); err == nil {
		err = storageError("reading", closed)
	}
	return err
}

// isEmpty reports whether the store holds nothing at all.
func (r *Reader) isEmpty() (bool, error) {
	it, err := r.db.NewIter(nil)
	if err != nil {
		return false, storageError("reading", err)
	}
	empty := !it.First()
	return empty, storageError("reading", it.Close())
}
