package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// runMessages normalises a conversation.
func runMessages(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	c := conversation.Read(get(in, "context"))
	return object(member("messages", list(c.Messages, func(m conversation.Message) jsonvalue.Value {
		return tuple(text(m.Role.String()), text(m.Text))
	}))), nil
}

// runConversation writes a conversation as one text.
func runConversation(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	c := conversation.Read(get(in, "context"))
	joined, spans := c.Text()
	return object(
		member("text", text(joined)),
		member("user_request", text(c.UserRequest())),
		member("roles", list(spans, func(s conversation.RoleSpan) jsonvalue.Value {
			return tuple(number(s.Start), number(s.End), text(s.Role.String()))
		})),
	), nil
}
