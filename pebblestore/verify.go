package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/mod/sumdb/tlog"
	"golang.org/x/sync/errgroup"
)

// VerifyOptions of [Ledger.Verify]. The zero value checks the ledger against itself.
type VerifyOptions struct {
	// Expect is a head that was kept outside: the ledger has to hold exactly these
	// records, and may hold more. Without it, nobody can tell a ledger from one that
	// was cut off or written anew by somebody with access to the disk.
	Expect *Head
	// Workers is how many goroutines read and hash; 0 is one a processor.
	Workers int
	// Progress, when set, is called after every few thousand records.
	Progress func(Progress)
}

// Verify reads everything: the checksums of all files, every record's hash, the
// chain, every hash of the tree, the head, the indexes, and the expected head. What
// is wrong is in the report; the error says that it could not be verified at all.
// The ledger may be appended to meanwhile: it is verified as it was at the start.
func (l *Ledger) Verify(ctx context.Context, opts VerifyOptions) (Report, error) {
	if err := l.alive(); err != nil {
		return Report{}, err
	}
	start := time.Now()
	snapshot := l.store.NewSnapshot()
	v := verifier{
		reader: reader{db: snapshot, alive: l.alive},
		opts:   opts,
		noted:  l.noted,
		start:  start,
	}
	if v.opts.Workers <= 0 {
		v.opts.Workers = runtime.GOMAXPROCS(0)
	}
	err := v.run(ctx, l)
	v.report.Elapsed = time.Since(start)
	return v.report, errors.Join(err, storageError("closing a snapshot", snapshot.Close()))
}

// VerifyDir opens the ledger in dir to read it, verifies it and closes it. Damage
// that keeps it from being opened at all is a finding as well.
func VerifyDir(ctx context.Context, dir string, open Options, opts VerifyOptions) (Report, error) {
	open.ReadOnly = true
	l, err := Open(dir, open)
	if errors.Is(err, ErrCorrupt) {
		return Report{First: &Finding{Kind: Corrupt, Detail: err.Error()}}, nil
	}
	if err != nil {
		return Report{}, err
	}
	report, err := l.Verify(ctx, opts)
	return report, errors.Join(err, l.Close())
}

type verifier struct {
	reader
	opts   VerifyOptions
	noted  Head // by the head file
	start  time.Time
	report Report
	tail   tail
}

// tail is where the records verified so far end.
type tail struct {
	seq, streamSeq uint64
	chain          Hash
	tree           frontier
	index          indexSum
}

// run verifies records and files. Where both are damaged the record is told: it says
// more.
func (v *verifier) run(ctx context.Context, l *Ledger) error {
	head, err := v.storedHead()
	switch {
	case errors.Is(err, ErrCorrupt):
		v.found(BadHead, 0, "%v", err)
		return nil
	case err != nil:
		return err
	}
	v.report.Head = head
	var files *Finding
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		files, err = l.checkFiles(ctx)
		return err
	})
	group.Go(func() error { return v.logical(ctx) })
	if err := group.Wait(); err != nil {
		return err
	}
	if v.report.First == nil {
		v.report.First = files
	}
	return nil
}

// logical verifies what the store says, as opposed to the files it is kept in.
func (v *verifier) logical(ctx context.Context) error {
	for _, step := range []func(context.Context) error{v.records, v.ends, v.head, v.indexes, v.expected} {
		if err := step(ctx); err != nil || v.report.First != nil {
			return err
		}
	}
	return nil
}

// found notes the first thing that is wrong.
func (v *verifier) found(kind Kind, seq uint64, format string, args ...any) {
	if v.report.First == nil {
		v.report.First = &Finding{Kind: kind, Seq: seq, Detail: fmt.Sprintf(format, args...)}
	}
}

// records verifies all records up to the head: stretches in parallel, put together in
// order.
func (v *verifier) records(ctx context.Context) error {
	total := v.report.Head.Seq
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(v.opts.Workers + 1) // the workers, and who hands out the stretches
	results := make(chan chan stretch, v.opts.Workers)
	stop := make(chan struct{})
	group.Go(func() error {
		defer close(results)
		for first := uint64(1); first <= total; first += stretchRecords {
			result := make(chan stretch, 1)
			select {
			case results <- result:
			case <-stop:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
			group.Go(func() error {
				s, err := v.verifyStretch(ctx, first, min(first+stretchRecords-1, total))
				if err == nil {
					result <- s
				}
				return err
			})
		}
		return nil
	})
	v.join(ctx, results, total)
	close(stop)
	return group.Wait()
}

// join puts stretches together until one is bad or missing.
func (v *verifier) join(ctx context.Context, results <-chan chan stretch, total uint64) {
	for result := range results {
		select {
		case s := <-result:
			if !v.append(ctx, s) {
				return
			}
			if v.opts.Progress != nil {
				v.opts.Progress(Progress{Done: v.tail.seq, Total: total, Elapsed: time.Since(v.start)})
			}
		case <-ctx.Done():
			return
		}
	}
}

// append checks that a stretch goes on where the last one ended, and that the tree's
// hashes that reach beyond it are right. It reports whether all is well.
func (v *verifier) append(ctx context.Context, s stretch) bool {
	switch {
	case s.firstStream != 0 && (s.firstPrev != v.tail.chain || s.firstStream != v.tail.streamSeq+1):
		v.misplaced(ctx, misfit{seq: s.first, streamSeq: s.firstStream, want: v.tail.streamSeq + 1})
	case s.misfit != nil && s.records == 0:
		v.misplaced(ctx, misfit{seq: s.first, want: v.tail.streamSeq + 1}) // it could not know what to expect
	case s.misfit != nil:
		v.misplaced(ctx, *s.misfit)
	case s.finding != nil:
		v.report.First = s.finding
	}
	v.report.Records += s.records
	v.report.Bytes += s.bytes
	if v.report.First != nil {
		return false
	}
	v.tail.seq = s.first + s.records - 1
	v.tail.streamSeq, v.tail.chain = s.lastStream, s.lastChain
	v.tail.index.merge(s.index)
	if above := v.tail.tree.addSubtree(&s.tree); string(above) != string(s.above) {
		v.found(BadTree, v.tail.seq, "a hash of the tree above record %d is not that of the records", v.tail.seq)
	}
	return v.report.First == nil
}

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
