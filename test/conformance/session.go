package conformance

import (
	"context"
	"errors"
	"fmt"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// runSession takes the steps of a session and says after each what the session holds.
func runSession(ctx context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	guard, err := newGuard(get(in, "catalog"))
	if err != nil {
		return jsonvalue.Value{}, err
	}
	maxMessages, _ := get(in, "max_messages").Int64() // null: no cap
	maxChars, _ := get(in, "max_chars").Int64()
	s := &sessionRun{session: guard.NewSession(conversation.Read(get(in, "context")), core.SessionOptions{
		Facts:       get(in, "facts"),
		MaxMessages: int(maxMessages),
		MaxChars:    int(maxChars),
	})}
	start := object(s.state()...)
	var steps []jsonvalue.Value
	for i, step := range get(in, "steps").Items() {
		said, err := s.take(ctx, step)
		if err != nil {
			return jsonvalue.Value{}, fmt.Errorf("step %d: %w", i, err)
		}
		steps = append(steps, object(append(said, s.state()...)...))
	}
	return object(member("start", start), member("steps", tuple(steps...))), nil
}

type sessionRun struct {
	session   *core.Session
	decisions []*core.Decision
}

// take does one step and returns what it said.
func (s *sessionRun) take(ctx context.Context, step jsonvalue.Value) ([]jsonvalue.Member, error) {
	if added, ok := step.Get("add"); ok {
		for _, m := range conversation.Read(tuple(added)).Messages {
			s.session.Add(m)
		}
		return nil, nil
	}
	if proposal, ok := step.Get("call"); ok {
		return s.decide(ctx, proposal, s.session.Call)
	}
	if proposal, ok := step.Get("check"); ok {
		return s.decide(ctx, proposal, s.session.Check)
	}
	return s.record(step)
}

func (s *sessionRun) decide(ctx context.Context, proposal jsonvalue.Value,
	decide func(context.Context, toolcall.Call) (*core.Decision, error)) ([]jsonvalue.Member, error) {
	call, err := toolcall.Read(proposal)
	if err != nil {
		return nil, err
	}
	d, err := decide(ctx, call)
	if err != nil {
		return nil, err
	}
	s.decisions = append(s.decisions, d)
	return []jsonvalue.Member{
		member("outcome", text(string(d.Outcome))),
		member("failed", list(d.Failed, text)),
	}, nil
}

func (s *sessionRun) record(step jsonvalue.Value) ([]jsonvalue.Member, error) {
	n, ok := get(step, "record").Int64()
	if !ok || n < 0 || n >= int64(len(s.decisions)) {
		return nil, fmt.Errorf("no step, or no decision to record: %s", compact(step))
	}
	err := s.session.Record(s.decisions[n], get(step, "result"), get(step, "error").Text())
	if errors.Is(err, core.ErrNotAllowed) {
		return []jsonvalue.Member{member("refused", boolean(true))}, nil
	}
	return nil, err
}

// state is what the session holds.
func (s *sessionRun) state() []jsonvalue.Member {
	return []jsonvalue.Member{
		member("made", number(len(s.session.CallsMade()))),
		member("context", list(s.session.Conversation().Messages, func(m conversation.Message) jsonvalue.Value {
			return tuple(text(m.Role.String()), text(m.Text), boolean(m.Tainted))
		})),
	}
}
