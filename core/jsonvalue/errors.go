package jsonvalue

import "errors"

var (
	// ErrSyntax is returned for bytes that are not one strict JSON value: bad
	// syntax, NaN, invalid UTF-8, a lone surrogate.
	ErrSyntax = errors.New("not strict JSON")
	// ErrDuplicateKey is returned when an object names a member twice.
	ErrDuplicateKey = errors.New("duplicate key")
	// ErrTrailing is returned when anything but white space follows the value.
	ErrTrailing = errors.New("trailing bytes")
	// ErrTooDeep is returned when arrays and objects nest deeper than allowed.
	ErrTooDeep = errors.New("nested too deeply")
	// ErrTooLarge is returned when the text is longer than allowed.
	ErrTooLarge = errors.New("too large")
	// ErrUnsupported is returned by [From] for a Go value that is no JSON value.
	ErrUnsupported = errors.New("no JSON value")
)
