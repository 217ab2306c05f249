package events

import (
	"iter"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// State is what a session's log says so far. It is made by [State.Apply] alone and
// belongs to one goroutine at a time.
type State struct {
	// Session is whose log it is; LiteralTenant and LiteralSession are the ids behind
	// hashed tokens, as the log names them.
	Session                       Session
	LiteralTenant, LiteralSession string
	// Sequence is the stream's sequence of the last event, 0 when there is none: what
	// the next append expects.
	Sequence uint64
	// Prev is the hash of the last event.
	Prev Hash
	// Events counts the events folded.
	Events int

	conversation conversation.Conversation
	textBytes    int              // of the conversation
	contexts     bool             // some proposal brought a conversation: results are part of the next one
	live         *core.Transcript // nil until a second proposal pays for it
	liveSkipped  int              // items skipped in the conversation that live was made of

	tools    []string // see Tools
	cases    map[string]*Case
	order    []*Case
	made     *core.CallsMade
	refusals refusals
	attempts map[uint64]int
}

// NewState returns the state of a session without events.
func NewState(s Session) *State {
	return &State{Session: s, cases: make(map[string]*Case), made: core.NewCallsMade(), attempts: make(map[uint64]int)}
}

// Case is one proposal that was decided, or given up, and what became of it since.
type Case struct {
	ProposalID  string
	CallHash    string
	Sequence    uint64 // of the event that decided
	Inbox       uint64 // of the proposal
	Time        time.Time
	Outcome     core.Outcome // "" when it was undecidable
	Tool        string
	ApprovalKey string // of an escalation
	Undecidable string // why it was given up; "" when it was decided

	Resolution *Resolved // nil while nobody answered
	Resolved   Moment
	Started    Moment
	Ended      Moment
	Result     *Made   // of a call that was made
	Failure    *Failed // of a call that failed
	complaints []Moment

	call string // [core.CallText] of the validated call
}

// Moment is when and by which command something happened.
type Moment struct {
	Sequence uint64 // of the event
	Inbox    uint64 // of the command
	ID       string // of the command; "" when it had none
	Time     time.Time
}

// by reports whether it was this command that did it: the same message of the inbox,
// or a copy of it with the same id.
func (m Moment) by(d Delivery) bool {
	return m.Sequence != 0 && (m.Inbox == d.Inbox || m.ID != "" && m.ID == d.Command.ID)
}

// MayBeMade reports whether the call may be made: it was allowed, or escalated and
// approved.
func (c *Case) MayBeMade() bool {
	switch c.Outcome {
	case core.Allow:
		return true
	case core.Escalate:
		return c.Resolution != nil && c.Resolution.Resolution == Approved
	default:
		return false
	}
}

// Making says how far the making of the call has come: "", [TypeStarted], [TypeMade] or
// [TypeFailed].
func (c *Case) Making() Type {
	switch {
	case c.Result != nil:
		return TypeMade
	case c.Failure != nil:
		return TypeFailed
	case c.Started.Sequence != 0:
		return TypeStarted
	default:
		return ""
	}
}

// argumentText is the validated arguments as JSON, of a call that may be made.
func (c *Case) argumentText() jsonvalue.Value {
	return jsonvalue.NewString(c.call[len(c.Tool)+len("(") : len(c.call)-len(")")])
}

// Open reports whether the proposal waits for a person.
func (c *Case) Open() bool { return c.Outcome == core.Escalate && c.Resolution == nil }

// Case returns the case of a proposal, nil when there is none.
func (s *State) Case(proposalID string) *Case { return s.cases[proposalID] }

// Cases ranges over the session's proposals in the order they were decided.
func (s *State) Cases() iter.Seq[*Case] {
	return func(yield func(*Case) bool) {
		for _, c := range s.order {
			if !yield(c) {
				return
			}
		}
	}
}

// CallsMade are the calls of the session that count as made: allowed, or approved, and
// not failed. It must not be changed.
func (s *State) CallsMade() *core.CallsMade { return s.made }

// Conversation returns the messages the session holds. They must not be changed.
func (s *State) Conversation() conversation.Conversation { return s.conversation }

// Attempts is how many further attempts at a command the log holds.
func (s *State) Attempts(inbox uint64) int { return s.attempts[inbox] }

// maxRefusals is how many refusals a state remembers. They are kept so that a command
// which is delivered again is answered and not refused twice; that happens soon or not
// at all, and a session that is sent rubbish for days must not grow.
const maxRefusals = 1024

// Refusal is a command that was refused or given up.
type Refusal struct {
	Command    Kind
	ProposalID string
	ID         string
	Sequence   uint64 // of the event
	Problem    Problem
}

type refusals struct {
	byInbox map[uint64]*Refusal
	order   []uint64
}

func (r *refusals) add(inbox uint64, refusal *Refusal) {
	if r.byInbox == nil {
		r.byInbox = make(map[uint64]*Refusal)
	}
	if len(r.order) == maxRefusals {
		delete(r.byInbox, r.order[0])
		r.order = r.order[1:]
	}
	r.byInbox[inbox] = refusal
	r.order = append(r.order, inbox)
}

// Refusal returns what became of a refused command, nil when it was not refused (or
// more than a thousand refusals ago).
func (s *State) Refusal(inbox uint64) *Refusal { return s.refusals.byInbox[inbox] }

// Weights of what a state holds, measured with one-kilobyte events: what is found in a
// message takes some ten times its text once the session is a live one.
const (
	baseWeight = 2 << 10
	caseWeight = 1 << 10
	textWeight = 12
)

// Weight estimates the memory that the state takes, in bytes.
func (s *State) Weight() int {
	return baseWeight + caseWeight*(len(s.order)+len(s.refusals.order)) + textWeight*s.textBytes
}
