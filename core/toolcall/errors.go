package toolcall

import "errors"

var (
	// ErrNotACall is returned for a value that is no object, so that it can't be a call
	// in any of the shapes.
	ErrNotACall = errors.New("not a tool call")
	// ErrNoName is returned for a call whose name is missing, empty or no text.
	ErrNoName = errors.New("a tool call without a name")
)
