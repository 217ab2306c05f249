package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// runCheck makes a whole decision.
func runCheck(ctx context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	d, err := decide(ctx, in)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return object(
		member("outcome", text(string(d.Outcome))),
		member("failed", list(d.Failed, text)),
		member("arguments", d.Arguments),
		member("evidence", list(d.Evidence, evidence)),
		member("reason_kinds", number(len(d.Reasons))),
		member("policy_only", boolean(d.PolicyOnly)),
		member("missing_facts", list(d.MissingFacts, text)),
	), nil
}

func evidence(e core.Evidence) jsonvalue.Value {
	return object(
		member("argument", text(e.Argument)),
		member("quote", text(e.Quote)),
		member("role", text(e.Role.String())),
		member("message", number(e.Message)),
		member("start", number(e.Start)),
		member("end", number(e.End)),
	)
}

// decide checks the call of a vector: its catalog, call, context and facts.
func decide(ctx context.Context, in jsonvalue.Value) (*core.Decision, error) {
	guard, err := newGuard(get(in, "catalog"))
	if err != nil {
		return nil, err
	}
	call, err := toolcall.Read(get(in, "call"))
	if err != nil {
		return nil, err
	}
	facts, made := factsOf(in)
	return guard.Check(ctx, core.Request{
		Call:       call,
		Transcript: core.NewTranscript(conversation.Read(get(in, "context"))),
		Facts:      facts,
		CallsMade:  made,
	})
}

func newGuard(declared jsonvalue.Value) (*core.Guard, error) {
	c, err := catalog.Read("catalog.json", []byte(compact(declared)))
	if err != nil {
		return nil, err
	}
	return core.New(c)
}

// factsOf takes the calls made out of a vector's facts: they are an input of their own
// here. They are the texts in "facts", else the objects in "made", else not known.
func factsOf(in jsonvalue.Value) (facts jsonvalue.Value, made *core.CallsMade) {
	var members []jsonvalue.Member
	for name, value := range get(in, "facts").Members() {
		if name != "calls_made" {
			members = append(members, member(name, value))
			continue
		}
		made = core.NewCallsMade()
		for _, call := range value.Items() {
			made.Add(call.Text())
		}
	}
	if objects, there := in.Get("made"); there && made == nil {
		made = core.NewCallsMade()
		for _, call := range objects.Items() {
			made.Add(core.CallText(get(call, "name").Text(), get(call, "arguments")))
		}
	}
	return object(members...), made
}
