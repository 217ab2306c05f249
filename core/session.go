package core

import (
	"context"
	"fmt"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// SessionOptions bound what a [Session] keeps of its conversation. Zero means no bound.
type SessionOptions struct {
	Facts       jsonvalue.Value // given with every call of the session
	MaxMessages int             // messages kept; the oldest leave first
	// MaxChars is how many code points are kept in all, and at most of one message: what
	// was signed is not signed any more once it is cut.
	MaxChars int
	Name     string   // what the session is called: applications sign users' messages for it
	Tools    []string // that the session may call; nil: all of the catalog
	// Parent is the session of the agent that opened this one for a sub-agent: the user
	// speaks there. Nothing may be done in it meanwhile.
	Parent *Session
}

// Session follows one conversation in one process: its messages, the calls made in it
// and the limits of what is kept (semantics §13). A Session belongs to one goroutine
// at a time. Sessions that several processes share live in the event log.
type Session struct {
	guard      *Guard
	options    SessionOptions
	transcript *Transcript
	chars      int // code points of the messages kept
	made       CallsMade
	counted    map[*Decision]string // decisions whose call counts as made
}

// NewSession starts a session of the guard with the messages so far.
func (g *Guard) NewSession(start conversation.Conversation, options SessionOptions) *Session {
	s := &Session{guard: g, options: options, counted: make(map[*Decision]string),
		transcript: NewLiveTranscript(conversation.Conversation{Skipped: start.Skipped})}
	for _, m := range start.Messages {
		s.Add(m)
	}
	return s
}

// Add appends a message, cut to the session's limits, and drops the oldest messages
// until the rest fits.
func (s *Session) Add(m conversation.Message) {
	m = cut(m, s.options.MaxChars)
	s.transcript.Add(m)
	s.chars += s.transcript.messages[s.transcript.Len()-1].text.Len()
	for s.transcript.Len() > 1 && s.overfull() {
		s.chars -= s.transcript.messages[0].text.Len()
		s.transcript.Drop(1)
	}
}

func (s *Session) overfull() bool {
	return s.options.MaxMessages > 0 && s.transcript.Len() > s.options.MaxMessages ||
		s.options.MaxChars > 0 && s.chars > s.options.MaxChars
}

// Conversation returns the messages that the session still holds.
func (s *Session) Conversation() conversation.Conversation { return s.transcript.Conversation() }

// CallsMade returns the calls that count as made, as [CallText]s, in order.
func (s *Session) CallsMade() []string { return s.made.Texts() }

// Check decides about a call without counting it as made.
func (s *Session) Check(ctx context.Context, call toolcall.Call) (*Decision, error) {
	return s.guard.Check(ctx, s.request(call))
}

// Call decides about a call and, when it is allowed, makes it with the registered Go
// function, whose result becomes a tool output of the session. A tool without a
// function is handed over to be made: it counts as made until [Session.Record]
// reports a failure.
func (s *Session) Call(ctx context.Context, call toolcall.Call) (*Decision, error) {
	d, err := s.guard.Call(ctx, s.request(call))
	if err != nil || !d.Allowed() {
		return d, err
	}
	if d.Executed {
		return d, s.Record(d, d.Result, d.Error)
	}
	s.count(d)
	return d, nil
}

func (s *Session) request(call toolcall.Call) Request {
	return Request{Call: call, Transcript: s.transcript, Facts: s.options.Facts, CallsMade: &s.made,
		Tools: s.options.Tools, Session: s.options.Name, Parent: s.options.Parent.asParent(maxParents)}
}

// asParent is the session as the parent of another one; nil of none. More sessions above
// each other than a request may have are left out but for one, which the guard refuses.
func (s *Session) asParent(left int) *Parent {
	if s == nil || left < 0 {
		return nil
	}
	return &Parent{Session: s.options.Name, Transcript: s.transcript, Parent: s.options.Parent.asParent(left - 1)}
}

// Record reports what an allowed call gave: its result, or the error it failed with,
// becomes a tool output. A call that failed does not count as made and may be tried
// again. Reporting about a decision that did not allow its call is [ErrNotAllowed].
func (s *Session) Record(d *Decision, result jsonvalue.Value, failure string) error {
	if !d.Allowed() {
		return fmt.Errorf("%w: the decision about %s was %s", ErrNotAllowed, d.Tool, d.Outcome)
	}
	if failure != "" {
		s.uncount(d)
		s.hear(d, failure)
		return nil
	}
	s.count(d)
	s.hear(d, conversation.ResultText(result))
	return nil
}

// hear adds what a call gave back as its output.
func (s *Session) hear(d *Decision, text string) {
	s.Add(conversation.Message{Role: conversation.Tool, Text: d.Tool + ": " + text, Answers: conversation.AnswerTo(d.Tool, d.Arguments)})
}

func (s *Session) count(d *Decision) {
	if _, done := s.counted[d]; done {
		return
	}
	text := CallText(d.Tool, d.Arguments)
	s.counted[d] = text
	s.made.Add(text)
}

func (s *Session) uncount(d *Decision) {
	if text, done := s.counted[d]; done {
		delete(s.counted, d)
		s.made.Remove(text)
	}
}
