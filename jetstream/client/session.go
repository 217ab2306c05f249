package client

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
	"github.com/guardstream/guardstream/events"
)

// Proposal is a call that an agent would like to make. Call, Context and Facts are what
// the packages toolcall and conversation read, as Go values: maps, slices, structs,
// json.RawMessage, jsonvalue.Value, toolcall.Call, conversation.Conversation.
type Proposal struct {
	// ID names the proposal in its session. "" gives it a new one: name it to ask again
	// after a restart.
	ID      string
	Call    any
	Context any // nil: decided on the messages that the session holds
	Facts   any // an object, or nil
	Person  string
	// Tools are those that the session may call from now on, of those it might call
	// before; nil leaves it as it is. A session never gets more tools than it had.
	Tools []string
}

// Decision is a guard's decision and what became of it since.
type Decision struct {
	*core.Decision
	ProposalID string
	Sequence   uint64 // of the event in the log
	Duplicate  bool   // the proposal was decided before
	// ApprovalKey is what a resolution of this escalation binds to.
	ApprovalKey string
	Resolution  *events.ResolutionAnswer // nil while nobody answered
	Making      *events.MakingAnswer     // nil while nobody reported
}

// MayBeMade reports whether the call may be made: it was allowed, or escalated and
// approved. Arguments are what is to be called with, not what was proposed.
func (d *Decision) MayBeMade() bool {
	return d.Outcome == core.Allow || d.Outcome == core.Escalate && d.Resolution != nil && d.Resolution.Resolution == events.Approved
}

// Propose asks the guard about a call and waits for its decision, until ctx ends
// ([ErrUnanswered]). [ErrRefused] tells that there is none: the proposal could not be
// read, or its id was used for another call.
func (s *Session) Propose(ctx context.Context, p Proposal) (*Decision, error) {
	if p.ID == "" {
		p.ID = newID()
	}
	hash, err := callHash(p.Call)
	if err != nil {
		return nil, err
	}
	payload, err := s.encode(
		member{"proposal_id", p.ID}, member{"call", p.Call}, member{"context", p.Context}, member{"facts", p.Facts}, member{"person", p.Person}, member{"tools", toolsOf(p.Tools)})
	if err != nil {
		return nil, err
	}
	a, err := s.ask(ctx, question{kind: events.Proposals, payload: payload, proposalID: p.ID,
		// A decision about another call with this id is no answer: the refusal is to come.
		settled: func(a *events.Answer) bool { return a.ProposalID == p.ID && a.CallHash == hash && a.Decision != nil }})
	return decisionOf(a, err)
}

// toolsOf is a list of tools as a member's value: no list is no member, an empty one is.
func toolsOf(tools []string) any {
	if tools == nil {
		return nil
	}
	return tools
}

func callHash(given any) (string, error) {
	v, err := valueOf(given)
	if err != nil {
		return "", fmt.Errorf("call: %w", err)
	}
	call, err := toolcall.Read(v)
	if err != nil {
		return "", fmt.Errorf("call: %w", err)
	}
	return events.CallHash(call), nil
}

// Await waits until a person has answered an escalation.
func (s *Session) Await(ctx context.Context, proposalID string) (*Decision, error) {
	a, err := s.ask(ctx, question{proposalID: proposalID,
		settled: func(a *events.Answer) bool { return a.ProposalID == proposalID && a.Resolution != nil }})
	if err == nil && a.Decision == nil { // the answer to a resolution does not repeat the decision
		return s.Status(ctx, proposalID)
	}
	return decisionOf(a, err)
}

// Status tells where a proposal stands. [ErrRefused] with [events.UnknownProposal] tells
// that it was not decided, or not yet.
func (s *Session) Status(ctx context.Context, proposalID string) (*Decision, error) {
	a, err := s.status(ctx, proposalID, 0)
	if err == nil && a.Problem != nil {
		err = fmt.Errorf("%w: %w", ErrRefused, a.Problem)
	}
	return decisionOf(a, err)
}

// Start reports that the call is about to be made. It is refused when somebody has
// started it before.
func (s *Session) Start(ctx context.Context, proposalID string) error {
	return s.report(ctx, proposalID, events.TypeStarted, nil, "")
}

// Record reports what became of a call that might be made: its result, any value with a
// JSON form, or the failure that kept it from happening.
func (s *Session) Record(ctx context.Context, proposalID string, result any, failure error) error {
	if failure != nil {
		return s.report(ctx, proposalID, events.TypeFailed, nil, failure.Error())
	}
	return s.report(ctx, proposalID, events.TypeMade, result, "")
}

