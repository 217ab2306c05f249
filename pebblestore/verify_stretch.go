package pebblestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/mod/sumdb/tlog"
)

// stretchLevel is the level of the subtree that a stretch is: stretches begin where such
// a subtree does, so that each can be hashed without its neighbours.
const stretchLevel = 12

// stretchRecords is how many records a goroutine verifies at a time.
const stretchRecords = 1 << stretchLevel

// stretch is what verifying some records on their own gives.
type stretch struct {
	first   uint64 // place of its first record
	records uint64 // good ones, from first on
	bytes   int64

	// What the first and the last record continue and are continued by; firstStream is
	// 0 when the first record could not be read.
	firstPrev, lastChain    Hash
	firstStream, lastStream uint64
	tree                    frontier // over these records alone
	above                   []byte   // the last record's hashes above a whole stretch
	index                   indexSum

	misfit  *misfit  // the record after the good ones is not the one that belongs there
	finding *Finding // or something else is wrong with it
}

// misfit is a place that holds no record, or a sound one that belongs elsewhere: what
// that means takes a look at the rest of the ledger.
type misfit struct {
	seq       uint64 // the place
	streamSeq uint64 // of the record that is there; 0 when there is none
	want      uint64 // of the record that belongs there
}

func (s *stretch) found(kind Kind, format string, args ...any) {
	if s.finding == nil {
		s.finding = &Finding{Kind: kind, Seq: s.first + s.records, Detail: fmt.Sprintf(format, args...)}
	}
}

// readFailed tells damage of the store from a check that was called off.
func (s *stretch) readFailed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.found(Corrupt, "%v", err)
	}
	return nil
}

// verifyStretch verifies the records first to last. Its error says that the check was
// called off; what is wrong is in the stretch.
func (v *verifier) verifyStretch(ctx context.Context, first, last uint64) (s stretch, err error) {
	s.first = first
	defer func() {
		// A damaged table is a finding, whatever it does to who reads it.
		if p := recover(); p != nil {
			s.found(Corrupt, "reading it: %v", p)
		}
	}()
	records, err := v.db.NewIterWithContext(ctx, &pebble.IterOptions{LowerBound: recordKey(first), UpperBound: recordKey(last + 1)})
	if err != nil {
		return s, s.readFailed(ctx, err)
	}
	defer func() { err = errors.Join(err, s.readFailed(ctx, records.Close())) }()
	hashes, err := v.db.NewIterWithContext(ctx, &pebble.IterOptions{LowerBound: treeKey(first), UpperBound: treeKey(last + 1)})
	if err != nil {
		return s, s.readFailed(ctx, err)
	}
	defer func() { err = errors.Join(err, s.readFailed(ctx, hashes.Close())) }()
	c := stretchChecker{stretch: &s, stored: records, hashes: hashes}
	for seq := first; seq <= last && s.finding == nil && s.misfit == nil; seq++ {
		if ctx.Err() != nil {
			return s, ctx.Err()
		}
		c.check(seq)
	}
	return s, nil
}

type stretchChecker struct {
	*stretch
	stored, hashes *pebble.Iterator
	key, node      []byte // reused
}

// check verifies the record at seq: that it is there, is itself, follows the one
// before, and that the tree has its hashes.
func (c *stretchChecker) check(seq uint64) {
	value, there := c.next(c.stored, seq)
	if c.finding != nil {
		return
	}
	if !there {
		c.misfit = &misfit{seq: seq, want: c.lastStream + 1}
		return
	}
	e, err := decodeRecord(value)
	if err != nil {
		c.found(Changed, "%v", err)
		return
	}
	entry := entryOf(e.Record)
	if entry.chain(e.Prev) != e.Chain {
		c.found(Changed, "its hash is not that of its bytes")
		return
	}
	if c.records == 0 {
		c.firstPrev, c.firstStream = e.Prev, e.Sequence
	} else if e.Prev != c.lastChain || e.Sequence != c.lastStream+1 {
		c.misfit = &misfit{seq: seq, streamSeq: e.Sequence, want: c.lastStream + 1}
		return
	}
	if !c.checkTree(seq, entry.leaf()) {
		return
	}
	eachIndexKey(&c.key, seq, e.Record, func(key []byte) bool { c.index.add(key); return true })
	c.lastStream, c.lastChain = e.Sequence, e.Chain
	c.bytes += int64(len(value))
	c.records++
}

// checkTree compares the hashes that the record completes with the stored ones.
// Those above a whole stretch are left to who has the stretches before.
func (c *stretchChecker) checkTree(seq uint64, leaf tlog.Hash) bool {
	value, there := c.next(c.hashes, seq)
	if c.finding != nil {
		return false
	}
	if !there || len(value) != completedLevels(seq)*tlog.HashSize {
		c.found(BadTree, "the tree's hashes beside it are missing or cut off")
		return false
	}
	if !bytes.Equal(value[:tlog.HashSize], leaf[:]) {
		c.found(Forged, "it fits the chain, but the tree holds another record at this place")
		return false
	}
	c.node = c.tree.add(c.node[:0], leaf)
	if !bytes.HasPrefix(value, c.node) {
		c.found(BadTree, "a hash of the tree beside it is not that of the records below")
		return false
	}
	c.above = append(c.above, value[len(c.node):]...)
	return true
}

// next steps to the place seq and reads its value; false when nothing is there.
func (c *stretchChecker) next(it *pebble.Iterator, seq uint64) ([]byte, bool) {
	step := it.Next
	if seq == c.first {
		step = it.First
	}
	if !step() {
		if err := it.Error(); err != nil {
			c.found(Corrupt, "%v", err)
		}
		return nil, false
	}
	if at, ok := keySeq(it.Key()); !ok || at != seq {
		return nil, false
	}
	value, err := it.ValueAndErr()
	if err != nil {
		c.found(Corrupt, "%v", err)
		return nil, false
	}
	return value, true
}
