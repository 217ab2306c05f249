package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/guardstream/guardstream/proof"
)

// VerifyOptions of [Ledger.Verify]. The zero value checks the ledger against itself.
type VerifyOptions struct {
	// Expect is a head that was kept outside: the ledger has to hold exactly these
	// records, and may hold more. Without it, nobody can tell a ledger from one that
	// was cut off or written anew by somebody with access to the disk.
	Expect *Head
	// Key, when set, has to have signed every checkpoint in the ledger and every
	// anchored one.
	Key *proof.Verifier
	// Anchored are signed checkpoints that were kept outside, oldest first, as
	// [ReadAnchor] reads them; they need a Key. The ledger has to hold exactly the
	// records of each, and may hold more. They are read after the records were: while a
	// ledger is appended to, a list that grows meanwhile would be ahead of it.
	Anchored iter.Seq2[[]byte, error]
	// Workers is how many goroutines read and hash; 0 is one a processor.
	Workers int
	// Progress, when set, is called after every few thousand records.
	Progress func(Progress)
}

// Verify reads everything: the checksums of all files, every record's hash, the
// chain, every hash of the tree, the head, the indexes, the checkpoints, and what was
// kept outside. What is wrong is in the report; the error says that it could not be
// verified at all.
// The ledger may be appended to meanwhile: it is verified as it was at the start.
func (l *Ledger) Verify(ctx context.Context, opts VerifyOptions) (Report, error) {
	if err := l.alive(); err != nil {
		return Report{}, err
	}
	start := time.Now()
	snapshot := l.store.NewSnapshot()
	v := verifier{
		Reader: Reader{db: snapshot, usable: l.alive},
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
	Reader
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
	for _, step := range []func(context.Context) error{v.records, v.ends, v.head, v.indexes, v.checkpoints, v.anchored, v.expected} {
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
