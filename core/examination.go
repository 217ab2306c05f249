package core

import (
	"context"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/schema"
	"github.com/guardstream/guardstream/core/toolcall"
)

// Request is everything a decision is a function of, besides the catalog.
type Request struct {
	Call       toolcall.Call
	Transcript *Transcript     // nil: no conversation
	Facts      jsonvalue.Value // an object of what the application knows, or null
	CallsMade  *CallsMade      // of the session; nil: not known, so that checks that read it escalate
	// TenantCalls are the calls made in the tenant's other sessions; nil: not known.
	TenantCalls *CallsMade
	// Tools are those that the session may call; nil: all of the catalog.
	Tools []string
	// Session is what the session is called where users' messages are signed; "" when
	// nobody signs them.
	Session string
	// Parent is the session that this one was opened in, when it is a sub-agent's.
	Parent *Parent
}

// examination is one request being decided: the inputs, and what checks compute from
// them and share.
type examination struct {
	ctx        context.Context
	guard      *Guard
	tool       *tool
	request    Request
	view       *view
	transcript *Transcript // what the checks see of the request's: see view

	validation schema.Result
	values     *policy.Values // what rules read; nil until the first one asks

	allLeaves    []leaf // see leaves; nil until the first check asks
	compared     int    // bytes, see compare
	grounding    *groundingResult
	confirmation *confirmationResult
}

// examine prepares a request to a tool to be looked at.
func (g *Guard) examine(ctx context.Context, t *tool, r Request) (*examination, error) {
	v, err := g.viewOf(t, r)
	if err != nil {
		return nil, err
	}
	return &examination{ctx: ctx, guard: g, tool: t, request: r, view: v, transcript: v.transcript,
		validation: t.schema.Validate(r.Call.Arguments)}, nil
}

// argumentsValid reports whether there are validated arguments to look at.
func (c *examination) argumentsValid() bool {
	return len(c.validation.Errors) == 0 && c.validation.Undecidable == ""
}

// arguments returns the validated arguments, else the arguments as proposed.
func (c *examination) arguments() jsonvalue.Value {
	if c.argumentsValid() {
		return c.validation.Arguments
	}
	return c.request.Call.Arguments
}
