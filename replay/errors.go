package replay

import "errors"

var (
	// ErrNotReplayable is to be wrapped by the error of a [Guards] function for a
	// decision that cannot be computed here: its catalog is not known, or rests on Go
	// code that this program does not have.
	ErrNotReplayable = errors.New("not replayable")
	// ErrSourceGap is to be wrapped by the error of a [Source] whose stream misses an
	// event. Trying again cannot help.
	ErrSourceGap = errors.New("the stream misses an event")
)
