package catalogtest

import "errors"

var (
	// ErrNotMade is why a case is not run whose calls_made holds a call that cannot have
	// been made: of no tool of the catalog, or with arguments that do not validate.
	ErrNotMade = errors.New("such a call cannot have been made")
	// ErrFailing is returned by [Mutate] when a case fails: cases that fail notice
	// everything.
	ErrFailing = errors.New("cases fail")
)
