package pebblestore

import (
	"context"
	"fmt"
	"iter"

	"github.com/cockroachdb/pebble/v2"

	"github.com/guardstream/guardstream/events"
)

// Session ranges over the records of a session, in order.
func (r *Reader) Session(ctx context.Context, s events.Session) iter.Seq2[Entry, error] {
	return r.postings(ctx, sessionTerms(s))
}

// Proposal ranges over the records about a proposal of a session, in order. Ids are
// only unique within a session; with the zero Session it ranges over the records of
// every session that knows the id, by session.
func (r *Reader) Proposal(ctx context.Context, s events.Session, id string) iter.Seq2[Entry, error] {
	if s == (events.Session{}) {
		return r.postings(ctx, appendTerms(nil, proposalPrefix, indexTerm(id)))
	}
	return r.postings(ctx, appendTerms(nil, proposalPrefix, indexTerm(id), s.Tenant, s.Name))
}

// Tool ranges over the decisions on calls of a tool, in order.
func (r *Reader) Tool(ctx context.Context, name string) iter.Seq2[Entry, error] {
	return r.postings(ctx, appendTerms(nil, toolPrefix, indexTerm(name)))
}

// Outcome ranges over the decisions with an outcome, in order.
func (r *Reader) Outcome(ctx context.Context, outcome string) iter.Seq2[Entry, error] {
	return r.postings(ctx, appendTerms(nil, outcomePrefix, indexTerm(outcome)))
}

// postings ranges over the records that index keys with this prefix point at.
func (r *Reader) postings(ctx context.Context, prefix []byte) iter.Seq2[Entry, error] {
	return ranging(func(yield func(Entry) bool) error {
		// One iterator for all records: those of a session are close to each other, and
		// seeking forward a little is much cheaper than reading each anew.
		records, err := r.iterator(ctx, recordPrefix)
		if err != nil {
			return err
		}
		bounds := &pebble.IterOptions{LowerBound: prefix, UpperBound: afterPrefix(prefix)}
		err = r.scan(ctx, bounds, func(it *pebble.Iterator) (bool, error) {
			seq, ok := keySeq(it.Key())
			if !ok {
				return false, fmt.Errorf("%w: an index key of %d bytes", ErrCorrupt, len(it.Key()))
			}
			e, err := seekRecord(records, seq)
			return err == nil && yield(e), err
		})
		if closed := records.Close(); err == nil {
			err = storageError("reading records", closed)
		}
		return err
	})
}

// iterator returns an iterator over all keys of a family.
func (r *Reader) iterator(ctx context.Context, family string) (*pebble.Iterator, error) {
	if err := r.usable(); err != nil {
		return nil, err
	}
	it, err := r.db.NewIterWithContext(ctx, &pebble.IterOptions{
		LowerBound: []byte(family), UpperBound: afterPrefix([]byte(family)),
	})
	return it, storageError("reading", err)
}

func seekRecord(records *pebble.Iterator, seq uint64) (Entry, error) {
	key := recordKey(seq)
	if records.SeekGE(key) && string(records.Key()) == string(key) {
		return recordUnder(records, seq)
	}
	if err := records.Error(); err != nil {
		return Entry{}, storageError(fmt.Sprintf("reading record %d", seq), err)
	}
	return Entry{}, fmt.Errorf("%w: record %d, which an index names, is missing", ErrCorrupt, seq)
}

// Sessions ranges over the sessions that have records, by tenant and name.
func (r *Reader) Sessions(ctx context.Context) iter.Seq2[events.Session, error] {
	return ranging(func(yield func(events.Session) bool) error {
		it, err := r.iterator(ctx, sessionPrefix)
		if err != nil {
			return err
		}
		for valid := it.First(); valid && err == nil; {
			s, ok := sessionOfKey(it.Key())
			switch {
			case !ok:
				err = fmt.Errorf("%w: a session's index key %q", ErrCorrupt, it.Key())
			case ctx.Err() != nil:
				err = ctx.Err()
			case !yield(s):
				valid = false
			default:
				valid = it.SeekGE(afterPrefix(sessionTerms(s)))
			}
		}
		if closed := it.Close(); err == nil {
			err = storageError("reading sessions", closed)
		}
		return err
	})
}
