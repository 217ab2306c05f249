package core

import (
	"fmt"
	"strconv"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// traceVersion is the version of the form that [Trace.AppendJSON] writes.
const traceVersion = 1

// AppendJSON appends the trace as one JSON object, always the same bytes for the same
// trace. [ReadTrace] reads it.
func (t *Trace) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `{"v":%d,"call":`, traceVersion)
	dst = t.Call.Value().Append(dst, jsonvalue.Compact)
	dst = appendMessages(append(dst, `,"messages":`...), t.Messages)
	dst = fmt.Appendf(dst, `,"skipped":%d,"plain":%t,"facts":`, t.Skipped, t.Plain)
	dst = t.Facts.Append(dst, jsonvalue.Compact)
	dst = append(dst, `,"calls_made":`...)
	if t.CallsMade == nil {
		dst = append(dst, `null`...)
	} else {
		dst = appendStrings(dst, t.CallsMade.Texts())
	}
	if t.TenantCalls != nil {
		dst = appendStrings(append(dst, `,"tenant_calls":`...), t.TenantCalls.Texts())
	}
	if t.Tools != nil {
		dst = appendStrings(append(dst, `,"tools":`...), t.Tools)
	}
	if t.Session != "" {
		dst = jsonvalue.AppendQuoted(append(dst, `,"session":`...), t.Session)
	}
	if len(t.Parents) > 0 {
		dst = append(dst, `,"parents":[`...)
		for i, p := range t.Parents {
			dst = append(appendComma(dst, i), `{"session":`...)
			dst = jsonvalue.AppendQuoted(dst, p.Session)
			dst = append(appendMessages(append(dst, `,"messages":`...), p.Messages), '}')
		}
		dst = append(dst, ']')
	}
	dst = append(dst, `,"decision":`...)
	dst = t.Decision.AppendJSON(dst)
	return append(dst, '}')
}

// appendMessages appends messages as [role, text, tainted, answers, signed], each as
// far as it says something.
func appendMessages(dst []byte, messages []conversation.Message) []byte {
	dst = append(dst, '[')
	for i, m := range messages {
		dst = append(appendComma(dst, i), `["`...)
		dst = append(append(dst, m.Role.String()...), `",`...)
		dst = jsonvalue.AppendQuoted(dst, m.Text)
		signed, answers := !m.Signed.IsZero(), !m.Answers.IsZero()
		if m.Tainted || answers || signed {
			dst = strconv.AppendBool(append(dst, ','), m.Tainted)
		}
		if answers || signed {
			dst = m.Answers.AppendJSON(append(dst, ','))
		}
		if signed {
			dst = m.Signed.AppendJSON(append(dst, ','))
		}
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

// ReadTrace reads the form that [Trace.AppendJSON] writes.
func ReadTrace(data []byte) (*Trace, error) {
	v, err := jsonvalue.Parse(data, jsonvalue.Limits{Bytes: len(data)})
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if version := intMember(v, "v"); version != traceVersion {
		return nil, fmt.Errorf("trace: version is %d, expected %d", version, traceVersion)
	}
	t := &Trace{Skipped: intMember(v, "skipped"), Session: stringMember(v, "session")}
	plain, _ := v.Get("plain")
	t.Plain = plain.Bool()
	call, _ := v.Get("call")
	if t.Call, err = toolcall.Read(call); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	t.Facts, _ = v.Get("facts")
	t.CallsMade, t.TenantCalls = madeMember(v, "calls_made"), madeMember(v, "tenant_calls")
	if tools, _ := v.Get("tools"); tools.Kind() == jsonvalue.Array {
		t.Tools = append([]string{}, stringsMember(v, "tools")...)
	}
	if t.Messages, err = messagesMember(v); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	parents, _ := v.Get("parents")
	for i, p := range parents.Items() {
		messages, err := messagesMember(p)
		if err != nil {
			return nil, fmt.Errorf("trace: parent %d: %w", i, err)
		}
		t.Parents = append(t.Parents, TracedSession{stringMember(p, "session"), messages})
	}
	body, _ := v.Get("decision")
	t.Decision, err = decisionOf(body)
	return t, err
}

func madeMember(v jsonvalue.Value, name string) *CallsMade {
	if made, _ := v.Get(name); made.Kind() != jsonvalue.Array {
		return nil
	}
	return NewCallsMade(stringsMember(v, name)...)
}

func messagesMember(v jsonvalue.Value) ([]conversation.Message, error) {
	list, _ := v.Get("messages")
	var messages []conversation.Message
	for i, item := range list.Items() {
		parts := item.Items()
		if len(parts) < 2 {
			return nil, fmt.Errorf("message %d: expected [role, text, tainted, answers, signed]", i)
		}
		role, ok := conversation.ParseRole(parts[0].Text())
		if !ok {
			return nil, fmt.Errorf("message %d: unknown role %q", i, parts[0].Text())
		}
		m := conversation.Message{Role: role, Text: parts[1].Text()}
		if len(parts) > 2 {
			m.Tainted = parts[2].Bool()
		}
		if len(parts) > 3 {
			m.Answers = conversation.ReadAnswers(parts[3])
		}
		if len(parts) > 4 {
			m.Signed = conversation.ReadSignature(parts[4])
		}
		messages = append(messages, m)
	}
	return messages, nil
}
