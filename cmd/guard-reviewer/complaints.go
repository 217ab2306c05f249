package main

import (
	"context"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/review"
)

type complaintsCmd struct{ scope }

// Run lists the refusals that somebody complained about.
func (f *complaintsCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.WithLog(ctx, "guard-reviewer", func(ctx context.Context, _ *connect.Connection, log *jetstream.Log) error {
		cases, err := review.Complaints(ctx, log, f.Range())
		if err != nil {
			return err
		}
		if !f.JSON {
			return show.Complaints(std.Out, cases)
		}
		for _, c := range cases {
			if err := show.CaseJSON(std.Out, c); err != nil {
				return err
			}
		}
		return nil
	})
}

type alarmsCmd struct{ scope }

// Run counts false alarms.
func (f *alarmsCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.WithLog(ctx, "guard-reviewer", func(ctx context.Context, _ *connect.Connection, log *jetstream.Log) error {
		alarms, err := review.ListAlarms(ctx, log, f.Range())
		if err != nil {
			return err
		}
		if !f.JSON {
			return show.Alarms(std.Out, alarms)
		}
		for _, a := range alarms {
			if err := show.AlarmJSON(std.Out, a); err != nil {
				return err
			}
		}
		return nil
	})
}
