package core

import (
	"context"
	"errors"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Computed is what an expression gives over a call.
type Computed struct {
	Value jsonvalue.Value
	Err   error // why it has no value: it does not compile, reads what was not given, or fails
}

// Evaluate computes expressions over a request as a policy of its tool would: what a
// policy read, and which part of it did not hold, is how a decision is explained. Of the
// names that the guard gives, those have a value that some rule of the tool reads. An
// error means that there is nothing to compute over: no such tool, or facts with taken
// names.
func (g *Guard) Evaluate(ctx context.Context, r Request, exprs ...string) ([]Computed, error) {
	t, err := g.find(r.Call.Name)
	if err != nil {
		return nil, err
	}
	if err := g.refuseTakenNames(t, r.Facts); err != nil {
		return nil, err
	}
	if r.Transcript == nil {
		r.Transcript = NewTranscript(conversation.Conversation{})
	}
	c, err := g.examine(ctx, t, r)
	if err != nil {
		return nil, err
	}
	all := make([]Computed, len(exprs))
	for i, expr := range exprs {
		all[i].Value, all[i].Err = c.evaluate(expr)
	}
	return all, nil
}

func (c *examination) evaluate(expr string) (jsonvalue.Value, error) {
	program, err := c.tool.env.Compile(expr)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	if v := c.provide(program.Reads()); v.state != passed {
		return jsonvalue.Value{}, errors.New(v.why)
	}
	return program.Eval(c.values)
}

// Request returns the request that the trace records, for [Guard.Evaluate].
func (t *Trace) Request() Request { return t.request() }
