package core

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// traceVersion is the version of the form that [Trace.AppendJSON] writes.
const traceVersion = 1

// Trace is everything that a decision was computed from, and the decision: enough to
// compute it again, anywhere, later.
type Trace struct {
	Call      toolcall.Call
	Messages  []conversation.Message
	Skipped   int  // items of the conversation that could not be read
	Plain     bool // the conversation was one text
	Facts     jsonvalue.Value
	CallsMade *CallsMade // nil: were not known
	// TenantCalls are the calls made in the tenant's other sessions; nil: were not known.
	TenantCalls *CallsMade
	Decision    *Decision
}

// inputs keeps what a trace is made of, without copying the conversation: messages
// only ever leave or join a transcript, they do not change.
type inputs struct {
	request  Request
	messages []*message
}

// Trace returns the decision's trace; nil for a decision that was not computed here.
func (d *Decision) Trace() *Trace {
	if d.inputs == nil {
		return nil
	}
	r := d.inputs.request
	t := &Trace{Call: r.Call, Facts: r.Facts, Decision: d, Skipped: r.Transcript.skipped, Plain: r.Transcript.plain}
	for _, m := range d.inputs.messages {
		t.Messages = append(t.Messages, m.Message)
	}
	if r.CallsMade != nil {
		t.CallsMade = NewCallsMade(r.CallsMade.Texts()...)
	}
	if r.TenantCalls != nil {
		t.TenantCalls = NewCallsMade(r.TenantCalls.Texts()...)
	}
	return t
}

// AppendJSON appends the trace as one JSON object, always the same bytes for the same
// trace. [ReadTrace] reads it.
func (t *Trace) AppendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `{"v":%d,"call":`, traceVersion)
	dst = t.Call.Value().Append(dst, jsonvalue.Compact)
	dst = append(dst, `,"messages":[`...)
	for i, m := range t.Messages {
		dst = appendComma(dst, i)
		dst = append(dst, `["`...)
		dst = append(append(dst, m.Role.String()...), `",`...)
		dst = jsonvalue.AppendQuoted(dst, m.Text)
		if m.Tainted || !m.Answers.IsZero() {
			dst = strconv.AppendBool(append(dst, ','), m.Tainted)
		}
		if !m.Answers.IsZero() {
			dst = m.Answers.AppendJSON(append(dst, ','))
		}
		dst = append(dst, ']')
	}
	dst = fmt.Appendf(dst, `],"skipped":%d,"plain":%t,"facts":`, t.Skipped, t.Plain)
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
	dst = append(dst, `,"decision":`...)
	dst = t.Decision.AppendJSON(dst)
	return append(dst, '}')
}

// Hash is the SHA-256 of the trace's JSON, in hexadecimal.
func (t *Trace) Hash() string {
	sum := sha256.Sum256(t.AppendJSON(nil))
	return hex.EncodeToString(sum[:])
}

// request is the request that the trace records.
func (t *Trace) request() Request {
	c := conversation.Conversation{Messages: t.Messages, Skipped: t.Skipped, Plain: t.Plain}
	return Request{Call: t.Call, Transcript: NewTranscript(c), Facts: t.Facts, CallsMade: t.CallsMade, TenantCalls: t.TenantCalls}
}