func (s *Session) report(ctx context.Context, proposalID string, outcome events.Type, result any, failure string) error {
	id := newID()
	payload, err := s.encode(
		member{"proposal_id", proposalID}, member{"outcome", string(outcome)}, member{"id", id}, member{"result", result}, member{"error", failure})
	if err != nil {
		return err
	}
	_, err = s.ask(ctx, question{kind: events.Reports, payload: payload, proposalID: proposalID,
		settled: func(a *events.Answer) bool {
			return a.Making != nil && a.Making.ID == id || a.Type == outcome && a.ID == id
		}})
	return err
}

// Complaint says why a call should not have been refused.
type Complaint struct {
	Text string
	By   string // who says so; "" when that is nobody's concern
}

// Complain files a complaint about a refusal: the call was denied, or a person was asked
// about it. It changes nothing about the decision; people see it beside the case, and it
// counts in how often a check is wrong. A complaint about anything else is [ErrRefused]
// with [events.NotRefused].
func (s *Session) Complain(ctx context.Context, proposalID string, c Complaint) error {
	id := newID()
	payload, err := s.encode(member{"proposal_id", proposalID}, member{"complaint", c.Text}, member{"by", c.By}, member{"id", id})
	if err != nil {
		return err
	}
	_, err = s.ask(ctx, question{kind: events.Reports, payload: payload, proposalID: proposalID,
		settled: func(a *events.Answer) bool {
			return a.ProposalID == proposalID && slices.Contains(a.Complaints, id)
		}})
	return err
}

// Resolution is a person's answer to an escalation.
type Resolution struct {
	Resolution  string // [events.Approved] or [events.Rejected]
	Reviewer    string
	Note        string
	ApprovalKey string // of the decision that was read; "" binds to whatever it is
}

// Resolve answers an escalation, once. Whoever comes second gets [ErrRefused] with the
// code [events.AlreadyResolved], and the decision that says by whom and when.
func (s *Session) Resolve(ctx context.Context, proposalID string, r Resolution) (*Decision, error) {
	id := newID()
	payload, err := s.encode(member{"proposal_id", proposalID}, member{"resolution", r.Resolution}, member{"reviewer", r.Reviewer},
		member{"note", r.Note}, member{"approval_key", r.ApprovalKey}, member{"id", id})
	if err != nil {
		return nil, err
	}
	return decisionOf(s.ask(ctx, question{kind: events.Resolutions, payload: payload, proposalID: proposalID,
		settled: func(a *events.Answer) bool { return a.Resolution != nil && a.Resolution.ID == id }}))
}

type member struct {
	name  string
	value any
}

// encode writes a command, without members that have nothing to say.
func (s *Session) encode(given ...member) ([]byte, error) {
	given = append(given, member{"tenant", s.client.tenant}, member{"session", s.literal})
	var members []jsonvalue.Member
	for _, m := range given {
		v, err := valueOf(m.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		if text, isText := v.StringText(); v.IsNull() || isText && text == "" && m.name != "context" {
			continue
		}
		members = append(members, jsonvalue.Member{Name: m.name, Value: v})
	}
	return jsonvalue.NewObject(members...).Append(nil, jsonvalue.Compact), nil
}

func valueOf(x any) (jsonvalue.Value, error) {
	if own, ok := x.(interface{ Value() jsonvalue.Value }); ok {
		return own.Value(), nil
	}
	return jsonvalue.From(x)
}

func newID() string { return uuid.Must(uuid.NewV7()).String() } // fails only without randomness

// decisionOf makes a decision of an answer. A refusal has a decision where there is one
// to tell about.
func decisionOf(a *events.Answer, err error) (*Decision, error) {
	if a == nil || a.Outcome == "" {
		return nil, err
	}
	d := &Decision{Decision: &core.Decision{Outcome: a.Outcome}, ProposalID: a.ProposalID, Sequence: a.Sequence, Duplicate: a.Duplicate,
		ApprovalKey: a.ApprovalKey, Resolution: a.Resolution, Making: a.Making}
	if a.Decision != nil {
		read, unreadable := core.ReadDecision(a.Decision)
		if unreadable != nil {
			return nil, errors.Join(err, unreadable)
		}
		d.Decision = read
	}
	return d, err
}
