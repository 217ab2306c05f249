package schema

import "errors"

var (
	// ErrSchema is returned by [Compile] and [ForType] for a schema that cannot be
	// read: no object, a regular expression that cannot be compiled, a limit that
	// is no number.
	ErrSchema = errors.New("schema not readable")
	// ErrReservedName is returned by [Compile] for a schema that declares an
	// argument named like something the guard itself computes or is given.
	ErrReservedName = errors.New("argument name is reserved")
	// ErrTooLarge is returned by [Compile] for a schema with more parts or deeper
	// nesting than allowed.
	ErrTooLarge = errors.New("schema too large")
	// ErrDecode is returned by [Decode] when validated arguments do not fit the Go
	// type, such as an integer that is too large for it.
	ErrDecode = errors.New("arguments do not fit the Go type")
)
