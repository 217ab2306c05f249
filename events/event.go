package events

import (
	"time"

	"github.com/guardstream/guardstream/core/conversation"
)

// Version is the schema version that this program writes and the newest it reads.
const Version = 1

// Type says what an event is about.
type Type string

// The types of events.
const (
	TypeMessages    Type = "messages"    // messages of the conversation, ahead of a decision that has no room for them
	TypeDecided     Type = "decided"     // the guard decided about a proposal
	TypeResolved    Type = "resolved"    // a person approved or rejected an escalation
	TypeStarted     Type = "started"     // somebody is about to make the call
	TypeMade        Type = "made"        // the call was made
	TypeFailed      Type = "failed"      // the call was tried and failed
	TypeAttempted   Type = "attempted"   // a command that failed before is tried again
	TypeUndecidable Type = "undecidable" // given up after several attempts; final
	TypeComplaint   Type = "complaint"   // somebody says that a refusal was wrong
	TypeRefused     Type = "refused"     // a command that can't be followed, and why
)

// Event is one event of a session's log.
type Event struct {
	Header
	Body Body
	// Extra holds the members that this version does not know, by name, as JSON.
	Extra map[string][]byte
}

// Header is what every event says.
type Header struct {
	// Tenant and Session are the literal ids, where the subject has only their hash.
	Tenant, Session string
	// Prev is the hash of the session's event before; zero for the first.
	Prev Hash
	// Time is when the command was stored, by the inbox's clock. It is a recorded fact:
	// a redelivered command gives the same bytes.
	Time time.Time
	// Inbox is the command's sequence in the inbox; 0 for an event without a command.
	Inbox uint64
}

// Body is what an event says beside its header: one of the structs of this package
// named like a type, or [Unknown].
type Body interface {
	Type() Type
	appendMembers(dst []byte) []byte
}

// Decided is a decision about a proposal, with everything it was computed from that
// the log does not hold already.
type Decided struct {
	ProposalID string
	Person     string   // whose data the proposal holds; "" when not said
	Call       []byte   // JSON: the call as proposed
	CallHash   string   // [CallHash] of the call: whether another proposal is the same one
	Facts      []byte   // JSON object; nil when none were given
	Tools      []string // that the session may call from now on; nil when the proposal does not say
	Context    Context
	Decision   []byte // JSON: the decision's body, exactly as core wrote it

	verdict *verdict // what the fold reads of the body, where that was done already
}

// Context is what a proposal's conversation adds to the messages of the session.
type Context struct {
	// Given is false when the proposal came without a conversation: it is decided on
	// the messages that the session holds.
	Given bool
	// From is how many of the session's messages the conversation begins with; the
	// session's others are no part of it (an edited or summarised history).
	From int
	// New are the messages after those.
	New []conversation.Message
	// Skipped counts the items of the conversation that could not be read, Plain says
	// that it was one text.
	Skipped int
	Plain   bool
}

// Messages holds messages that go before a decision which has no room for them.
type Messages struct {
	ProposalID string
	Context    Context
}

// Answer words of a [Resolved] event and a [Resolution] command.
const (
	Approved = "approved"
	Rejected = "rejected"
)

// Resolved is a person's answer to an escalation.
type Resolved struct {
	ProposalID  string
	ID          string // of the command; "" when it had none
	Resolution  string // [Approved] or [Rejected]
	Reviewer    string
	Note        string
	ApprovalKey string // of the decision that was answered
}

// Started says that a maker is about to make an allowed call.
type Started struct {
	ProposalID string
	ID         string
}

// Made says that an allowed call was made.
type Made struct {
	ProposalID string
	ID         string
	Result     []byte // JSON: what the tool returned; nil when not told or too large
	ResultHash string // SHA-256 of the result's JSON; "" when not told
}

// Failed says that an allowed call was tried and did not happen.
type Failed struct {
	ProposalID string
	ID         string
	Error      string
}

// Attempted says that a command which was delivered before is tried again: it is
// written before trying, so that a command which ends its worker is counted.
type Attempted struct {
	Command Kind
	Attempt int // 1 for the first one recorded
}

// Undecidable ends a command that could not be handled in several attempts.
type Undecidable struct {
	Command    Kind
	ProposalID string // "" when the command was never read
	ID         string
	Reason     string
}

// Refused ends a command that can't be followed.
type Refused struct {
	Command    Kind
	ProposalID string // "" when it could not be read
	ID         string
	Call       []byte // JSON: the call of a refused proposal, when it was read
	Problem    Problem
}

// Unknown is an event of a type that this version does not know and may ignore.
type Unknown struct{ Name Type }

// Type says what the event is about.
func (*Decided) Type() Type     { return TypeDecided }
func (*Messages) Type() Type    { return TypeMessages }
func (*Resolved) Type() Type    { return TypeResolved }
func (*Started) Type() Type     { return TypeStarted }
func (*Made) Type() Type        { return TypeMade }
func (*Failed) Type() Type      { return TypeFailed }
func (*Attempted) Type() Type   { return TypeAttempted }
func (*Undecidable) Type() Type { return TypeUndecidable }
func (*Refused) Type() Type     { return TypeRefused }
func (u *Unknown) Type() Type   { return u.Name }
