package jetstream

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
)

// Defaults of [WorkerSettings].
const (
	// DefaultAckWait is how long the broker waits for a sign of life before it gives a
	// command to another worker. Work that takes longer sends such signs.
	DefaultAckWait = 5 * time.Second
	// DefaultMaxTries is how often a command is tried before it is given up.
	DefaultMaxTries = 5
	// DefaultDecideTimeout bounds all the work on one command.
	DefaultDecideTimeout = time.Minute
	// DefaultDrainTimeout bounds how long a stopping worker finishes what it has begun.
	DefaultDrainTimeout = 20 * time.Second
	// DefaultHandlersPerCPU is how many commands are worked on at once for each CPU: most
	// of their time they wait for the disk.
	DefaultHandlersPerCPU = 16
	// DefaultRetryPause is how long a command that could not be handled waits for its next
	// try, times the number of tries so far.
	DefaultRetryPause = time.Second
	// DefaultBatch is how many commands are fetched at once.
	DefaultBatch = 256
)

// consumerName is the durable consumer that all workers share.
const consumerName = "workers"

// WorkerSettings tune a [Worker]. A zero field means its default.
type WorkerSettings struct {
	Limits        events.Limits // of commands
	AckWait       time.Duration
	MaxTries      int // at least 3
	DecideTimeout time.Duration
	DrainTimeout  time.Duration
	RetryPause    time.Duration
	Handlers      int
	Batch         int
	Logger        *slog.Logger
}

func (s WorkerSettings) withDefaults() WorkerSettings {
	if s.AckWait == 0 {
		s.AckWait = DefaultAckWait
	}
	if s.MaxTries == 0 {
		s.MaxTries = DefaultMaxTries
	}
	s.MaxTries = max(s.MaxTries, unrecordedTries+1)
	if s.DecideTimeout == 0 {
		s.DecideTimeout = DefaultDecideTimeout
	}
	if s.DrainTimeout == 0 {
		s.DrainTimeout = DefaultDrainTimeout
	}
	if s.RetryPause == 0 {
		s.RetryPause = DefaultRetryPause
	}
	if s.Handlers == 0 {
		s.Handlers = DefaultHandlersPerCPU * runtime.GOMAXPROCS(0)
	}
	if s.Batch == 0 {
		s.Batch = DefaultBatch
	}
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	return s
}

// Worker turns commands into events: the only writer of the log. Any number of them may
// run against one server, in one process or many.
type Worker struct {
	js       jetstream.JetStream
	log      *Log
	decide   Decide
	settings WorkerSettings
	lastPull atomic.Int64 // when the inbox last answered, in Unix nanoseconds; 0 before
	ackWait  atomic.Int64 // of the consumer, in nanoseconds
}

// NewWorker returns a worker for a log; [Worker.Run] makes it work.
func NewWorker(js jetstream.JetStream, log *Log, decide Decide, settings WorkerSettings) *Worker {
	w := &Worker{js: js, log: log, decide: decide, settings: settings.withDefaults()}
	w.ackWait.Store(int64(w.settings.AckWait))
	return w
}

// Run works until ctx ends. Then it fetches no more, finishes what it has begun, and
// returns nil. Nothing that happens to the broker ends it: it says so, and tries again.
func (w *Worker) Run(ctx context.Context) error {
	stopStatus, err := serveStatus(w.js.Conn(), w.log, w.settings.Logger)
	if err != nil {
		return fmt.Errorf("status service: %w", err)
	}
	defer stopStatus()

	// Handlers outlive ctx by the drain time: what was begun is finished.
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	pool := newPool(w.settings.Handlers, 2*w.settings.Batch, func(d *delivery) { w.handle(work, d) })
	var keeper sync.WaitGroup
	keeper.Go(func() { w.keepAlive(work, pool) })

	w.fetchLoop(ctx, pool)

	drain, stop := context.WithTimeout(work, w.settings.DrainTimeout)
	defer stop()
	if pool.drain(drain) != nil {
		w.settings.Logger.Warn("stopping before all commands were finished; they will be delivered again")
	}
	cancel()
	pool.close()
	keeper.Wait()
	return nil
}

// keepAlive tells the broker about every command in hand that it is being worked on.
func (w *Worker) keepAlive(ctx context.Context, p *pool) {
	for {
		select {
		case <-time.After(time.Duration(w.ackWait.Load()) / 3):
			// A sign that is lost costs a delivery too many, which is answered from the log.
			p.each(func(d *delivery) { _ = d.message.InProgress() })
		case <-ctx.Done():
			return
		}
	}
}

// Ready returns nil while the inbox can be read, so that a worker which is connected,
// and gets nothing, is not taken for a healthy one.
func (w *Worker) Ready() error {
	last := w.lastPull.Load()
	if last == 0 {
		return fmt.Errorf("%w: it was not read yet", ErrNotReady)
	}
	if silent := time.Since(time.Unix(0, last)); silent > readyWithin {
		return fmt.Errorf("%w: no answer for %s", ErrNotReady, silent.Round(time.Second))
	}
	return nil
}
