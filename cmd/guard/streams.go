package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
)

type streamsCmd struct {
	Plan  streamsPlan  `cmd:"" help:"Say what apply would do. Changes nothing."`
	Apply streamsApply `cmd:"" help:"Create the streams that are missing, and change those that differ."`
	Diff  streamsDiff  `cmd:"" help:"List every setting that differs; ends with 1 when there is one."`
}

// streamFlags say which server, and what its streams should be.
type streamFlags struct {
	command.Asking
	command.Streams
	JSON bool `name:"json" help:"Write JSON."`
}

// withPlan compares and runs fn on what came of it.
func (f *streamFlags) withPlan(ctx context.Context, fn func(context.Context, *connect.Connection, jetstream.Plan) error) error {
	return f.WithServer(ctx, "guard", func(ctx context.Context, c *connect.Connection) error {
		ctx, cancel := context.WithTimeout(ctx, f.Timeout)
		defer cancel()
		plan, err := jetstream.Compare(ctx, c.JetStream, jetstream.Streams(f.StreamSettings()))
		if err != nil {
			return err
		}
		return fn(ctx, c, plan)
	})
}

type streamsPlan struct{ streamFlags }

// Run says what is to be done.
func (f *streamsPlan) Run(ctx context.Context, std command.Stdio) error {
	return f.withPlan(ctx, func(_ context.Context, _ *connect.Connection, plan jetstream.Plan) error {
		if f.JSON {
			return writePlanJSON(std.Out, plan)
		}
		for _, s := range plan {
			if _, err := fmt.Fprintf(std.Out, "%-9s %s (%s)\n", todo(s.Standing), s.Want.Name, s.Standing); err != nil {
				return err
			}
			if err := writeDifferences(std.Out, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// todo is what apply does about a stream.
func todo(s jetstream.Standing) string {
	switch s {
	case jetstream.Equal:
		return "leave"
	case jetstream.Missing:
		return "create"
	default:
		return "change"
	}
}

func writeDifferences(w io.Writer, s jetstream.StreamPlan) error {
	for _, d := range s.Differences {
		if _, err := fmt.Fprintf(w, "          %s\n", command.Printable(d.String())); err != nil {
			return err
		}
	}
	return nil
}

type streamsApply struct{ streamFlags }

// Run makes the server's streams what they should be.
func (f *streamsApply) Run(ctx context.Context, std command.Stdio) error {
	return f.withPlan(ctx, func(ctx context.Context, c *connect.Connection, plan jetstream.Plan) error {
		if err := plan.Apply(ctx, c.JetStream); err != nil {
			return err
		}
		if f.JSON {
			return writePlanJSON(std.Out, plan)
		}
		for _, s := range plan {
			if _, err := fmt.Fprintf(std.Out, "%-9s %s\n", done(s.Standing), s.Want.Name); err != nil {
				return err
			}
		}
		return nil
	})
}

// done is what apply did about a stream.
func done(s jetstream.Standing) string {
	switch s {
	case jetstream.Equal:
		return "left"
	case jetstream.Missing:
		return "created"
	default:
		return "changed"
	}
}

type streamsDiff struct{ streamFlags }

// errDiffers ends the command when there are differences.
var errDiffers = errors.New("the streams are not as they should be")

// Run lists differences.
func (f *streamsDiff) Run(ctx context.Context, std command.Stdio) error {
	return f.withPlan(ctx, func(_ context.Context, _ *connect.Connection, plan jetstream.Plan) error {
		if f.JSON {
			if err := writePlanJSON(std.Out, plan); err != nil {
				return err
			}
		}
		for _, s := range plan {
			if f.JSON || s.Standing == jetstream.Equal {
				continue
			}
			if _, err := fmt.Fprintf(std.Out, "%s: %s\n", s.Want.Name, s.Standing); err != nil {
				return err
			}
			if err := writeDifferences(std.Out, s); err != nil {
				return err
			}
		}
		if plan.Worst() != jetstream.Equal {
			return command.Found(errDiffers)
		}
		return nil
	})
}

// streamLine is a stream of a plan, for programs.
type streamLine struct {
	Stream      string           `json:"stream"`
	Standing    string           `json:"standing"`
	Todo        string           `json:"todo"`
	Differences []differenceLine `json:"differences"`
}

type differenceLine struct {
	Setting string `json:"setting"`
	Want    string `json:"want"`
	Have    string `json:"have"`
	Danger  string `json:"danger,omitempty"`
}

// writePlanJSON writes a plan, a line a stream.
func writePlanJSON(w io.Writer, plan jetstream.Plan) error {
	for _, s := range plan {
		line := streamLine{Stream: s.Want.Name, Standing: string(s.Standing), Todo: todo(s.Standing), Differences: []differenceLine{}}
		for _, d := range s.Differences {
			line.Differences = append(line.Differences, differenceLine{d.Setting, d.Want, d.Have, d.Danger})
		}
		data, err := json.Marshal(line)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(data, '\n')); err != nil {
			return err
		}
	}
	return nil
}
