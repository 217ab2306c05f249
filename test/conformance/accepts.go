package conformance

import (
	"context"
	"slices"

	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// runAccepts reads whether a message is an explicit acceptance.
func runAccepts(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	return object(member("accepts", boolean(confirmation.Accepts(get(in, "text").Text())))), nil
}

// runAcceptedProposals finds the accepted proposals of a conversation.
func runAcceptedProposals(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	c := conversation.Read(get(in, "context"))
	roles := make([]conversation.Role, len(c.Messages))
	for i, m := range c.Messages {
		roles[i] = m.Role
	}
	last, _ := get(in, "last").Int64() // null: all of them
	pairs := slices.Collect(confirmation.Pairs(roles, func(i int) bool { return confirmation.Accepts(c.Messages[i].Text) }, int(last)))
	return object(member("pairs", list(pairs, func(p confirmation.Pair) jsonvalue.Value {
		return tuple(number(p.Proposal), number(p.Acceptance))
	}))), nil
}
