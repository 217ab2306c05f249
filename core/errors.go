package core

import "errors"

var (
	// ErrFactName is returned by [Guard.Check] when a fact given with a call is named
	// like an argument of the tool, a check, or a name the guard gives or computes.
	ErrFactName = errors.New("fact name is taken")
	// ErrFacts is returned when the facts given with a call are no object.
	ErrFacts = errors.New("facts must be an object")
	// ErrParents is returned for a sub-agent's session whose parents cannot be followed:
	// one without messages, or too many, as of a session that is its own ancestor.
	ErrParents = errors.New("parents of a session")
	// ErrUnknownTool is returned when an operation names a tool the catalog does not have.
	ErrUnknownTool = errors.New("unknown tool")
	// ErrResolved is returned by [Guard.Resolve] for an escalation that was already
	// answered, so that an approved call is never made twice.
	ErrResolved = errors.New("already resolved")
	// ErrNotEscalated is returned by [Guard.Resolve] for a decision that no person is
	// asked about.
	ErrNotEscalated = errors.New("not an escalation")
	// ErrNotAllowed is returned by [Session.Record] for a decision that did not allow
	// its call: nothing can have been made.
	ErrNotAllowed = errors.New("not allowed")
	// ErrTool is returned by [New] and [Tool] for a Go function that cannot be a tool.
	ErrTool = errors.New("not a tool")
)
