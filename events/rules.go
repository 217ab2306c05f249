package events

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Delivery is a command as the inbox holds it.
type Delivery struct {
	Command *Command // never nil; holds what could be read
	Problem *Problem // why it could not be read; nil when it was
	Inbox   uint64   // sequence in the inbox
	Time    time.Time
}

// ReadDelivery reads a message of the inbox.
func ReadDelivery(subject string, payload []byte, inbox uint64, stored time.Time, limits Limits) Delivery {
	d := Delivery{Inbox: inbox, Time: stored}
	d.Command, d.Problem = readCommand(subject, payload, limits)
	return d
}

// ProposalID is the proposal that the command is about; "" when it could not be read.
func (d Delivery) ProposalID() string {
	switch c := d.Command; {
	case c.Proposal != nil && d.Problem != nil:
		return c.Proposal.ID
	case c.Proposal != nil:
		return c.Proposal.Identity(d.Inbox)
	case c.Report != nil:
		return c.Report.ProposalID
	case c.Complaint != nil:
		return c.Complaint.ProposalID
	case c.Resolution != nil:
		return c.Resolution.ProposalID
	default:
		return ""
	}
}

// Next says what a command becomes in the present state.
type Next uint8

const (
	Nothing Next = iota // it is in the log already, or repeats what is: only to be answered
	Append              // the body that comes with it
	Decide              // the guard has to be asked: see [State.Decided]
)

// Next is the rule for every command: what it becomes, so that the same command told
// twice, in copies or by several workers, becomes one event.
func (s *State) Next(d Delivery) (Next, Body) {
	if s.Refusal(d.Inbox) != nil {
		return Nothing, nil
	}
	if d.Problem != nil {
		return s.refuse(d, d.Problem)
	}
	switch c := d.Command; {
	case c.Kind == Proposals:
		return s.propose(d)
	case c.Complaint != nil:
		return s.complain(d)
	case c.Kind == Reports:
		return s.reportOf(d)
	default:
		return s.resolve(d)
	}
}

func (s *State) refuse(d Delivery, p *Problem) (Next, Body) { return Append, s.Refuse(d, p) }

// maxRefusedCall is the longest call that is kept with its refusal: a refusal has to be
// recordable, whatever is refused.
const maxRefusedCall = 64 << 10

// maxReason is how much of a reason is kept: it may quote what was sent.
const maxReason = 2 << 10

// Refuse is the event that refuses a command.
func (s *State) Refuse(d Delivery, p *Problem) *Refused {
	r := &Refused{Command: d.Command.Kind, ProposalID: d.ProposalID(), ID: d.Command.ID,
		Problem: Problem{Code: p.Code, Field: truncate(p.Field, maxReason), Reason: truncate(p.Reason, maxReason)}}
	if d.Command.Proposal != nil && len(d.Command.Proposal.RawCall) <= maxRefusedCall {
		r.Call = d.Command.Proposal.RawCall
	}
	return r
}

// propose: a proposal is decided once. Its id with other bytes is another proposal that
// pretends to be this one, or a careless client: either way it is said loudly.
func (s *State) propose(d Delivery) (Next, Body) {
	p := d.Command.Proposal
	c := s.cases[p.Identity(d.Inbox)]
	switch {
	case c == nil:
		return Decide, nil
	case c.Undecidable != "":
		return Nothing, nil
	case c.CallHash != CallHash(p.Call):
		return s.refuse(d, problem(IDConflict, "proposal_id", "%q was decided for another call", c.ProposalID))
	case p.ID == "" && !c.Time.Equal(d.Time):
		// Named by its place in an inbox that was made anew since: not the same proposal.
		return s.refuse(d, problem(IDConflict, "proposal_id", "%q was decided for a proposal of another time; give a proposal_id", c.ProposalID))
	default:
		return Nothing, nil
	}
}

// resolve: an escalation is answered once; who comes second is told by whom and when.
func (s *State) resolve(d Delivery) (Next, Body) {
	r := d.Command.Resolution
	c := s.cases[r.ProposalID]
	switch {
	case c == nil:
		return s.refuse(d, problem(UnknownProposal, "proposal_id", "no proposal %q was decided in this session", r.ProposalID))
	case c.Resolved.by(d):
		return Nothing, nil
	case c.Resolution != nil:
		return s.refuse(d, problem(AlreadyResolved, "proposal_id", "%s by %s at %s", c.Resolution.Resolution, c.Resolution.Reviewer,
			c.Resolved.Time.UTC().Format(time.RFC3339)))
	case !c.Open():
		return s.refuse(d, problem(NotEscalated, "proposal_id", "the decision is %s: there is nothing to resolve", c.verdict()))
	case r.ApprovalKey != "" && r.ApprovalKey != c.ApprovalKey:
		return s.refuse(d, problem(BindingMismatch, "approval_key", "the escalation is about other arguments or reasons"))
	}
	return Append, &Resolved{ProposalID: r.ProposalID, ID: d.Command.ID, Resolution: r.Resolution, Reviewer: r.Reviewer, Note: r.Note,
		ApprovalKey: c.ApprovalKey}
}

