package jetstream

import "errors"

var (
	// ErrDangerous is returned by [Ensure] for a stream whose settings would lose
	// messages or keep the guard from working. The error lists them.
	ErrDangerous = errors.New("settings of a stream would lose data")
	// ErrServerTooOld is returned for a server without what the streams need.
	ErrServerTooOld = errors.New("the NATS server is too old")
	// ErrUnsettled is returned by [Session.Append] when the context ended before it was
	// known whether an event is stored. Loading the session again tells.
	ErrUnsettled = errors.New("not known whether the event was stored")
	// ErrLogRefused is returned by [Session.Append] when the log takes no events: the
	// stream is full, or the disk. Nothing was stored.
	ErrLogRefused = errors.New("the log refused the event")
	// ErrBusy is returned for a session that somebody else held until the context ended.
	ErrBusy = errors.New("the session is being worked on")
	// ErrGap is returned by readers of the log when an event is missing: the stream has
	// lost or deleted it.
	ErrGap = errors.New("gap in the log")
	// ErrNotFound is returned when the log does not hold what was asked for.
	ErrNotFound = errors.New("not in the log")
	// ErrNotReady is returned by [Worker.Ready] while the inbox can't be read.
	ErrNotReady = errors.New("the inbox can't be read")
)
