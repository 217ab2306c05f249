package catalogtest

import (
	"context"
	"errors"
	"fmt"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/toolcall"
)

// Report is what running the cases of a catalog gave.
type Report struct {
	Catalog  string // the catalog's file
	File     string // the cases' file
	Results  []Result
	Coverage Coverage
	Mutation *Mutation // nil when it was not asked for
}

// Result is what came of one case.
type Result struct {
	Case     *Case
	Decision *core.Decision // nil when none could be made
	// Differences say what is not as expected; a case without any passed.
	Differences []Difference
}

// Passed reports whether the case came out as expected.
func (r Result) Passed() bool { return len(r.Differences) == 0 }

// Failed is the number of cases that did not come out as expected.
func (r *Report) Failed() int {
	n := 0
	for _, result := range r.Results {
		if !result.Passed() {
			n++
		}
	}
	return n
}

// Run runs all cases of a suite against a guard. catalogFile is the name of the guard's
// catalog, for the report. An error is the context's end; what is wrong with a case is
// its result.
func Run(ctx context.Context, catalogFile string, guard *core.Guard, suite *Suite) (*Report, error) {
	report := &Report{Catalog: catalogFile, File: suite.File}
	for _, c := range suite.Cases {
		result := runCase(ctx, guard, prepare(ctx, guard, c))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		report.Results = append(report.Results, result)
	}
	report.Coverage = coverageOf(guard, report.Results)
	return report, nil
}

// prepared is a case with its conversation analysed: mutation asks many guards about
// the same one.
type prepared struct {
	*Case
	request core.Request
	problem error // why there is no request
}

func prepare(ctx context.Context, guard *core.Guard, c *Case) *prepared {
	p := &prepared{Case: c, request: core.Request{Call: c.Call, Facts: c.Facts, Transcript: core.NewTranscript(c.Conversation),
		Tools: c.Tools, Session: c.Session, Parent: c.Parent.request()}}
	if !c.CallsUnknown {
		p.request.CallsMade = p.made(ctx, guard, "calls_made", c.CallsMade)
	}
	p.request.TenantCalls = p.made(ctx, guard, "tenant_calls_made", c.TenantCalls)
	return p
}

func (p *Parent) request() *core.Parent {
	if p == nil {
		return nil
	}
	return &core.Parent{Session: p.Session, Transcript: core.NewTranscript(p.Conversation), Parent: p.Parent.request()}
}

// made counts calls as made.
func (p *prepared) made(ctx context.Context, guard *core.Guard, key string, calls []toolcall.Call) *core.CallsMade {
	made := core.NewCallsMade()
	for i, call := range calls {
		text, err := madeText(ctx, guard, call)
		if err != nil {
			p.problem = errors.Join(p.problem, fmt.Errorf("%s.%d: %w", key, i, err))
			continue
		}
		made.Add(text)
	}
	return made
}

// madeText is what a call that was made counts as: with the arguments that were
// validated, as they are when the guard itself counts.
func madeText(ctx context.Context, guard *core.Guard, call toolcall.Call) (string, error) {
	d, err := guard.Check(ctx, core.Request{Call: call})
	if err != nil {
		return "", err
	}
	for _, c := range d.Checks {
		if (c.Name == "known_tool" || c.Name == "arguments_valid") && c.State != statePassed {
			return "", fmt.Errorf("%w: %s: %s", ErrNotMade, c.Name, c.Why)
		}
	}
	return core.CallText(d.Tool, d.Arguments), nil
}

func runCase(ctx context.Context, guard *core.Guard, p *prepared) Result {
	result := Result{Case: p.Case}
	problem := p.problem
	if problem == nil {
		result.Decision, problem = guard.Check(ctx, p.request)
	}
	if problem != nil {
		result.Differences = []Difference{{What: "decision", Want: string(p.Expect.Outcome), Got: "none: " + problem.Error()}}
		return result
	}
	result.Differences = compare(p.Case, result.Decision)
	return result
}
