package main

import (
	"context"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/review"
)

type listCmd struct {
	scope
}

// Run lists what waits.
func (f *listCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.WithLog(ctx, "guard-reviewer", func(ctx context.Context, _ *connect.Connection, log *jetstream.Log) error {
		cases, err := review.List(ctx, log, f.Range())
		if err != nil {
			return err
		}
		if !f.JSON {
			return show.Cases(std.Out, cases, time.Now())
		}
		for _, c := range cases {
			if err := show.CaseJSON(std.Out, c); err != nil {
				return err
			}
		}
		return nil
	})
}

type showCmd struct {
	scope
	ID string `arg:"" name:"proposal" help:"Id of the proposal."`
}

// Run shows one case.
func (f *showCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.WithLog(ctx, "guard-reviewer", func(ctx context.Context, _ *connect.Connection, log *jetstream.Log) error {
		c, err := review.Find(ctx, log, f.Range(), f.ID)
		if err != nil {
			return err
		}
		return writeCase(std, c, f.JSON)
	})
}

func writeCase(std command.Stdio, c *review.Case, asJSON bool) error {
	if asJSON {
		return show.CaseJSON(std.Out, c)
	}
	return show.Case(std.Out, c)
}
