package core

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

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
	Tools       []string // that the session may call; nil: all
	Session     string
	Parents     []TracedSession // of a sub-agent's session, the nearest first
	Decision    *Decision
}

// TracedSession is the messages of a session that another one was opened in.
type TracedSession struct {
	Session  string
	Messages []conversation.Message
}

// inputs keeps what a trace is made of, without copying the conversation: messages
// only ever leave or join a transcript, they do not change.
type inputs struct {
	request  Request
	messages []*message
	parents  [][]*message
}

func newInputs(r Request) *inputs {
	in := &inputs{request: r, messages: slices.Clip(r.Transcript.messages)}
	for p := r.Parent; p != nil; p = p.Parent {
		in.parents = append(in.parents, slices.Clip(p.Transcript.messages))
	}
	return in
}

// Trace returns the decision's trace; nil for a decision that was not computed here.
func (d *Decision) Trace() *Trace {
	if d.inputs == nil {
		return nil
	}
	r := d.inputs.request
	t := &Trace{Call: r.Call, Facts: r.Facts, Decision: d, Skipped: r.Transcript.skipped, Plain: r.Transcript.plain,
		Tools: r.Tools, Session: r.Session, Messages: messagesOf(d.inputs.messages)}
	p := r.Parent
	for _, messages := range d.inputs.parents {
		t.Parents = append(t.Parents, TracedSession{p.Session, messagesOf(messages)})
		p = p.Parent
	}
	if r.CallsMade != nil {
		t.CallsMade = NewCallsMade(r.CallsMade.Texts()...)
	}
	if r.TenantCalls != nil {
		t.TenantCalls = NewCallsMade(r.TenantCalls.Texts()...)
	}
	return t
}

// Hash is the SHA-256 of the trace's JSON, in hexadecimal.
func (t *Trace) Hash() string {
	sum := sha256.Sum256(t.AppendJSON(nil))
	return hex.EncodeToString(sum[:])
}

// request is the request that the trace records.
func (t *Trace) request() Request {
	c := conversation.Conversation{Messages: t.Messages, Skipped: t.Skipped, Plain: t.Plain}
	r := Request{Call: t.Call, Transcript: NewTranscript(c), Facts: t.Facts, CallsMade: t.CallsMade, TenantCalls: t.TenantCalls,
		Tools: t.Tools, Session: t.Session}
	for _, p := range slices.Backward(t.Parents) {
		r.Parent = &Parent{Session: p.Session, Transcript: NewTranscript(conversation.Conversation{Messages: p.Messages}), Parent: r.Parent}
	}
	return r
}

func messagesOf(messages []*message) []conversation.Message {
	all := make([]conversation.Message, len(messages))
	for i, m := range messages {
		all[i] = m.Message
	}
	return all
}
