package events

import (
	"fmt"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// Request is what a proposal asks the guard, in this session. Its transcript is the
// session's: the request is to be used before the state is.
func (s *State) Request(p *Proposal) core.Request {
	c := s.conversation
	if p.ContextGiven {
		c = p.Context
	}
	return core.Request{Call: p.Call, Transcript: s.transcript(c), Facts: p.Facts, CallsMade: s.made,
		Tools: narrow(s.tools, p.Tools), Session: s.Session.String()}
}

// Recorded is the request that a decision of the log answered. The state has to be the
// one before the decision: what was folded after it is no part of the request.
func (s *State) Recorded(d *Decided) (core.Request, error) {
	call, err := jsonvalue.Parse(d.Call, jsonvalue.Limits{Bytes: len(d.Call)})
	if err != nil {
		return core.Request{}, fmt.Errorf("%w: call: %w", ErrEvent, err)
	}
	r := core.Request{CallsMade: s.made, Tools: narrow(s.tools, d.Tools), Session: s.Session.String()}
	if r.Call, err = toolcall.Read(call); err != nil {
		return core.Request{}, fmt.Errorf("%w: call: %w", ErrEvent, err)
	}
	if d.Facts != nil {
		if r.Facts, err = jsonvalue.Parse(d.Facts, jsonvalue.Limits{Bytes: len(d.Facts)}); err != nil {
			return core.Request{}, fmt.Errorf("%w: facts: %w", ErrEvent, err)
		}
	}
	c := s.conversation
	if d.Context.Given {
		if d.Context.From > len(c.Messages) {
			return core.Request{}, fmt.Errorf("%w: it continues %d messages, the session has %d", ErrChain, d.Context.From, len(c.Messages))
		}
		c.Messages = append(c.Messages[:d.Context.From:d.Context.From], d.Context.New...)
		c.Skipped, c.Plain = d.Context.Skipped, d.Context.Plain
	}
	r.Transcript = s.transcript(c)
	return r, nil
}

// Extends returns what a proposal's conversation adds to the session's messages: those
// after the longest beginning that both share.
func (s *State) Extends(p *Proposal) Context {
	if !p.ContextGiven {
		return Context{}
	}
	from := shared(s.conversation.Messages, p.Context.Messages)
	return Context{Given: true, From: from, New: p.Context.Messages[from:], Skipped: p.Context.Skipped, Plain: p.Context.Plain}
}

func shared(a, b []conversation.Message) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// transcript returns the messages with what was found in them so far. The session's
// transcript is kept as long as conversations only grow; it may run ahead of the log
// when an append has failed, which the comparison with what is asked for puts right.
func (s *State) transcript(c conversation.Conversation) *core.Transcript {
	if len(s.order) == 0 || c.Plain {
		return core.NewTranscript(c) // may be all there ever is: an index would not pay back
	}
	if s.live == nil || s.liveSkipped != c.Skipped || !begins(s.live, c.Messages) {
		s.live, s.liveSkipped = core.NewLiveTranscript(c), c.Skipped
	}
	for _, m := range c.Messages[s.live.Len():] {
		s.live.Add(m)
	}
	return s.live
}

// begins reports whether the messages begin with those of the transcript.
func begins(t *core.Transcript, messages []conversation.Message) bool {
	if t.Len() > len(messages) {
		return false
	}
	for i := range t.Len() {
		if t.Message(i) != messages[i] {
			return false
		}
	}
	return true
}
