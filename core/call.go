package core

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Call decides about a call and, when it is allowed and its tool is a Go function of
// this program, makes it. A tool without a function is left to whoever makes its
// calls: Executed stays false.
//
// An error means that no decision could be made. A tool that fails is no error of the
// guard: the decision says so in Error.
func (g *Guard) Call(ctx context.Context, r Request) (*Decision, error) {
	d, err := g.Check(ctx, r)
	if err != nil || !d.Allowed() {
		return d, err
	}
	g.execute(ctx, d)
	return d, nil
}

// Resolve is a person's answer to an escalation in one process: approved, the call is
// made as [Guard.Call] would; rejected, the decision becomes a denial. Answering twice
// is [ErrResolved], so an approved call is never made twice. Answers that several
// processes must agree on go through the event log.
func (g *Guard) Resolve(ctx context.Context, d *Decision, approve bool, reviewer string) error {
	switch {
	case d.Resolved:
		return fmt.Errorf("%w: the call of %s", ErrResolved, d.Tool)
	case d.Outcome != Escalate:
		return fmt.Errorf("%w: the decision about %s was %s", ErrNotEscalated, d.Tool, d.Outcome)
	}
	d.Resolved = true
	if !approve {
		d.Outcome = Deny
		return nil
	}
	d.Outcome, d.ApprovedBy = Allow, reviewer
	g.execute(ctx, d)
	return nil
}

// execute runs the tool's function, if it has one. A panic of the tool is the tool's
// failure, not the guard's.
func (g *Guard) execute(ctx context.Context, d *Decision) {
	t := g.tools[d.Tool]
	if t == nil || t.run == nil {
		return
	}
	d.Executed = true
	result, err := protect(func() (jsonvalue.Value, error) { return t.run(ctx, d.Arguments) })
	if err != nil {
		d.Error = err.Error()
		if d.Error == "" {
			d.Error = "the tool failed"
		}
		return
	}
	d.Result = result
	sum := sha256.Sum256(result.Append(nil, jsonvalue.Canonical))
	d.ResultHash = hex.EncodeToString(sum[:])
}

func protect(run func() (jsonvalue.Value, error)) (v jsonvalue.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the tool panicked: %v", p)
		}
	}()
	return run()
}
