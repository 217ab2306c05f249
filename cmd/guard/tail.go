package main

import (
	"context"
	"errors"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
)

type tailCmd struct {
	command.Asking
	command.Scope
	From   uint64 `help:"First event, by its place in the log." default:"1"`
	Follow bool   `help:"Wait for new events." default:"true" negatable:""`
	JSON   bool   `name:"json" help:"Write JSON: a line an event, its payload exactly as it is stored."`
}

// Run shows events.
func (f *tailCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.WithLog(ctx, "guard", func(ctx context.Context, _ *connect.Connection, log *jetstream.Log) error {
		r := f.Range()
		r.From, r.Follow = f.From, f.Follow
		write := show.Event
		if f.JSON {
			write = show.EventJSON
		}
		err := log.Tail(ctx, r, func(record events.Record) error { return write(std.Out, record) })
		if errors.Is(err, context.Canceled) {
			return nil // to be interrupted is how it ends
		}
		return err
	})
}
