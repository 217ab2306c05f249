package events

import (
	"errors"
	"fmt"
)

var (
	// ErrSubject is returned for a subject that names no session of the guard.
	ErrSubject = errors.New("not a subject of a session")
	// ErrEvent is returned by [Read] for a payload that is no event.
	ErrEvent = errors.New("not an event")
	// ErrVersion is returned by [Read] for an event of a schema that this program is
	// too old to understand. Nothing may be decided on such a session.
	ErrVersion = errors.New("event of a newer version")
	// ErrChain is returned by [State.Apply] for an event that does not follow the one
	// before it: a record was changed, dropped, swapped or written by somebody else.
	ErrChain = errors.New("broken chain of events")
	// ErrHash is returned by [ParseHash] for a text that is not 64 hexadecimal digits.
	ErrHash = errors.New("not a hash")
	// ErrTooLarge is returned when an event would not fit into one message.
	ErrTooLarge = errors.New("too large to be recorded")
)

// Code names why a command was refused. Codes are part of the protocol and keep
// their meaning; the words beside them are for people and may change.
type Code string

// The codes of refusals.
const (
	Unreadable      Code = "unreadable"       // no strict JSON, or a member of the wrong kind
	TooLarge        Code = "too_large"        // the command, or one member of it
	TooDeep         Code = "too_deep"         // nested deeper than the limit
	DuplicateKey    Code = "duplicate_key"    // two parsers could see two commands
	MissingField    Code = "missing_field"    //
	UnknownField    Code = "unknown_field"    // a member that this version does not know
	BadSubject      Code = "bad_subject"      // a broken token
	WrongTenant     Code = "wrong_tenant"     // the payload names another tenant than the subject
	UnknownTenant   Code = "unknown_tenant"   // no catalog is declared for the tenant
	WrongSession    Code = "wrong_session"    // the payload names another session than the subject
	NoCall          Code = "no_call"          // nothing that names a tool
	CallsMadeGiven  Code = "calls_made_given" // the calls made come from the log alone
	IDConflict      Code = "id_conflict"      // the same id came with another call before
	UnknownProposal Code = "unknown_proposal" // a report or resolution of a proposal that was not decided
	NotEscalated    Code = "not_escalated"    // a resolution of a decision that no person is asked about
	AlreadyResolved Code = "already_resolved" // somebody else was first
	BindingMismatch Code = "binding_mismatch" // the resolution is about other arguments or reasons
	NotRefused      Code = "not_refused"      // a complaint about a decision that refused nothing
	NotAllowed      Code = "not_allowed"      // a report of a call that was not allowed
	AlreadyReported Code = "already_reported" // the call was started, made or failed before
	Unprocessable   Code = "unprocessable"    // gave up after several attempts
	NotRecordable   Code = "not_recordable"   // the decision does not fit into one message
)

// Problem says why a command was refused. It is an error, a member of answers and a
// member of events.
type Problem struct {
	Code   Code
	Field  string // the member it is about, dotted; "" when it is about all of it
	Reason string // one sentence
}

// Error tells code, member and reason.
func (p *Problem) Error() string {
	if p.Field == "" {
		return fmt.Sprintf("%s: %s", p.Code, p.Reason)
	}
	return fmt.Sprintf("%s: %s: %s", p.Code, p.Field, p.Reason)
}

func problem(code Code, field, format string, args ...any) *Problem {
	return &Problem{Code: code, Field: field, Reason: fmt.Sprintf(format, args...)}
}
