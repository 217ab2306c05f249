package command

import (
	"context"
	"errors"

	"github.com/alecthomas/kong"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
	"github.com/guardstream/guardstream/review"
	"github.com/guardstream/guardstream/worker"
)

// Exit codes of every command.
const (
	ExitDone        = 0
	ExitFound       = 1 // drift, tampering, a difference; an answer that was refused, a proposal that is not there
	ExitUsage       = 2
	ExitUnavailable = 3 // whatever keeps the command from doing its work now
)

// exitError is an error with the exit code it is to end with.
type exitError struct {
	code int
	error
}

func (e *exitError) Unwrap() error { return e.error }

// Usage makes an error end the command as asked wrongly.
func Usage(err error) error { return &exitError{ExitUsage, err} }

// Found makes an error end the command as having found what must not be.
func Found(err error) error { return &exitError{ExitFound, err} }

// codeOf is the exit code of an error.
func codeOf(err error) int {
	var own *exitError
	var asked *kong.ParseError
	var answered *review.AnsweredError
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &asked), errors.Is(err, worker.ErrCatalog), errors.Is(err, connect.ErrConfig), errors.Is(err, review.ErrAmbiguous),
		errors.Is(err, pebblestore.ErrNotFound):
		return ExitUsage
	case errors.As(err, &answered), errors.Is(err, review.ErrNotEscalated), errors.Is(err, review.ErrNotFound), errors.Is(err, client.ErrRefused),
		ledgerIsWrong(err):
		return ExitFound
	default:
		return ExitUnavailable
	}
}

// ledgerIsWrong reports whether an error says that ledger and stream are not what they
// were, or not of each other.
func ledgerIsWrong(err error) bool {
	for _, wrong := range []error{pebblestore.ErrCorrupt, pebblestore.ErrOtherStream, pebblestore.ErrStreamBehind, pebblestore.ErrStreamTrimmed,
		pebblestore.ErrForked, replay.ErrSourceGap} {
		if errors.Is(err, wrong) {
			return true
		}
	}
	return false
}

// hintOf says what to do about an error, where it does not say so itself.
func hintOf(err error) string {
	switch {
	case errors.Is(err, natsjs.ErrStreamNotFound):
		return "the server has no streams of the guard: start a worker, or run 'guard streams apply'"
	case errors.Is(err, pebblestore.ErrLocked):
		return "whoever has it open, 'guard up' or 'guard-replayer tail', has to stop first; or make another ledger of the log: guard-replayer tail --once --ledger DIR"
	case errors.Is(err, client.ErrUnanswered):
		return "no worker answered; the answer is in the inbox, and is followed when a worker runs"
	default:
		return ""
	}
}

// Stopped is the end of a service: none but ctx's is an error.
func Stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
