package catalog

import (
	"errors"
	"fmt"
)

var (
	// ErrTooLarge is returned by [Read] for a file over [MaxBytes] or with more than
	// [MaxValues] values once its aliases are followed.
	ErrTooLarge = errors.New("catalog too large")
	// ErrUnknownTool is returned by [Catalog.ToolFingerprint] for a tool that is not
	// declared.
	ErrUnknownTool = errors.New("unknown tool")
)

// Position is a place in a catalog's file. The zero Position is nowhere: of a catalog
// built by hand.
type Position struct {
	File   string
	Line   int // from 1
	Column int // in characters, from 1
}

// String returns "file:line:column", or less where less is known.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Error is one thing that is wrong with a catalog. [Read] and [Catalog.Validate]
// return all of them, joined.
type Error struct {
	Position
	Path    string // where in the catalog: "tools.send_payment.ground.iban"
	Message string // what is wrong and what was expected
	Err     error  // what it wraps, if anything
}

// Error returns "file:line:column: path: message".
func (e *Error) Error() string {
	text := e.Message
	if e.Path != "" {
		text = e.Path + ": " + text
	}
	if at := e.Position.String(); at != "" {
		text = at + ": " + text
	}
	return text
}

// Unwrap returns what the error wraps.
func (e *Error) Unwrap() error { return e.Err }
