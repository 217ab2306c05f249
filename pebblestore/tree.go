package pebblestore

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/mod/sumdb/tlog"
)

// maxLevels is how many levels a tree of 2^63 records has.
const maxLevels = 64

// frontier is the right edge of a Merkle tree while it grows: the roots of the
// complete subtrees that its size is made of, by level. With it a record is added,
// or a root computed, without reading the store.
type frontier struct {
	size  uint64
	nodes [maxLevels]tlog.Hash
}

// add adds a leaf, appends to dst the hashes that it completes (its own, then one a
// level up for each subtree that is now full) and returns dst. These are what
// [tlog.StoredHashesForRecordHash] would give.
func (f *frontier) add(dst []byte, leaf tlog.Hash) []byte {
	level := 0
	dst = append(dst, leaf[:]...)
	for ; f.size>>level&1 == 1; level++ {
		leaf = tlog.NodeHash(f.nodes[level], leaf)
		dst = append(dst, leaf[:]...)
	}
	f.nodes[level] = leaf
	f.size++
	return dst
}

// addSubtree adds the leaves of another tree, which is either a whole subtree at a
// level where this one has room or the last part of the tree. It returns the hashes
// that this completes above the other tree's own.
func (f *frontier) addSubtree(other *frontier) (above []byte) {
	level := bits.TrailingZeros64(other.size)
	if other.size != 1<<level {
		for l, node := range other.nodes {
			if other.size>>l&1 == 1 {
				f.nodes[l] = node
			}
		}
		f.size += other.size
		return nil
	}
	node := other.nodes[level]
	for ; f.size>>level&1 == 1; level++ {
		node = tlog.NodeHash(f.nodes[level], node)
		above = append(above, node[:]...)
	}
	f.nodes[level] = node
	f.size += other.size
	return above
}

// root is the root of the tree; of an empty one, the SHA-256 of nothing.
func (f *frontier) root() Hash {
	var root tlog.Hash
	if f.size == 0 {
		root, _ = tlog.TreeHash(0, nil) // reads nothing and cannot fail
		return Hash(root)
	}
	level := bits.TrailingZeros64(f.size)
	root = f.nodes[level]
	for level++; f.size>>level != 0; level++ {
		if f.size>>level&1 == 1 {
			root = tlog.NodeHash(f.nodes[level], root)
		}
	}
	return Hash(root)
}

// completedLevels is how many hashes the record at a place (from 1 on) completes.
func completedLevels(seq uint64) int { return bits.TrailingZeros64(seq) + 1 }

// storedHashes reads single hashes of the tree from the store, as package tlog asks
// for them. A subtree's hash stands with the last record below it, at its level.
type storedHashes struct{ db pebble.Reader }

// ReadHashes implements [tlog.HashReader].
func (s storedHashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		level, n := tlog.SplitStoredHashIndex(index)
		h, err := s.node(level, uint64(n))
		if err != nil {
			return nil, err
		}
		out[i] = h
	}
	return out, nil
}

func (s storedHashes) node(level int, n uint64) (h tlog.Hash, err error) {
	seq := (n + 1) << level // the last record below the node
	value, closer, err := s.db.Get(treeKey(seq))
	if errors.Is(err, pebble.ErrNotFound) {
		return h, fmt.Errorf("%w: the tree's hashes of record %d are missing", ErrCorrupt, seq)
	}
	if err != nil {
		return h, storageError("reading the tree", err)
	}
	if len(value) != completedLevels(seq)*tlog.HashSize {
		return h, errors.Join(fmt.Errorf("%w: record %d has %d bytes of hashes", ErrCorrupt, seq, len(value)), closer.Close())
	}
	copy(h[:], value[level*tlog.HashSize:])
	return h, closer.Close()
}

// frontierAt reads the right edge of the tree over the first size records.
func (s storedHashes) frontierAt(size uint64) (f frontier, err error) {
	f.size = size
	for level := range maxLevels {
		if size>>level&1 == 0 {
			continue
		}
		// The complete subtree of this level ends where the lower bits begin.
		n := size>>level - 1
		if f.nodes[level], err = s.node(level, n); err != nil {
			return frontier{}, err
		}
	}
	return f, nil
}
