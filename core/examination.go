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
}

// examination is one request being decided: the inputs, and what checks compute from
// them and share.
type examination struct {
	ctx        context.Context
	guard      *Guard
	tool       *tool
	request    Request
	transcript *Transcript

	validation schema.Result
	values     *policy.Values // what rules read; nil until the first one asks

	allLeaves    []leaf // see leaves; nil until the first check asks
	compared     int    // bytes, see compare
	grounding    *groundingResult
	confirmation *confirmationResult
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
