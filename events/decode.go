package events

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Read reads an event's payload. Members that it does not know are kept in
// [Event.Extra], events of a type that it does not know have the body [Unknown]. The
// event shares the payload's memory.
//
// Errors wrap [ErrEvent] and name the member, or [ErrVersion].
func Read(payload []byte) (*Event, error) {
	m := readMembers(payload, "")
	if m.err != nil {
		return nil, m.err
	}
	if v := m.number("v"); v > Version {
		return nil, fmt.Errorf("%w: it is of version %d, this program reads up to %d", ErrVersion, v, Version)
	} else if v == 0 {
		m.fail("v", "missing")
	}
	e := &Event{}
	kind := Type(m.needText("type"))
	e.Tenant, e.Session = m.text("tenant"), m.text("session")
	e.Prev, e.Time, e.Inbox = m.hash("prev"), m.time("time"), m.number("inbox")
	e.Body = readBody(kind, m)
	if m.err != nil {
		return nil, m.err
	}
	e.Extra = m.rest()
	return e, nil
}

func readBody(t Type, m *members) Body {
	switch t {
	case TypeDecided:
		return &Decided{ProposalID: m.needText("proposal_id"), Person: m.text("person"), Call: m.need("call"), CallHash: m.needText("call_hash"),
			Facts: m.raw("facts"), Tools: m.texts("tools"), Context: readContext(m), Decision: m.need("decision")}
	case TypeMessages:
		return &Messages{ProposalID: m.needText("proposal_id"), Context: readContext(m)}
	case TypeResolved:
		r := &Resolved{ProposalID: m.needText("proposal_id"), ID: m.text("id"), Resolution: m.needText("resolution"), Reviewer: m.needText("reviewer"),
			Note: m.text("note"), ApprovalKey: m.text("approval_key")}
		if r.Resolution != Approved && r.Resolution != Rejected {
			m.fail("resolution", "expected %q or %q", Approved, Rejected)
		}
		return r
	case TypeStarted:
		return &Started{ProposalID: m.needText("proposal_id"), ID: m.text("id")}
	case TypeMade:
		return &Made{ProposalID: m.needText("proposal_id"), ID: m.text("id"), Result: m.raw("result"), ResultHash: m.text("result_hash")}
	case TypeFailed:
		return &Failed{ProposalID: m.needText("proposal_id"), ID: m.text("id"), Error: m.text("error")}
	case TypeAttempted:
		return &Attempted{Command: Kind(m.needText("command")), Attempt: int(m.number("attempt"))}
	case TypeUndecidable:
		return &Undecidable{Command: Kind(m.needText("command")), ProposalID: m.text("proposal_id"), ID: m.text("id"), Reason: m.text("reason")}
	case TypeComplaint:
		return complainedMembers(m)
	case TypeRefused:
		return &Refused{Command: Kind(m.needText("command")), ProposalID: m.text("proposal_id"), ID: m.text("id"), Call: m.raw("call"),
			Problem: readProblem(m)}
	default:
		return &Unknown{Name: t}
	}
}

func readProblem(m *members) Problem {
	inner := readMembers(m.need("problem"), "problem.")
	p := Problem{Code: Code(inner.needText("code")), Field: inner.text("field"), Reason: inner.text("reason")}
	m.adopt(inner)
	return p
}

func readContext(m *members) Context {
	v := m.raw("context")
	if v == nil {
		return Context{}
	}
	inner := readMembers(v, "context.")
	c := Context{Given: true, From: int(inner.number("from")), Skipped: int(inner.number("skipped")), Plain: inner.yes("plain")}
	items := inner.items("new")
	c.New = make([]conversation.Message, 0, len(items))
	for i, item := range items {
		c.New = append(c.New, readMessage(inner, i, item))
	}
	m.adopt(inner)
	return c
}

func readMessage(m *members, i int, item jsontext.Value) conversation.Message {
	inner := readMembers(item, fmt.Sprintf("context.new.%d.", i))
	role, ok := conversation.ParseRole(inner.needText("role"))
	if !ok {
		inner.fail("role", "unknown")
	}
	message := conversation.Message{Role: role, Text: inner.text("content"), Tainted: inner.yes("tainted")}
	if answers := inner.raw("answers"); answers != nil {
		if err := message.Answers.UnmarshalJSON(answers); err != nil {
			inner.fail("answers", "%s", err)
		}
	}
	if signed := inner.raw("signed"); signed != nil {
		v, err := jsonvalue.Parse(signed, jsonvalue.Limits{Bytes: len(signed)})
		if err != nil {
			inner.fail("signed", "%s", err)
		}
		message.Signed = conversation.ReadSignature(v)
	}
	m.adopt(inner)
	return message
}

// adopt takes over the error of an object inside of this one.
func (m *members) adopt(inner *members) {
	if m.err == nil {
		m.err = inner.err
	}
}
