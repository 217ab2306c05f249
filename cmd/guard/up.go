package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/installation"
	"github.com/guardstream/guardstream/jetstream/embedded"
	"github.com/guardstream/guardstream/worker"
)

type upCmd struct {
	command.Deciding
	command.Streams
	Data   string        `help:"Directory of the server's data and of the ledger." default:"data" env:"GUARD_DATA" placeholder:"DIR" group:"server"`
	Listen string        `help:"Where other programs connect; \"none\" for nowhere." default:"127.0.0.1:4222" env:"GUARD_LISTEN" placeholder:"HOST:PORT" group:"server"`
	Sync   time.Duration `help:"Sync the store so often, instead of before every acknowledgement: some 25 times as fast, and a power cut loses acknowledged events of that time." env:"GUARD_SYNC" group:"server"`
}

// Run runs until it is told to stop.
func (f *upCmd) Run(ctx context.Context, std command.Stdio, g *grammar) (err error) {
	if _, _, err := net.SplitHostPort(f.Listen); err != nil && f.Listen != embedded.NoListen {
		return command.Usage(fmt.Errorf("--listen: %w", err))
	}
	log := g.Logger(std)
	guards, err := worker.ReadGuards(f.Catalog)
	if err != nil {
		return err
	}
	i, shutdown, err := installation.Start(ctx, installation.Settings{
		Dir: f.Data, Server: embedded.Config{Listen: f.Listen, SyncInterval: f.Sync}, Guards: guards, Logger: log,
		Worker: worker.Settings{Streams: f.StreamSettings(), Log: f.LogSettings(), Inbox: f.InboxSettings()},
	})
	if err != nil {
		return command.Stopped(ctx, err)
	}
	defer func() { err = errors.Join(err, shutdown()) }()
	if err := f.greet(std, i); err != nil {
		return err
	}
	return i.Run(ctx)
}

// greet says how to connect.
func (f *upCmd) greet(std command.Stdio, i *installation.Installation) error {
	if i.Server.URL() == "" {
		_, err := fmt.Fprintf(std.Out, "guard is up, data in %s, nobody can connect from outside\n", f.Data)
		return err
	}
	_, err := fmt.Fprintf(std.Out, `guard is up
  server   %s
  ledger   %s, %d records
  connect  nats --context %s sub 'guard.answers.>'
           guard tail --context %[4]s
           export NATS_CONTEXT=%[5]s   # for the nats command, clients and the guard's commands
`, i.Server.URL(), filepath.Join(f.Data, "ledger"), i.Ledger.Head().Seq, i.Server.ContextFile(), absolute(i.Server.ContextFile()))
	return err
}

func absolute(path string) string {
	if dir, err := os.Getwd(); err == nil && !filepath.IsAbs(path) {
		return filepath.Join(dir, path)
	}
	return path
}
