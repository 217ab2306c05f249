package main

import (
	"context"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/review"
)

type showCmd struct {
	command.Asking
	command.Scope
	ID   string `arg:"" name:"proposal" help:"Id of the proposal."`
	JSON bool   `name:"json" help:"Write JSON."`
}

// Run shows a proposal.
func (f *showCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.WithLog(ctx, "guard", func(ctx context.Context, _ *connect.Connection, log *jetstream.Log) error {
		c, err := review.Find(ctx, log, f.Range(), f.ID)
		if err != nil {
			return err
		}
		if f.JSON {
			return show.CaseJSON(std.Out, c)
		}
		return show.Case(std.Out, c)
	})
}
