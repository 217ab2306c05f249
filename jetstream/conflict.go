package jetstream

import (
	"net/http"

	"github.com/nats-io/nats.go/jetstream"
)

// Error codes of the server that the client library has no names for.
const (
	// codeIDInProcess says that a message with the same id is on its way into a replicated
	// stream: another writer, or an earlier attempt, is about to append the same event.
	codeIDInProcess jetstream.ErrorCode = 10158
	// codeInsufficientResources, codeStorageExceeded and codeStoreFailed say that there is
	// no room: on the disk, in the account, in the stream.
	codeInsufficientResources jetstream.ErrorCode = 10023
	codeStorageExceeded       jetstream.ErrorCode = 10047
	codeStoreFailed           jetstream.ErrorCode = 10077
)

// settledByReading reports whether an error of the server leaves open what the log
// holds, or will hold in a moment. The log has a later event of the session than the
// one expected: replicated streams say so in other words while that event is in flight.
// Or there is no leader now.
func settledByReading(err *jetstream.APIError) bool {
	switch err.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant, codeIDInProcess:
		return true
	case codeInsufficientResources, codeStorageExceeded, codeStoreFailed:
		return false
	default:
		return err.Code == http.StatusServiceUnavailable
	}
}
