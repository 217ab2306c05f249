package events

import (
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Apply folds the session's next record. An error leaves the state as it was and means
// that nothing may be decided on this session: the record is not the session's, can't
// be read, or does not follow the one before it ([ErrChain]).
func (s *State) Apply(r Record) error {
	e, err := Read(r.Payload)
	if err != nil {
		return fmt.Errorf("%s, event %d: %w", s.Session, r.Sequence, err)
	}
	return s.apply(r, e, r.Hash())
}

// Follows reports whether a record is the session's next one: nothing lies between.
func (s *State) Follows(r Record) bool {
	e, err := Read(r.Payload)
	return err == nil && e.Prev == s.Prev
}

// Appended folds an event that was just stored: what [State.Apply] would do with its
// record, without reading it.
func (s *State) Appended(r Record, e *Event, h Hash) error { return s.apply(r, e, h) }

func (s *State) apply(r Record, e *Event, h Hash) error {
	if want := s.Session.Subject(Log); r.Subject != want {
		return fmt.Errorf("%w: event %d is on %s, not on %s", ErrChain, r.Sequence, r.Subject, want)
	}
	if r.Sequence <= s.Sequence {
		return fmt.Errorf("%w: %s: event %d after event %d", ErrChain, s.Session, r.Sequence, s.Sequence)
	}
	if e.Prev != s.Prev {
		return fmt.Errorf("%w: %s: event %d names %s as the one before it, which is %s", ErrChain, s.Session, r.Sequence, e.Prev, s.Prev)
	}
	if err := s.fold(r.Sequence, e); err != nil {
		return fmt.Errorf("%s, event %d: %w", s.Session, r.Sequence, err)
	}
	s.Sequence, s.Prev = r.Sequence, h
	s.Events++
	if e.Tenant != "" {
		s.LiteralTenant = e.Tenant
	}
	if e.Session != "" {
		s.LiteralSession = e.Session
	}
	return nil
}

func (s *State) fold(sequence uint64, e *Event) error {
	at := Moment{Sequence: sequence, Inbox: e.Inbox, Time: e.Time}
	switch b := e.Body.(type) {
	case *Messages:
		return s.converse(b.Context) // the command it belongs to is not ended by it
	case *Attempted:
		s.attempts[e.Inbox] = b.Attempt
		return nil
	case *Decided:
		if err := s.foldDecided(at, b); err != nil {
			return err
		}
	case *Resolved:
		at.ID = b.ID
		c := s.cases[b.ProposalID]
		if c == nil || !c.Open() {
			return fmt.Errorf("%w: it resolves %q, which is no open escalation", ErrChain, b.ProposalID)
		}
		c.Resolution, c.Resolved = b, at
		if c.MayBeMade() {
			s.made.Add(c.call)
		}
	case *Started:
		at.ID = b.ID
		c, err := s.making(b.ProposalID, b.Type())
		if err != nil {
			return err
		}
		c.Started = at
	case *Made:
		at.ID = b.ID
		c, err := s.making(b.ProposalID, b.Type())
		if err != nil {
			return err
		}
		if err := s.hear(c, b.Result); err != nil {
			return err
		}
		c.Ended, c.Result = at, b
	case *Failed:
		at.ID = b.ID
		c, err := s.making(b.ProposalID, b.Type())
		if err != nil {
			return err
		}
		c.Ended, c.Failure = at, b
		s.uncount(c.call)
	case *Complained:
		if err := s.foldComplaint(at, b); err != nil {
			return err
		}
	case *Undecidable:
		s.foldUndecidable(at, b)
	case *Refused:
		s.refusals.add(e.Inbox, &Refusal{Command: b.Command, ProposalID: b.ProposalID, ID: b.ID, Sequence: sequence, Problem: b.Problem})
	}
	delete(s.attempts, e.Inbox) // the command has come to its end
	return nil
}

func (s *State) foldDecided(at Moment, b *Decided) error {
	if s.cases[b.ProposalID] != nil {
		return fmt.Errorf("%w: %q was decided before", ErrChain, b.ProposalID)
	}
	d := b.verdict
	if d == nil {
		read, err := readVerdict(b.Decision)
		if err != nil {
			return err
		}
		d = &read
	}
	if err := s.converse(b.Context); err != nil {
		return err
	}
	s.tools = narrow(s.tools, b.Tools)
	c := &Case{ProposalID: b.ProposalID, CallHash: b.CallHash, Sequence: at.Sequence, Inbox: at.Inbox, Time: at.Time,
		Outcome: d.outcome, Tool: d.tool, ApprovalKey: d.approvalKey, call: d.call}
	s.open(c)
	if c.MayBeMade() {
		s.made.Add(c.call)
	}
	return nil
}

func (s *State) foldUndecidable(at Moment, b *Undecidable) {
	p := Problem{Code: Unprocessable, Reason: b.Reason}
	s.refusals.add(at.Inbox, &Refusal{Command: b.Command, ProposalID: b.ProposalID, ID: b.ID, Sequence: at.Sequence, Problem: p})
	if b.Command == Proposals && b.ProposalID != "" && s.cases[b.ProposalID] == nil {
		s.open(&Case{ProposalID: b.ProposalID, Sequence: at.Sequence, Inbox: at.Inbox, Time: at.Time, Undecidable: b.Reason})
	}
}

func (s *State) open(c *Case) {
	s.cases[c.ProposalID] = c
	s.order = append(s.order, c)
}

// uncount takes back one call that failed. An equal call that did not still counts: the
// log knows which of them it was.
func (s *State) uncount(call string) {
	texts := slices.Clone(s.made.Texts())
	for i, text := range slices.Backward(texts) {
		if text == call {
			s.made = core.NewCallsMade(slices.Delete(texts, i, i+1)...)
			return
		}
	}
}

// making returns the case whose making goes on to a further state.
func (s *State) making(proposalID string, next Type) (*Case, error) {
	c := s.cases[proposalID]
	if c == nil || !c.MayBeMade() || c.Ended.Sequence != 0 || c.Making() == next {
		return nil, fmt.Errorf("%w: it reports %q as %s, which it can't be", ErrChain, proposalID, next)
	}
	return c, nil
}

// converse takes over what a context adds.
func (s *State) converse(c Context) error {
	if !c.Given {
		return nil
	}
	have := s.conversation.Messages
	if c.From > len(have) {
		return fmt.Errorf("%w: it continues %d messages, the session has %d", ErrChain, c.From, len(have))
	}
	if c.From < len(have) {
		s.textBytes -= textBytes(have[c.From:])
		have = have[:c.From:c.From] // the others stay as they are for whoever still reads them
	}
	s.textBytes += textBytes(c.New)
	s.conversation = conversation.Conversation{Messages: append(have, c.New...), Skipped: c.Skipped, Plain: c.Plain}
	s.contexts = true
	return nil
}

// hear adds a reported result to the messages of a session that sends no contexts: a
// session that does repeats it in its next one. A text is itself, anything else is its
// JSON, so that nothing of it goes unseen.
func (s *State) hear(c *Case, result []byte) error {
	if s.contexts || result == nil {
		return nil
	}
	v, err := jsonvalue.Parse(result, jsonvalue.Limits{Bytes: len(result)})
	if err != nil {
		return fmt.Errorf("%w: result: %w", ErrEvent, err)
	}
	text, isText := v.StringText()
	if !isText {
		text = v.Write(jsonvalue.Readable)
	}
	heard := conversation.Message{Role: conversation.Tool, Text: c.Tool + ": " + text, Answers: conversation.AnswerTo(c.Tool, c.argumentText())}
	s.textBytes += len(heard.Text) + heard.Answers.Size()
	s.conversation.Messages = append(s.conversation.Messages, heard)
	return nil
}

func textBytes(messages []conversation.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.Text) + m.Answers.Size() + m.Signed.Size()
	}
	return n
}

// verdict is what the fold reads of a decision's body.
type verdict struct {
	outcome     core.Outcome
	tool        string
	approvalKey string
	call        string // [core.CallText]
}

func readVerdict(body []byte) (verdict, error) {
	m := readMembers(body, "decision.")
	v := verdict{outcome: core.Outcome(m.needText("outcome")), tool: m.text("tool"), approvalKey: m.text("approval_key")}
	switch v.outcome {
	case core.Allow, core.Deny, core.Escalate:
	default:
		m.fail("outcome", "expected allow, deny or escalate")
	}
	arguments := m.need("arguments")
	if m.err != nil || v.outcome == core.Deny {
		return v, m.err
	}
	value, err := jsonvalue.Parse(arguments, jsonvalue.Limits{Bytes: len(arguments)})
	if err != nil {
		m.fail("arguments", "%s", err)
	}
	v.call = core.CallText(v.tool, value)
	return v, m.err
}
