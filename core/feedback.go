package core

import "github.com/guardstream/guardstream/core/jsonvalue"

// DefaultReplyRole is the role of the note about a refused reply: the one that every
// chat interface accepts in the middle of a conversation.
const DefaultReplyRole = "user"

// FeedbackMessage is one message, in the shape of chat completions, that tells an
// agent what became of its call. Fields that do not apply are empty.
type FeedbackMessage struct {
	Role       string `json:"role"`
	ToolCallID string `json:"tool_call_id,omitempty"`
	Name       string `json:"name,omitempty"`
	Content    string `json:"content"`
}

// Feedback returns the messages that bring a refused call back into the agent's
// conversation, none for an allowed one. A call with an id is answered as that tool's
// output. A refused reply (a call without an id) becomes a note in replyRole, which
// says that it comes from the guard, that the user has not seen the reply, and why;
// an empty replyRole means [DefaultReplyRole].
func (d *Decision) Feedback(replyRole string) []FeedbackMessage {
	if d.Outcome == Allow {
		return nil
	}
	if id := textOf(d.CallID); id != "" {
		return []FeedbackMessage{{Role: "tool", ToolCallID: id, Name: d.Tool, Content: d.Advice()}}
	}
	if replyRole == "" {
		replyRole = DefaultReplyRole
	}
	note := "[This note comes from the guard, not from the user. The user has not seen what you proposed.]\n" + d.Advice()
	return []FeedbackMessage{{Role: replyRole, Content: note}}
}

// textOf writes an id of whatever type as text; null is no id.
func textOf(id jsonvalue.Value) string {
	switch id.Kind() {
	case jsonvalue.Null:
		return ""
	case jsonvalue.String:
		return id.Text()
	default:
		return id.Write(jsonvalue.Compact)
	}
}
