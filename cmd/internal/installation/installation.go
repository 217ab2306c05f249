// Package installation runs everything in one process: an embedded server, a worker,
// the review queue and the ledger. It is the services' own code over a connection
// through memory; other workers, reviewers and agents may connect from outside.
//
// Invariants:
//   - What was acknowledged is on the disk, as the embedded server has it.
//   - It ends in the order in which nothing is lost: the worker finishes what it has
//     begun, the ledger closes, then the server.
package installation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	natsjs "github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/embedded"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
	"github.com/guardstream/guardstream/review"
	"github.com/guardstream/guardstream/worker"
)

// Directories of the data.
const (
	serverDir = "server"
	ledgerDir = "ledger"
)

// Settings say what an installation is made of.
type Settings struct {
	Dir    string          // holds the server's data and the ledger
	Server embedded.Config // its Dir is that of the installation
	Guards *worker.Guards
	Worker worker.Settings
	Logger *slog.Logger
}

// Installation is a running server and an open ledger, with the means to work on them.
type Installation struct {
	Server     *embedded.Server
	Connection *connect.Connection
	Log        *jetstream.Log
	Ledger     *pebblestore.Ledger

	settings Settings
	closers  []func() error
}

// Start starts the server, makes its streams, and opens the ledger. shutdown ends it,
// when the services have returned.
func Start(ctx context.Context, s Settings) (i *Installation, shutdown func() error, err error) {
	i = &Installation{settings: s}
	if err := i.start(ctx); err != nil {
		return nil, nil, errors.Join(err, i.close())
	}
	return i, i.close, nil
}

func (i *Installation) start(ctx context.Context) error {
	s := &i.settings
	s.Server.Dir, s.Server.Logger = filepath.Join(s.Dir, serverDir), s.Logger
	server, stop, err := embedded.Start(ctx, s.Server)
	if err != nil {
		return err
	}
	i.Server = server
	i.closing(func() error { stop(); return nil })

	nc, err := server.Connect(connect.Options("guard", s.Logger)...)
	if err != nil {
		return fmt.Errorf("connecting to the embedded server: %w", err)
	}
	i.closing(func() error { nc.Close(); return nil })
	js, err := natsjs.New(nc)
	if err != nil {
		return fmt.Errorf("connecting to the embedded server: %w", err)
	}
	i.Connection = &connect.Connection{NATS: nc, JetStream: js}
	if err := jetstream.Ensure(ctx, i.Connection.JetStream, jetstream.Streams(s.Worker.Streams), s.Logger); err != nil {
		return err
	}
	if i.Log, err = jetstream.OpenLog(ctx, i.Connection.JetStream, jetstream.LogSettings{Logger: s.Logger}); err != nil {
		return err
	}
	i.closing(func() error { i.Log.Close(); return nil })
	if i.Ledger, err = pebblestore.Open(filepath.Join(s.Dir, ledgerDir), pebblestore.Options{Logger: s.Logger}); err != nil {
		return err
	}
	i.closing(i.Ledger.Close)
	return nil
}

func (i *Installation) closing(fn func() error) { i.closers = append(i.closers, fn) }

// close ends in the opposite order of the start.
func (i *Installation) close() error {
	var err error
	for len(i.closers) > 0 {
		last := len(i.closers) - 1
		err = errors.Join(err, i.closers[last]())
		i.closers = i.closers[:last]
	}
	return err
}

// Run runs all services until ctx ends, or one of them can't go on.
func (i *Installation) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return i.Work(ctx) })
	group.Go(func() error { return i.Follow(ctx) })
	group.Go(func() error { i.Review(ctx); return nil })
	return group.Wait()
}

// ended drops the error that only says that it was time to end.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Work runs a worker until ctx ends.
func (i *Installation) Work(ctx context.Context) error {
	settings := i.settings.Worker
	settings.Logger = i.settings.Logger
	w, shutdown, err := worker.New(ctx, i.Connection, i.settings.Guards, settings)
	if err != nil {
		return ended(ctx, err)
	}
	defer shutdown()
	return w.Run(ctx)
}

// Review logs what begins to wait for a person, and what was answered, until ctx ends.
// An event that it can't read ends it, and nothing else: those who decide say so too.
func (i *Installation) Review(ctx context.Context) {
	log := i.settings.Logger
	err := review.Watch(ctx, i.Log, func(c *review.Case) {
		if c.Open() {
			log.Info("a call waits for a person", "proposal", c.ProposalID, "tenant", c.Tenant, "session", c.Session, "tool", c.Decision.Tool, "complaints", len(c.Complaints))
			return
		}
		log.Info("a call was answered", "proposal", c.ProposalID, "resolution", c.Resolution.Resolution, "reviewer", c.Resolution.Reviewer)
	})
	if ended(ctx, err) != nil {
		log.Error("the review queue can't be followed any more", "error", err)
	}
}

// Follow copies the log into the ledger until ctx ends.
func (i *Installation) Follow(ctx context.Context) error {
	return ended(ctx, replay.Follow(ctx, replay.FromLog(i.Log), i.Ledger, replay.FollowOptions{Logger: i.settings.Logger}))
}
