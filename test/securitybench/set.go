package securitybench

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Set is a folder of records and what became of them.
type Set struct {
	Name    string // its path below the folder of the run
	Catalog string // the file it was decided by
	Results []Result
}

// Result is what became of one record.
type Result struct {
	Record
	Outcome   core.Outcome
	Failed    []string
	Reasons   []core.Reason
	Reference *Reference // nil where it is not known
}

// Reference is the reference's answer about a record.
type Reference struct {
	Outcome core.Outcome
	Failed  []string
}

func readReference(v jsonvalue.Value) (*Reference, error) {
	outcome, _ := v.GetString("outcome")
	r := &Reference{Outcome: core.Outcome(outcome)}
	if !slices.Contains(outcomes, r.Outcome) {
		return nil, fmt.Errorf("%w: outcome %q is none of %q", ErrRecord, outcome, outcomes)
	}
	failed, _ := v.Get("failed")
	for _, name := range failed.Items() {
		r.Failed = append(r.Failed, name.Text())
	}
	return r, nil
}

// addSet decides about the records of a folder.
func (report *Report) addSet(ctx context.Context, dir, folder string, o Options) error {
	name, err := nameOf(dir, folder)
	if err != nil {
		return err
	}
	set := Set{Name: name}
	guard, file, err := guardOf(folder, name, o)
	if err != nil {
		return err
	}
	set.Catalog = file
	known, err := reference(folder, readReference)
	if err != nil {
		return err
	}
	err = eachLine(filepath.Join(folder, RecordsFile), func(v jsonvalue.Value) error {
		r, err := readRecord(v)
		if err != nil {
			return err
		}
		d, err := report.decide(ctx, guard, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.ID, err)
		}
		set.Results = append(set.Results, Result{Record: r.Record, Outcome: d.Outcome, Failed: d.Failed, Reasons: d.Reasons, Reference: known[r.ID]})
		return nil
	})
	report.Sets = append(report.Sets, set)
	return err
}

// decide asks the guard what it would have been asked, and measures it.
func (report *Report) decide(ctx context.Context, guard *core.Guard, r recorded) (*core.Decision, error) {
	made, err := callsMade(ctx, guard, r)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	d, err := guard.Check(ctx, core.Request{Call: r.call, Transcript: r.transcript(), CallsMade: made})
	report.Deciding += time.Since(began)
	report.Decided++
	return d, err
}

// callsMade are the calls of the conversation, with their arguments as the guard
// validates them.
func callsMade(ctx context.Context, guard *core.Guard, r recorded) (*core.CallsMade, error) {
	calls, err := r.callsMade()
	if err != nil {
		return nil, err
	}
	made := core.NewCallsMade()
	for _, call := range calls {
		d, err := guard.Check(ctx, core.Request{Call: call})
		if err != nil {
			return nil, err
		}
		made.Add(core.CallText(call.Name, d.Arguments))
	}
	return made, nil
}
