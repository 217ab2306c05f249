package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/nats-io/nats.go"

	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
)

// Pauses between attempts to prepare a server.
const (
	minPause = 250 * time.Millisecond
	maxPause = 5 * time.Second
)

// Settings tune a [Worker]. The zero value of every field means its default.
type Settings struct {
	Streams jetstream.StreamSettings
	Log     jetstream.LogSettings
	Inbox   jetstream.WorkerSettings
	Logger  *slog.Logger
}

// Worker is the service that decides.
type Worker struct {
	inbox  *jetstream.Worker
	logger *slog.Logger
	guards *Guards
}

// New prepares a server for a worker: it creates the streams that are missing, refuses
// those that would lose data ([jetstream.ErrDangerous]), and stores the catalogs. A
// server that does not answer is waited for until ctx ends. shutdown lets go of what
// the worker has loaded, after [Worker.Run] has returned.
func New(ctx context.Context, c *connect.Connection, guards *Guards, s Settings) (w *Worker, shutdown func(), err error) {
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	s.Log.Logger, s.Inbox.Logger = s.Logger, s.Logger
	log, err := prepare(ctx, c, guards, s)
	if err != nil {
		return nil, nil, err
	}
	return &Worker{inbox: jetstream.NewWorker(c.JetStream, log, guards.Decide, s.Inbox), logger: s.Logger, guards: guards}, log.Close, nil
}

func prepare(ctx context.Context, c *connect.Connection, guards *Guards, s Settings) (*jetstream.Log, error) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = minPause, maxPause
	return backoff.Retry(ctx, func() (*jetstream.Log, error) {
		err := jetstream.Ensure(ctx, c.JetStream, jetstream.Streams(s.Streams), s.Logger)
		if err == nil {
			err = storeCatalogs(ctx, c.JetStream, guards.All())
		}
		var log *jetstream.Log
		if err == nil {
			log, err = jetstream.OpenLog(ctx, c.JetStream, s.Log)
		}
		if permanent(err) {
			err = backoff.Permanent(err)
		}
		return log, err
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(0), backoff.WithNotify(func(err error, wait time.Duration) {
		s.Logger.Warn("the server is not ready, trying again", "error", err, "in", wait.Round(time.Millisecond))
	}))
}

// permanent reports whether another attempt would fail the same way.
func permanent(err error) bool {
	return errors.Is(err, jetstream.ErrDangerous) || errors.Is(err, jetstream.ErrServerTooOld) ||
		errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrConnectionClosed)
}

// Run decides until ctx ends, then finishes what it has begun and returns nil.
func (w *Worker) Run(ctx context.Context) error {
	for _, g := range w.guards.All() {
		w.logger.Info("deciding", "catalog", g.Catalog().Name, "fingerprint", g.Fingerprint(), "tools", len(g.Catalog().Tools))
	}
	err := w.inbox.Run(ctx)
	w.logger.Info("stopped deciding")
	return err
}

// Ready returns nil while the inbox can be read.
func (w *Worker) Ready() error { return w.inbox.Ready() }
