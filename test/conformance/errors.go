package conformance

import "errors"

var (
	// ErrUnknownKind is returned when neither a vector's id nor its file's name says
	// what the vector is about.
	ErrUnknownKind = errors.New("unknown kind of vector")
	// ErrNoVectors is returned for a file without vectors: it would pass whatever the
	// guard does.
	ErrNoVectors = errors.New("no vectors")
	// ErrNoVector is what becomes of a line that is JSON, but has no "want" object.
	ErrNoVector = errors.New("not a vector")
)
