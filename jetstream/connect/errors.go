package connect

import "errors"

var (
	// ErrConfig is returned for settings that can't be used.
	ErrConfig = errors.New("connection settings")
	// ErrConnect is returned when no server was reached before the context ended. It
	// wraps the last attempt's error.
	ErrConnect = errors.New("can't connect to NATS")
)
