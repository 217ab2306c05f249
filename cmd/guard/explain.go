package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/explain"
	"github.com/guardstream/guardstream/worker"
)

type explainCmd struct {
	Catalog      string   `help:"Catalog file." placeholder:"FILE"`
	Call         string   `help:"The call, as for check." placeholder:"JSON|FILE" xor:"what"`
	Conversation string   `help:"The conversation it was proposed in." placeholder:"JSON|FILE"`
	Facts        string   `help:"What the application knows." placeholder:"JSON|FILE"`
	Made         []string `help:"A call that was made before. May be given several times." placeholder:"JSON|FILE" sep:"none"`
	Session      string   `help:"What the session is called, where users' messages are signed for it." placeholder:"TENANT/SESSION"`
	Tools        []string `help:"The tools that the session may call; all of the catalog without it." placeholder:"TOOL"`
	Trace        string   `help:"Explain a decision by its trace: a file; - is the standard input. With --catalog, values that were refused and policies are explained too." placeholder:"FILE" xor:"what"`
	Decision     string   `help:"Explain a decision by its body: JSON, as check --json writes it, or a file of it." placeholder:"JSON|FILE" xor:"what"`
	JSON         bool     `name:"json" help:"Write JSON."`
}

// Run explains. Whatever the outcome was, the command has done its work.
func (f *explainCmd) Run(ctx context.Context, std command.Stdio) error {
	e, err := f.explain(ctx)
	if err != nil {
		return err
	}
	if f.JSON {
		return e.WriteJSON(std.Out)
	}
	var text strings.Builder
	if err := e.WriteText(&text); err != nil {
		return err
	}
	_, err = io.WriteString(std.Out, command.Printable(text.String()))
	return err
}

// explain finds the decision that is asked about, and what is known beside it.
func (f *explainCmd) explain(ctx context.Context) (*explain.Explanation, error) {
	if f.Decision != "" {
		v, err := readValue("--decision", f.Decision)
		if err != nil {
			return nil, command.Usage(err)
		}
		body, err := v.MarshalJSON()
		if err != nil {
			return nil, err
		}
		d, err := core.ReadDecision(body)
		if err != nil {
			return nil, command.Usage(fmt.Errorf("--decision: %w", err))
		}
		return explain.Decision(d), nil
	}
	var guard *core.Guard
	if f.Catalog != "" {
		var err error
		if guard, err = worker.ReadGuard(f.Catalog); err != nil {
			return nil, command.Usage(err)
		}
	}
	trace, err := f.trace(ctx, guard)
	if err != nil {
		return nil, err
	}
	return explain.Trace(ctx, trace, guard)
}

// trace reads the trace, or decides about the call.
func (f *explainCmd) trace(ctx context.Context, guard *core.Guard) (*core.Trace, error) {
	switch {
	case f.Trace != "":
		data, err := readFile(f.Trace)
		if err != nil {
			return nil, command.Usage(fmt.Errorf("--trace: %w", err))
		}
		t, err := core.ReadTrace(data)
		if err != nil {
			return nil, command.Usage(fmt.Errorf("--trace: %s: %w", f.Trace, err))
		}
		return t, nil
	case f.Call == "":
		return nil, command.Usage(errors.New("expected --call, --trace or --decision: what to explain"))
	case guard == nil:
		return nil, command.Usage(errors.New("expected --catalog, which decides about the call"))
	}
	check := checkCmd{Catalog: f.Catalog, Call: f.Call, Conversation: f.Conversation, Facts: f.Facts, Made: f.Made, Session: f.Session, Tools: f.Tools}
	request, err := check.request(ctx, guard)
	if err != nil {
		return nil, command.Usage(err)
	}
	d, err := guard.Check(ctx, request)
	if errors.Is(err, core.ErrFacts) || errors.Is(err, core.ErrFactName) {
		return nil, command.Usage(fmt.Errorf("--facts: %w", err))
	}
	if err != nil {
		return nil, err
	}
	return d.Trace(), nil
}
