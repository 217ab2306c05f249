package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/installation"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/examples/catalogs"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/embedded"
	"github.com/guardstream/guardstream/worker"
)

// ackWait is how long the killed worker's command waits for another one: short, as
// somebody watches.
const ackWait = time.Second

// patience bounds each thing that is waited for.
const patience = 30 * time.Second

// Settings say how the demo is played.
type Settings struct {
	Dir    string // for the data; "" for one that is removed at the end
	Listen string // where the killed worker, and other programs, connect
	Serve  bool   // stay up when all is played
	Out    io.Writer
	Logger *slog.Logger
	// Victim starts a process that runs [Victim] with the server's context file: the
	// worker that is going to be killed.
	Victim func(contextFile string) (*Process, error)
}

// Play plays everything. It returns an error when something came out otherwise than it
// has to.
func Play(ctx context.Context, s Settings) (err error) {
	began := time.Now()
	if s.Dir == "" {
		dir, err := os.MkdirTemp("", "guard-demo-")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		s.Dir = dir
	} else if held, err := os.ReadDir(s.Dir); err == nil && len(held) > 0 {
		return fmt.Errorf("%w: %s", ErrUsed, s.Dir)
	}
	guards, err := Guards()
	if err != nil {
		return err
	}
	i, shutdown, err := installation.Start(ctx, installation.Settings{
		Dir: s.Dir, Server: embedded.Config{Listen: s.Listen}, Guards: guards, Logger: s.Logger,
		Worker: worker.Settings{Inbox: jetstream.WorkerSettings{AckWait: ackWait}},
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shutdown()) }()
	p := &play{Settings: s, installation: i, guards: guards}
	defer func() { err = errors.Join(err, p.endServices()) }()
	if err := p.all(ctx); err != nil {
		return err
	}
	p.say("\nPlayed %d proposals in %s; everything came out as it should.\n", p.played, time.Since(began).Round(10*time.Millisecond))
	if !s.Serve {
		return nil
	}
	p.say("\nStill up at %s; end with Ctrl-C. For example:\n  nats --context %s sub 'guard.answers.>'\n  guard tail --context %[2]s\n", i.Server.URL(), i.Server.ContextFile())
	select {
	case <-ctx.Done():
		return nil
	case err := <-p.failed:
		return err
	}
}

// Guards are the demo's guards: a catalog for each of two tenants.
func Guards() (*worker.Guards, error) {
	guards := &worker.Guards{}
	for _, c := range []struct {
		tenant, file string
		data         []byte
	}{{bank, "payments.yaml", catalogs.Payments}, {shop, "support.yaml", catalogs.Support}} {
		declared, err := catalog.Read(c.file, c.data)
		if err != nil {
			return nil, err
		}
		guard, err := core.New(declared)
		if err != nil {
			return nil, err
		}
		if err := guards.Add(c.tenant, guard); err != nil {
			return nil, err
		}
	}
	return guards, nil
}

var (
	// ErrUsed is returned for a directory that holds something: calls that were made
	// before would be repeats.
	ErrUsed = errors.New("the demo needs an empty directory; 'guard up' goes on with one that is used")
	// ErrOtherwise is returned when something came out otherwise than it has to.
	ErrOtherwise = errors.New("the demo came out otherwise than it has to")
)

func otherwise(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrOtherwise, fmt.Sprintf(format, args...))
}
