package events

import (
	"strconv"
	"time"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// TypeStatus is the type of an answer to a question instead of a command.
const TypeStatus Type = "status"

// Answer tells what became of a command. It is published on the session's answers
// subject after the event is stored, and is what the status service replies.
//
//	{"v": 1, "type": "decided" | "resolved" | "started" | "made" | "failed" | "complaint" | "refused" |
//	         "undecidable" | "status",
//	 "proposal_id", "id"?, "inbox", "sequence", "duplicate"?,
//	 "outcome"?, "call_hash"?, "decision"?, "approval_key"?, "resolution"?, "making"?,
//	 "complaints"?, "problem"?}
//
// Beside what became of the command it always tells where the proposal stands: outcome,
// resolution and making are those of the log when the answer was written.
type Answer struct {
	Type Type
	// Tenant and Session are the literal ids, where the subject has only their hash.
	Tenant, Session string
	ProposalID      string
	ID              string // of the command, as its sender named it
	Inbox           uint64 // the command's sequence, which the sender was acknowledged with
	Sequence        uint64 // of the event that settled it; 0 when there is none
	Duplicate       bool   // it was settled before: this repeats the first answer

	Outcome     core.Outcome // "" while not decided
	CallHash    string       // [CallHash] of the call that was decided about
	Decision    []byte       // JSON: the decision's body; in answers to proposals and questions
	ApprovalKey string       // of an escalation: what a resolution binds to
	Resolution  *ResolutionAnswer
	Making      *MakingAnswer
	Complaints  []string // ids of the complaints about the refusal, "" of one without
	Problem     *Problem
}

// ResolutionAnswer is how an escalation was answered, by whom and when.
type ResolutionAnswer struct {
	Resolution string
	Reviewer   string
	Note       string
	ID         string // of the command that did it
	Time       time.Time
}

// MakingAnswer is how far the making of a call has come.
type MakingAnswer struct {
	State Type // [TypeStarted], [TypeMade] or [TypeFailed]
	ID    string
	Time  time.Time
}

// Answer tells what became of a command that the log holds. The decision's body is not
// part of a state: whoever has it adds it.
func (s *State) Answer(d Delivery) Answer {
	a := Answer{Tenant: s.LiteralTenant, Session: s.LiteralSession, ProposalID: d.ProposalID(), ID: d.Command.ID, Inbox: d.Inbox}
	c := s.cases[a.ProposalID]
	if r := s.Refusal(d.Inbox); r != nil {
		a.refused(r)
		a.standing(c)
		return a
	}
	a.standing(c)
	switch {
	case c == nil:
		return a
	case d.Command.Kind == Resolutions:
		a.Type, a.Sequence = TypeResolved, c.Resolved.Sequence
	case d.Command.Complaint != nil:
		a.Type = TypeComplaint
		if at := c.complainedBy(d); at != nil {
			a.Sequence = at.Sequence
		}
	case d.Command.Kind == Reports && c.Started.by(d):
		a.Type, a.Sequence = TypeStarted, c.Started.Sequence
	case d.Command.Kind == Reports:
		a.Type, a.Sequence = c.Making(), c.reported().Sequence
	default:
		a.decided(c)
	}
	return a
}

// Status tells where a proposal stands. An inbox sequence that is not 0 asks for that
// command: it may have been refused, which its proposal does not know.
func (s *State) Status(proposalID string, inbox uint64) Answer {
	a := Answer{Type: TypeStatus, Tenant: s.LiteralTenant, Session: s.LiteralSession, ProposalID: proposalID, Inbox: inbox}
	if r := s.Refusal(inbox); r != nil {
		a.refused(r)
		a.standing(s.cases[a.ProposalID])
		return a
	}
	c := s.cases[proposalID]
	if c == nil && proposalID == "" && inbox != 0 {
		a.ProposalID = ownMark + strconv.FormatUint(inbox, 10)
		c = s.cases[a.ProposalID]
	}
	if c == nil {
		a.Problem = problem(UnknownProposal, "proposal_id", "no such proposal was decided in this session")
		return a
	}
	a.standing(c)
	a.decided(c)
	a.Type = TypeStatus
	return a
}

func (a *Answer) refused(r *Refusal) {
	a.Type, a.Sequence, a.Problem = TypeRefused, r.Sequence, &r.Problem
	if r.Problem.Code == Unprocessable {
		a.Type = TypeUndecidable
	}
	a.ID = r.ID
	if a.ProposalID == "" {
		a.ProposalID = r.ProposalID
	}
}

func (a *Answer) decided(c *Case) {
	a.Type, a.Sequence = TypeDecided, c.Sequence
	if c.Undecidable != "" {
		a.Type, a.Problem = TypeUndecidable, &Problem{Code: Unprocessable, Reason: c.Undecidable}
	}
}

// standing fills in where a proposal stands.
func (a *Answer) standing(c *Case) {
	if c == nil {
		return
	}
	a.Outcome, a.CallHash, a.ApprovalKey = c.Outcome, c.CallHash, c.ApprovalKey
	if r := c.Resolution; r != nil {
		a.Resolution = &ResolutionAnswer{Resolution: r.Resolution, Reviewer: r.Reviewer, Note: r.Note, ID: r.ID, Time: c.Resolved.Time}
	}
	for _, at := range c.complaints {
		a.Complaints = append(a.Complaints, at.ID)
	}
	if making := c.Making(); making != "" {
		at := c.reported()
		a.Making = &MakingAnswer{State: making, ID: at.ID, Time: at.Time}
	}
}

// AppendJSON appends the answer as one JSON object.
func (a *Answer) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"v":`...)
	dst = strconv.AppendInt(dst, Version, 10)
	dst = appendText(dst, "type", string(a.Type))
	dst = appendText(dst, "tenant", a.Tenant)
	dst = appendText(dst, "session", a.Session)
	dst = appendText(dst, "proposal_id", a.ProposalID)
	dst = appendText(dst, "id", a.ID)
	dst = appendNumber(dst, "inbox", a.Inbox)
	dst = appendNumber(dst, "sequence", a.Sequence)
	if a.Duplicate {
		dst = append(dst, `,"duplicate":true`...)
	}
	dst = appendText(dst, "outcome", string(a.Outcome))
	dst = appendText(dst, "call_hash", a.CallHash)
	dst = appendRaw(dst, "decision", a.Decision)
	dst = appendText(dst, "approval_key", a.ApprovalKey)
	if r := a.Resolution; r != nil {
		dst = append(dst, `,"resolution":{"resolution":`...)
		dst = jsonvalue.AppendQuoted(dst, r.Resolution)
		dst = appendText(dst, "reviewer", r.Reviewer)
		dst = appendText(dst, "note", r.Note)
		dst = appendText(dst, "id", r.ID)
		dst = append(appendTime(dst, "time", r.Time), '}')
	}
	if m := a.Making; m != nil {
		dst = append(dst, `,"making":{"state":`...)
		dst = jsonvalue.AppendQuoted(dst, string(m.State))
		dst = appendText(dst, "id", m.ID)
		dst = append(appendTime(dst, "time", m.Time), '}')
	}
	dst = appendTexts(dst, "complaints", a.Complaints)
	if a.Problem != nil {
		dst = a.Problem.appendMember(dst)
	}
	return append(dst, '}')
}

// ReadAnswer reads what [Answer.AppendJSON] writes. Members it does not know are passed
// over.
func ReadAnswer(data []byte) (*Answer, error) {
	m := readMembers(data, "")
	a := &Answer{Type: Type(m.needText("type")), Tenant: m.text("tenant"), Session: m.text("session"), ProposalID: m.text("proposal_id"), ID: m.text("id"),
		Inbox: m.number("inbox"), Sequence: m.number("sequence"), Duplicate: m.yes("duplicate"), Outcome: core.Outcome(m.text("outcome")),
		CallHash: m.text("call_hash"), Decision: m.raw("decision"), ApprovalKey: m.text("approval_key")}
	if v := m.raw("resolution"); v != nil {
		r := readMembers(v, "resolution.")
		a.Resolution = &ResolutionAnswer{Resolution: r.needText("resolution"), Reviewer: r.text("reviewer"), Note: r.text("note"), ID: r.text("id"), Time: r.time("time")}
		m.adopt(r)
	}
	if v := m.raw("making"); v != nil {
		r := readMembers(v, "making.")
		a.Making = &MakingAnswer{State: Type(r.needText("state")), ID: r.text("id"), Time: r.time("time")}
		m.adopt(r)
	}
	a.Complaints = m.texts("complaints")
	if m.raw("problem") != nil {
		p := readProblem(m)
		a.Problem = &p
	}
	if m.err != nil {
		return nil, m.err
	}
	return a, nil
}
