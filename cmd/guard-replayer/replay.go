package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
	"github.com/guardstream/guardstream/worker"
)

type replayCmd struct {
	ledgerFlags
	command.Asking
	Catalog   []string `help:"Catalogs that decided. Those that are not given are asked of the server, which keeps them by fingerprint." placeholder:"FILE" sep:"none"`
	Candidate string   `help:"What would this catalog have decided? Instead of: does everything still come out as it was recorded?" placeholder:"FILE"`
	FailOn    string   `help:"End with 1 when there is: drift (a decision that its own catalog decides otherwise now, a broken session); widening (also a call that would be allowed now); any difference." enum:"drift,widening,any" default:"drift"`
	Workers   int      `help:"Sessions replayed at a time; 0: one a processor." default:"0"`
	JSON      bool     `name:"json" help:"Write JSON: a line a difference, then one with the sums."`
}

// Run replays.
func (f *replayCmd) Run(ctx context.Context, std command.Stdio, g *grammar) (err error) {
	guards, err := f.guards()
	if err != nil {
		return err
	}
	ledger, err := pebblestore.Open(f.Ledger, pebblestore.Options{ReadOnly: true, Logger: g.Logger(std)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close()) }()
	snapshot, err := ledger.Snapshot()
	if err != nil {
		return err
	}
	progress, done := command.Progress(std, "replaying")
	report, err := replay.Run(ctx, snapshot, replay.Options{Guards: guards, Workers: f.Workers, Progress: progress})
	done()
	if err := errors.Join(err, snapshot.Close()); err != nil {
		return err
	}
	if f.JSON {
		err = report.WriteJSONLines(std.Out)
	} else {
		err = report.WriteText(std.Out)
	}
	return errors.Join(err, f.judge(report))
}

// judge says whether the report is one to fail on.
func (f *replayCmd) judge(r *replay.Report) error {
	switch n := r.Count(replay.NotReplayable); {
	case r.Drift() > 0:
		return command.Found(fmt.Errorf("%d decisions drifted, or stand in broken sessions", r.Drift()))
	case f.FailOn != "drift" && r.Widening() > 0:
		return command.Found(fmt.Errorf("%d calls would be allowed that were not", r.Widening()))
	case f.FailOn == "any" && len(r.Differences) > 0:
		return command.Found(fmt.Errorf("%d decisions differ", len(r.Differences)))
	case n > 0:
		return fmt.Errorf("%d decisions could not be computed again: give the catalogs they were made under", n)
	default:
		return nil
	}
}

// guards returns who decides again.
func (f *replayCmd) guards() (replay.Guards, error) {
	if f.Candidate != "" {
		guard, err := worker.ReadGuard(f.Candidate)
		if err != nil {
			return nil, err
		}
		return replay.Under(guard), nil
	}
	known := newCatalogs(f.Asking)
	for _, file := range f.Catalog {
		guard, err := worker.ReadGuard(file)
		if err != nil {
			return nil, err
		}
		known.add(guard)
	}
	return known.guard, nil
}
