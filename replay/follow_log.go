package replay

import (
	"context"
	"errors"
	"fmt"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/pebblestore"
)

// FromLog is the guard's log as a [Source].
func FromLog(log *jetstream.Log) Source { return logSource{log} }

type logSource struct{ log *jetstream.Log }

func (s logSource) Stream(ctx context.Context) (pebblestore.Stream, error) {
	head, err := s.log.Head(ctx)
	if err != nil {
		return pebblestore.Stream{}, err
	}
	return pebblestore.Stream{Name: jetstream.Events, Created: head.Created, FirstSeq: head.First, LastSeq: head.Last}, nil
}

func (s logSource) Get(ctx context.Context, sequence uint64) (events.Record, error) {
	return s.log.Get(ctx, sequence)
}

func (s logSource) Tail(ctx context.Context, from uint64, yield func(events.Record) error) error {
	err := s.log.Tail(ctx, jetstream.Range{From: from, Follow: true}, yield)
	if errors.Is(err, jetstream.ErrGap) {
		return fmt.Errorf("%w: %w", ErrSourceGap, err)
	}
	return err
}
