package events

import (
	"strconv"
	"time"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// AppendJSON appends the event's payload: one JSON object, always the same bytes for
// the same event. What an event read from the log had in [Event.Extra] is not written:
// stored events are copied as bytes, never written again.
func (e *Event) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"v":`...)
	dst = strconv.AppendInt(dst, Version, 10)
	dst = append(dst, `,"type":`...)
	dst = jsonvalue.AppendQuoted(dst, string(e.Body.Type()))
	dst = appendText(dst, "tenant", e.Tenant)
	dst = appendText(dst, "session", e.Session)
	dst = append(dst, `,"prev":"`...)
	dst = append(append(dst, e.Prev.String()...), '"')
	dst = appendTime(dst, "time", e.Time)
	dst = appendNumber(dst, "inbox", e.Inbox)
	dst = e.Body.appendMembers(dst)
	return append(dst, '}')
}

// SizeHint is about how long the event's payload is, for a buffer to write it to.
func (e *Event) SizeHint() int {
	const header = 512
	d, ok := e.Body.(*Decided)
	if !ok {
		return header
	}
	return header + len(d.Call) + len(d.Facts) + len(d.Decision) + textBytes(d.Context.New)*5/4 + 40*len(d.Context.New)
}

func (d *Decided) appendMembers(dst []byte) []byte {
	dst = appendText(dst, "proposal_id", d.ProposalID)
	dst = appendText(dst, "person", d.Person)
	dst = appendRaw(dst, "call", d.Call)
	dst = appendText(dst, "call_hash", d.CallHash)
	dst = appendRaw(dst, "facts", d.Facts)
	dst = appendTexts(dst, "tools", d.Tools)
	dst = d.Context.appendMember(dst)
	return appendRaw(dst, "decision", d.Decision)
}

func (m *Messages) appendMembers(dst []byte) []byte {
	return m.Context.appendMember(appendText(dst, "proposal_id", m.ProposalID))
}

func (r *Resolved) appendMembers(dst []byte) []byte {
	dst = appendText(dst, "proposal_id", r.ProposalID)
	dst = appendText(dst, "id", r.ID)
	dst = appendText(dst, "resolution", r.Resolution)
	dst = appendText(dst, "reviewer", r.Reviewer)
	dst = appendText(dst, "note", r.Note)
	return appendText(dst, "approval_key", r.ApprovalKey)
}

func (s *Started) appendMembers(dst []byte) []byte {
	return appendText(appendText(dst, "proposal_id", s.ProposalID), "id", s.ID)
}

func (m *Made) appendMembers(dst []byte) []byte {
	dst = appendText(appendText(dst, "proposal_id", m.ProposalID), "id", m.ID)
	dst = appendRaw(dst, "result", m.Result)
	return appendText(dst, "result_hash", m.ResultHash)
}

func (f *Failed) appendMembers(dst []byte) []byte {
	dst = appendText(appendText(dst, "proposal_id", f.ProposalID), "id", f.ID)
	return appendText(dst, "error", f.Error)
}

func (a *Attempted) appendMembers(dst []byte) []byte {
	dst = appendText(dst, "command", string(a.Command))
	dst = append(dst, `,"attempt":`...)
	return strconv.AppendInt(dst, int64(a.Attempt), 10)
}

func (u *Undecidable) appendMembers(dst []byte) []byte {
	dst = appendText(dst, "command", string(u.Command))
	dst = appendText(dst, "proposal_id", u.ProposalID)
	dst = appendText(dst, "id", u.ID)
	return appendText(dst, "reason", u.Reason)
}

func (r *Refused) appendMembers(dst []byte) []byte {
	dst = appendText(dst, "command", string(r.Command))
	dst = appendText(dst, "proposal_id", r.ProposalID)
	dst = appendText(dst, "id", r.ID)
	dst = appendRaw(dst, "call", r.Call)
	return r.Problem.appendMember(dst)
}

func (*Unknown) appendMembers(dst []byte) []byte { return dst }

// appendMember appends the problem as a member of the object being written.
func (p *Problem) appendMember(dst []byte) []byte {
	dst = append(dst, `,"problem":{"code":`...)
	dst = jsonvalue.AppendQuoted(dst, string(p.Code))
	dst = appendText(dst, "field", p.Field)
	dst = appendText(dst, "reason", p.Reason)
	return append(dst, '}')
}

func (c *Context) appendMember(dst []byte) []byte {
	if !c.Given {
		return dst
	}
	dst = append(dst, `,"context":{"from":`...)
	dst = strconv.AppendInt(dst, int64(c.From), 10)
	dst = append(dst, `,"new":[`...)
	for i, m := range c.New {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendMessage(dst, m)
	}
	dst = append(dst, ']')
	if c.Skipped != 0 {
		dst = append(dst, `,"skipped":`...)
		dst = strconv.AppendInt(dst, int64(c.Skipped), 10)
	}
	if c.Plain {
		dst = append(dst, `,"plain":true`...)
	}
	return append(dst, '}')
}

func appendMessage(dst []byte, m conversation.Message) []byte {
	dst = append(dst, `{"role":"`...)
	dst = append(dst, m.Role.String()...)
	dst = append(dst, `","content":`...)
	dst = jsonvalue.AppendQuoted(dst, m.Text)
	if m.Tainted {
		dst = append(dst, `,"tainted":true`...)
	}
	if !m.Answers.IsZero() {
		dst = m.Answers.AppendJSON(appendName(dst, "answers"))
	}
	if !m.Signed.IsZero() {
		dst = m.Signed.AppendJSON(appendName(dst, "signed"))
	}
	return append(dst, '}')
}

// appendText appends a member, unless it has nothing to say.
func appendText(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	return jsonvalue.AppendQuoted(appendName(dst, name), text)
}

// appendTexts appends a list of texts, unless there is none; an empty one is one.
func appendTexts(dst []byte, name string, texts []string) []byte {
	if texts == nil {
		return dst
	}
	dst = append(appendName(dst, name), '[')
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsonvalue.AppendQuoted(dst, text)
	}
	return append(dst, ']')
}

// appendNumber appends a member, unless it is zero.
func appendNumber(dst []byte, name string, n uint64) []byte {
	if n == 0 {
		return dst
	}
	return strconv.AppendUint(appendName(dst, name), n, 10)
}

func appendTime(dst []byte, name string, t time.Time) []byte {
	dst = append(appendName(dst, name), '"')
	return append(t.UTC().AppendFormat(dst, time.RFC3339Nano), '"')
}

// appendRaw appends a member that is JSON already, unless there is none.
func appendRaw(dst []byte, name string, value []byte) []byte {
	if value == nil {
		return dst
	}
	return append(appendName(dst, name), value...)
}

func appendName(dst []byte, name string) []byte {
	dst = append(dst, `,"`...)
	dst = append(dst, name...)
	return append(dst, `":`...)
}
