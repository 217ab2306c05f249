package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Times of the fetch loop.
const (
	// fetchWait is how long the broker holds a request for commands when there are none.
	fetchWait = 3 * time.Second
	// fetchHeartbeat is how often it says meanwhile that it is there. Silence for twice
	// as long ends the request with an error.
	fetchHeartbeat = time.Second
	// readyWithin is how long ago the inbox may have answered.
	readyWithin = fetchWait + 3*fetchHeartbeat
	// lookupTimeout bounds looking up the consumer: a server that is just coming up may
	// lose the question.
	lookupTimeout = time.Second
	// maxFetchPause is the longest pause after a failure.
	maxFetchPause = 5 * time.Second
)

// inboxConsumer is how workers share the inbox. The broker delivers for as long as it
// takes: giving up is the workers' decision, with an event.
func (w *Worker) inboxConsumer() jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: consumerName, Description: "all workers", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: w.settings.AckWait, MaxDeliver: -1, MaxAckPending: maxAckPending,
	}
}

// maxAckPending bounds the commands that all workers have in hand together.
const maxAckPending = 8192

// fetchLoop fetches commands and hands them to the pool until ctx ends. It asks for
// batches itself: a consumer with callbacks can lose the wake-up for its next request
// when connected in process, and stand still.
func (w *Worker) fetchLoop(ctx context.Context, p *pool) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = 100*time.Millisecond, maxFetchPause
	log := w.settings.Logger
	var consumer jetstream.Consumer
	failing := false
	changed := w.js.Conn().StatusChanged(nats.CONNECTED, nats.RECONNECTING)
	defer w.js.Conn().RemoveStatusListener(changed)
	for ctx.Err() == nil {
		err := w.fetch(ctx, p, &consumer, changed)
		switch {
		case err == nil:
			if failing {
				log.Info("the inbox can be read again")
			}
			failing = false
			pause.Reset()
			continue
		case ctx.Err() != nil:
			return
		case !failing:
			log.Error("the inbox can't be read, trying again", "error", err)
		}
		failing = true
		consumer = nil // it may be gone
		select {
		case <-time.After(pause.NextBackOff()):
		case <-changed: // perhaps it is back
		case <-ctx.Done():
		}
	}
}

// errLost ends a fetch whose connection is gone: no answer will come.
var errLost = errors.New("the connection is lost")

// untilLost returns a context that also ends, with [errLost] as its cause, when the
// status of the connection changes.
func untilLost(ctx context.Context, changed <-chan nats.Status) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-changed:
			cancel(errLost)
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-stopped
	}
}

// fetch asks for one batch and hands it on. A nil consumer is looked up, or made.
func (w *Worker) fetch(ctx context.Context, p *pool, consumer *jetstream.Consumer, changed <-chan nats.Status) error {
	if *consumer == nil {
		c, err := w.openConsumer(ctx)
		if err != nil {
			return err
		}
		*consumer = c
	}
	if err := p.room(ctx, w.settings.Batch); err != nil {
		return err
	}
	ctx, stop := untilLost(ctx, changed)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	batch, err := (*consumer).Fetch(w.settings.Batch, jetstream.FetchContext(ctx), jetstream.FetchHeartbeat(fetchHeartbeat))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		w.answered()
		d, err := newDelivery(m)
		if err != nil {
			return err
		}
		p.add(d)
	}
	switch err := batch.Error(); {
	case errors.Is(context.Cause(ctx), errLost):
		return errLost
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return err
	}
	w.answered()
	return nil
}

func (w *Worker) answered() { w.lastPull.Store(time.Now().UnixNano()) }

// openConsumer looks up the consumer, and makes it when it is missing. One that was
// made with another AckWait is an operator's choice, which workers keep to.
func (w *Worker) openConsumer(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	consumer, err := w.js.Consumer(ctx, Inbox, consumerName)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		consumer, err = w.js.CreateConsumer(ctx, Inbox, w.inboxConsumer())
	}
	if err != nil {
		return nil, fmt.Errorf("consumer %s of stream %s: %w", consumerName, Inbox, err)
	}
	live := consumer.CachedInfo().Config
	wait := live.AckWait
	if len(live.BackOff) > 0 { // which takes AckWait's place
		wait = slices.Min(live.BackOff)
	}
	if wait != w.settings.AckWait {
		w.settings.Logger.Warn("the consumer waits for acknowledgements otherwise than configured", "consumer", consumerName, "ack_wait", wait, "configured", w.settings.AckWait)
	}
	w.ackWait.Store(int64(wait))
	return consumer, nil
}
