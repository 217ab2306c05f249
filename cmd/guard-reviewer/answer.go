package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/review"
)

// answering are the flags of answers.
type answering struct {
	scope
	ID       string `arg:"" name:"proposal" help:"Id of the proposal."`
	Reviewer string `help:"Who answers, as the log will name them." required:"" env:"GUARD_REVIEWER,USER"`
	Note     string `help:"Why, for whoever reads the log."`
}

func (f answering) answer(ctx context.Context, std command.Stdio, resolution string) error {
	return f.WithLog(ctx, "guard-reviewer", func(ctx context.Context, connection *connect.Connection, log *jetstream.Log) error {
		c, err := review.Find(ctx, log, f.Range(), f.ID)
		if err != nil {
			return err
		}
		waiting, cancel := context.WithTimeout(ctx, f.Timeout)
		defer cancel()
		after, err := review.Resolve(waiting, connection, c, review.Answer{Resolution: resolution, Reviewer: f.Reviewer, Note: f.Note})
		if answered, was := errors.AsType[*review.AnsweredError](err); was && f.JSON {
			return errors.Join(err, writeCase(std, answered.Case, true))
		}
		if err != nil {
			return err
		}
		if f.JSON {
			return writeCase(std, after, true)
		}
		_, err = fmt.Fprintln(std.Out, command.Printable(fmt.Sprintf("%s %s by %s at %s", c.ProposalID, after.Resolution.Resolution, after.Resolution.Reviewer,
			after.Resolution.Time.UTC().Format(time.RFC3339Nano))))
		return err
	})
}

type approveCmd struct{ answering }

// Run approves a call.
func (f *approveCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.answer(ctx, std, events.Approved)
}

type rejectCmd struct{ answering }

// Run rejects a call.
func (f *rejectCmd) Run(ctx context.Context, std command.Stdio) error {
	return f.answer(ctx, std, events.Rejected)
}
