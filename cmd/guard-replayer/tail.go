package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

type tailCmd struct {
	ledgerFlags
	signFlags
	command.Connection
	Once bool `help:"End when the ledger holds what the log holds now."`
}

// Run follows the log until it is told to stop, or has caught up.
func (f *tailCmd) Run(ctx context.Context, std command.Stdio, g *grammar) (err error) {
	log := g.Logger(std)
	ledger, err := pebblestore.Open(f.Ledger, pebblestore.Options{Logger: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close()) }()
	c, err := f.Open(ctx, "guard-replayer", log)
	if err != nil {
		return command.Stopped(ctx, err)
	}
	defer c.NATS.Close()
	events, err := command.OpenLog(ctx, c, log)
	if err != nil {
		return command.Stopped(ctx, err)
	}
	defer events.Close()
	sign, closeAnchor, err := f.options(f.Ledger, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAnchor()) }()
	options := replay.FollowOptions{Logger: log, Appended: func(h pebblestore.Head) { log.Debug("appended", "head", h) }}
	if f.Once {
		head, err := events.Head(ctx)
		if err != nil {
			return err
		}
		if options.Until = head.Last; head.Last == 0 {
			return writeHead(std, ledger)
		}
	}
	log.Info("following the log", "ledger", f.Ledger, "records", ledger.Head().Seq)
	if err := replay.FollowSigned(ctx, replay.FromLog(events), ledger, options, sign); err != nil {
		if errors.Is(err, pebblestore.ErrOtherLedger) {
			return command.Found(err)
		}
		return command.Stopped(ctx, err)
	}
	return writeHead(std, ledger)
}

type headCmd struct{ ledgerFlags }

// Run prints the head.
func (f *headCmd) Run(std command.Stdio, g *grammar) (err error) {
	ledger, err := pebblestore.Open(f.Ledger, pebblestore.Options{ReadOnly: true, Logger: g.Logger(std)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close()) }()
	return writeHead(std, ledger)
}

func writeHead(std command.Stdio, l *pebblestore.Ledger) error {
	_, err := fmt.Fprintln(std.Out, l.Head())
	return err
}
