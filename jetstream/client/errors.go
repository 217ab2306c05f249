package client

import "errors"

var (
	// ErrRefused is returned for a command that the guard can't follow. It wraps the
	// [events.Problem], which has code, member and reason.
	ErrRefused = errors.New("refused")
	// ErrUnanswered is returned when the context ended before the guard answered. The
	// command may still be handled: asking again with the same id is safe.
	ErrUnanswered = errors.New("no answer from the guard")
	// ErrTooLarge is returned for a command that does not fit into a message.
	ErrTooLarge = errors.New("too large for a message")
	// ErrClosed is returned by a session after [Session.Close], or when the connection
	// was closed.
	ErrClosed = errors.New("closed")
)
