package pebblestore

import (
	"context"

	"golang.org/x/mod/sumdb/tlog"
)

// ends looks for records and tree hashes beyond the head.
func (v *verifier) ends(ctx context.Context) error {
	for _, family := range []string{recordPrefix, treePrefix} {
		it, err := v.iterator(ctx, family)
		if err != nil {
			return err
		}
		if it.SeekGE(appendKey(nil, family, v.tail.seq+1)) {
			seq, _ := keySeq(it.Key())
			kind := Inserted
			if family == treePrefix {
				kind = BadTree
			}
			v.found(kind, seq, "it stands after the head, which names %d records", v.tail.seq)
		}
		if err := it.Close(); err != nil {
			v.found(Corrupt, 0, "%v", err)
		}
	}
	return nil
}

// head compares the stored head with what the records come to.
func (v *verifier) head(context.Context) error {
	h := v.report.Head
	switch {
	case h.Seq == 0 && (h.StreamSeq != 0 || !h.Chain.IsZero()):
		v.found(BadHead, 0, "the head of an empty ledger is not empty")
	case h.Seq == 0:
	case h.Chain != v.tail.chain || h.Root != v.tail.tree.root():
		v.found(Forged, 0, "the chain or the tree over %d records is not the one that the head names", h.Seq)
	case h.StreamSeq != v.tail.streamSeq:
		v.found(BadHead, 0, "the head names stream sequence %d, the last record is of %d", h.StreamSeq, v.tail.streamSeq)
	}
	return nil
}

// expected compares with the heads that were noted beside the store and kept outside.
func (v *verifier) expected(context.Context) error {
	if v.opts.Expect != nil {
		if err := v.expect(*v.opts.Expect, "expected head"); err != nil || v.report.First != nil {
			return err
		}
	}
	return v.expect(v.noted, "head that was noted beside it")
}

func (v *verifier) expect(want Head, which string) error {
	if want.Seq == 0 {
		return nil
	}
	if want.Seq > v.tail.seq {
		v.found(RolledBack, v.tail.seq+1, "%s %d, the ledger ends at %d", which, want.Seq, v.tail.seq)
		return nil
	}
	root, err := tlog.TreeHash(int64(want.Seq), storedHashes{v.db})
	if err != nil {
		return err
	}
	last, err := v.Get(want.Seq)
	if err != nil {
		return err
	}
	if Hash(root) != want.Root || last.Chain != want.Chain || last.Sequence != want.StreamSeq {
		v.found(Forged, 0, "the ledger is whole, and its first %d records are not those of the %s", want.Seq, which)
	}
	return nil
}
