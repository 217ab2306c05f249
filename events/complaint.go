package events

import (
	"fmt"

	"github.com/guardstream/guardstream/core"
)

// Complaint says that a call should not have been refused, a false alarm:
//
//	{"proposal_id": "…", "complaint": "why", "by"?: "who says so", "id"?: "…", "tenant"?: "…", "session"?: "…"}
//
// It changes nothing about the decision: a person reads it, and it counts in how often a
// check is wrong. Like a report it is sent on [Reports].
type Complaint struct {
	ProposalID string
	Text       string
	By         string // the user, the agent, as they call themselves; "" when not said
}

// Complained says that somebody complained about a refusal.
type Complained struct {
	ProposalID string
	ID         string
	Text       string
	By         string
}

// Type says what the event is about.
func (*Complained) Type() Type { return TypeComplaint }

func (c *Complained) appendMembers(dst []byte) []byte {
	dst = appendText(appendText(dst, "proposal_id", c.ProposalID), "id", c.ID)
	return appendText(appendText(dst, "complaint", c.Text), "by", c.By)
}

func complainedMembers(m *members) *Complained {
	return &Complained{ProposalID: m.needText("proposal_id"), ID: m.text("id"), Text: m.needText("complaint"), By: m.text("by")}
}

// isComplaint reports whether a command on [Reports] is one.
func isComplaint(f *fields) bool {
	_, given := f.object.Get("complaint")
	return given
}

func readComplaint(f *fields) *Complaint {
	return &Complaint{ProposalID: f.id("proposal_id", true), Text: f.needText("complaint"), By: f.text("by", maxID)}
}

// maxComplaints is how many complaints about one refusal are recorded: what more of them
// would say is known by then.
const maxComplaints = 16

// complain: a complaint is about a refusal, and recorded once.
func (s *State) complain(d Delivery) (Next, Body) {
	r := d.Command.Complaint
	c := s.cases[r.ProposalID]
	switch {
	case c == nil:
		return s.refuse(d, problem(UnknownProposal, "proposal_id", "no proposal %q was decided in this session", r.ProposalID))
	case c.complainedBy(d) != nil:
		return Nothing, nil
	case c.Outcome != core.Deny && c.Outcome != core.Escalate:
		return s.refuse(d, problem(NotRefused, "proposal_id", "there is no refusal to complain about: the decision is %s", c.verdict()))
	case len(c.complaints) == maxComplaints:
		return s.refuse(d, problem(AlreadyReported, "complaint", "%d complaints about this refusal are recorded already", maxComplaints))
	}
	return Append, &Complained{ProposalID: r.ProposalID, ID: d.Command.ID, Text: r.Text, By: r.By}
}

// complainedBy returns when this command complained, nil when it did not.
func (c *Case) complainedBy(d Delivery) *Moment {
	for i := range c.complaints {
		if c.complaints[i].by(d) {
			return &c.complaints[i]
		}
	}
	return nil
}

// foldComplaint takes over a complaint.
func (s *State) foldComplaint(at Moment, b *Complained) error {
	at.ID = b.ID
	c := s.cases[b.ProposalID]
	if c == nil || c.Outcome == core.Allow || c.Outcome == "" || len(c.complaints) == maxComplaints {
		return fmt.Errorf("%w: it complains about %q, which was not refused", ErrChain, b.ProposalID)
	}
	c.complaints = append(c.complaints, at)
	return nil
}
