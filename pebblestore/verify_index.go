package pebblestore

import (
	"context"
	"hash/maphash"

	"github.com/cockroachdb/pebble/v2"
)

// indexSeed is drawn anew in every process, so that nobody can prepare index keys whose
// sum comes out right.
var indexSeed = maphash.MakeSeed()

// indexSum is a sum over a set of index keys that does not depend on their order:
// records give their keys in one order, the store holds them in another.
type indexSum struct{ count, sum uint64 }

func (s *indexSum) add(key []byte) {
	s.count++
	s.sum += maphash.Bytes(indexSeed, key)
}

func (s *indexSum) merge(other indexSum) {
	s.count += other.count
	s.sum += other.sum
}

// indexes compares all index keys with those that the records ask for. Only when the
// sums differ is it worth looking for the key.
func (v *verifier) indexes(ctx context.Context) error {
	var stored indexSum
	err := v.scan(ctx, indexBounds(), func(it *pebble.Iterator) (bool, error) {
		stored.add(it.Key())
		return true, nil
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.found(Corrupt, 0, "reading the indexes: %v", err)
		return nil
	}
	if stored == v.tail.index {
		return nil
	}
	if err := v.findUnindexed(ctx); err != nil || v.report.First != nil {
		return err
	}
	return v.findMisindexed(ctx)
}

func indexBounds() *pebble.IterOptions {
	return &pebble.IterOptions{LowerBound: []byte(indexPrefix), UpperBound: afterPrefix([]byte(indexPrefix))}
}

// findUnindexed looks for the first record that an index misses.
func (v *verifier) findUnindexed(ctx context.Context) error {
	var buf []byte
	for e, err := range v.Records(ctx, 1, v.tail.seq) {
		if err != nil {
			return err
		}
		eachIndexKey(&buf, e.Seq, e.Record, func(key []byte) bool {
			_, closer, err := v.db.Get(key)
			if err != nil {
				v.found(BadIndex, e.Seq, "the index has no entry %q for it", key)
				return false
			}
			return closer.Close() == nil
		})
		if v.report.First != nil {
			return nil
		}
	}
	return nil
}

// findMisindexed looks for the first index entry that its record does not ask for.
func (v *verifier) findMisindexed(ctx context.Context) error {
	var buf []byte
	return v.scan(ctx, indexBounds(), func(it *pebble.Iterator) (bool, error) {
		seq, ok := keySeq(it.Key())
		if !ok {
			v.found(BadIndex, 0, "an index entry %q", it.Key())
			return false, nil
		}
		asked := false
		if e, err := v.Get(seq); err == nil {
			eachIndexKey(&buf, seq, e.Record, func(key []byte) bool {
				asked = string(key) == string(it.Key())
				return !asked
			})
		}
		if !asked {
			v.found(BadIndex, seq, "the index has the entry %q, which it does not ask for", it.Key())
		}
		return asked, nil
	})
}
