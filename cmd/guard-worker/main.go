// Command guard-worker decides about the tool calls that agents propose. It takes
// commands from the inbox, asks the guard of its tenant, appends the decision to the
// log, answers, and acknowledges. Any number of them may run beside each other.
package main

import (
	"context"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/worker"
)

const description = `Decide about the tool calls that agents propose.

Takes proposals, reports and resolutions from the inbox, and writes what becomes of
them to the log: it is the only writer. Run as many as you like.

  guard-worker --catalog payments.yaml --server nats://127.0.0.1:4222
  guard-worker --catalog shop=shop.yaml --catalog bank=bank.yaml --context production`

type flags struct {
	command.Common
	command.Deciding
	command.Connection
	command.Streams
}

// Run works until it is told to stop.
func (f *flags) Run(ctx context.Context, std command.Stdio) error {
	log := f.Logger(std)
	guards, err := worker.ReadGuards(f.Catalog)
	if err != nil {
		return err
	}
	c, err := f.Open(ctx, "guard-worker", log)
	if err != nil {
		return command.Stopped(ctx, err)
	}
	defer c.NATS.Close()
	w, shutdown, err := worker.New(ctx, c, guards, worker.Settings{Streams: f.StreamSettings(), Log: f.LogSettings(), Inbox: f.InboxSettings(), Logger: log})
	if err != nil {
		return command.Stopped(ctx, err)
	}
	defer shutdown()
	return w.Run(ctx)
}

func main() { command.Main("guard-worker", description, &flags{}) }