// reportOf: a call is started once and ends once, and only when it may be made.
func (s *State) reportOf(d Delivery) (Next, Body) {
	r := d.Command.Report
	c := s.cases[r.ProposalID]
	switch {
	case c == nil:
		return s.refuse(d, problem(UnknownProposal, "proposal_id", "no proposal %q was decided in this session", r.ProposalID))
	case !c.MayBeMade():
		return s.refuse(d, problem(NotAllowed, "proposal_id", "the call was not allowed: the decision is %s", c.verdict()))
	case c.Started.by(d), c.Ended.by(d), r.Outcome == c.Making() && c.endedLike(r):
		return Nothing, nil
	case c.Ended.Sequence != 0, r.Outcome == c.Making():
		return s.refuse(d, problem(AlreadyReported, "outcome", "the call was %s at %s", c.Making(), c.reported().Time.UTC().Format(time.RFC3339)))
	}
	switch r.Outcome {
	case TypeStarted:
		return Append, &Started{ProposalID: r.ProposalID, ID: d.Command.ID}
	case TypeFailed:
		return Append, &Failed{ProposalID: r.ProposalID, ID: d.Command.ID, Error: r.Error}
	default:
		return Append, made(r, d.Command.ID)
	}
}

// maxResult is the longest result that is kept whole: it becomes a tool output of the
// session where no contexts are sent. Of a longer one the hash is kept.
const maxResult = 256 << 10

func made(r *Report, id string) *Made {
	m := &Made{ProposalID: r.ProposalID, ID: id}
	if r.Result.IsNull() {
		return m
	}
	result := r.Result.Append(nil, jsonvalue.Compact)
	sum := sha256.Sum256(result)
	m.ResultHash = hex.EncodeToString(sum[:])
	if len(result) <= maxResult {
		m.Result = result
	}
	return m
}

// endedLike reports whether a report tells again how the call ended, in the same words:
// a copy of the first without an id of its own.
func (c *Case) endedLike(r *Report) bool {
	switch {
	case c.Failure != nil:
		return c.Failure.Error == r.Error
	case c.Result != nil:
		return c.Result.ResultHash == made(r, "").ResultHash
	default:
		return false
	}
}

// reported is when the making of the call last went on.
func (c *Case) reported() Moment {
	if c.Ended.Sequence != 0 {
		return c.Ended
	}
	return c.Started
}

// verdict is the decision in a word, for people.
func (c *Case) verdict() string {
	switch {
	case c.Undecidable != "":
		return string(TypeUndecidable)
	case c.Resolution != nil:
		return strings.Join([]string{string(c.Outcome), c.Resolution.Resolution}, ", ")
	default:
		return string(c.Outcome)
	}
}

// Decided is the event of a decision about a proposal in the present state; body is
// the decision's, from [core.Decision.AppendJSON]. A body that no fold could read is an
// error ([ErrEvent]): stored, it would end the session.
func (s *State) Decided(d Delivery, body []byte) (*Decided, error) {
	v, err := readVerdict(body)
	if err != nil {
		return nil, err
	}
	p := d.Command.Proposal
	return &Decided{verdict: &v, ProposalID: p.Identity(d.Inbox), Person: p.Person, Call: p.RawCall, CallHash: CallHash(p.Call), Facts: p.RawFacts, Tools: p.Tools,
		Context: s.Extends(p), Decision: body}, nil
}

// GiveUp is the event that ends a command which could not be handled.
func GiveUp(d Delivery, reason string) *Undecidable {
	return &Undecidable{Command: d.Command.Kind, ProposalID: d.ProposalID(), ID: d.Command.ID, Reason: truncate(reason, maxReason)}
}

// Event returns the event of a body that a command became, to be appended after the
// present state.
func (s *State) Event(d Delivery, b Body) *Event {
	e := &Event{Header: Header{Prev: s.Prev, Time: d.Time, Inbox: d.Inbox}, Body: b}
	if IsHashed(s.Session.Tenant) {
		e.Tenant = d.Command.LiteralTenant
	}
	if IsHashed(s.Session.Name) {
		e.Session = d.Command.LiteralSession
	}
	return e
}
