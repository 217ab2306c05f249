package embedded

import "errors"

var (
	// ErrInUse is returned by [Start] for a directory that another server has open.
	ErrInUse = errors.New("the directory is in use by another server")
	// ErrStart is returned by [Start] when the server did not come up; it wraps what
	// the server said.
	ErrStart = errors.New("the embedded server did not start")
	// ErrCredentials is returned for a credentials file that can't be used.
	ErrCredentials = errors.New("credentials of the embedded server")
)
