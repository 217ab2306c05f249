package pebblestore

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

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
