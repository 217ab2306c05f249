package core_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
)

// TestExactConfirmationOfSignedMessages: only a signed yes confirms, and whoever takes it
// back is heard.
func TestExactConfirmationOfSignedMessages(t *testing.T) {
	guard := guardOf(t, strings.Replace(verifying, "    confirm: {}\n", "    confirm: {mode: exact}\n", 1))
	const proposal, order = "I will order the item \"lamp\". Shall I go ahead?", `{"name": "order", "arguments": {"item": "lamp"}}`
	agent := says(conversation.Assistant, proposal)
	for name, test := range map[string]struct {
		after []conversation.Message
		want  core.Outcome
	}{
		"a signed yes":             {[]conversation.Message{signed(1, proposal, "Yes, please.")}, core.Allow},
		"an unsigned yes":          {[]conversation.Message{says(conversation.User, "Yes, please.")}, core.Deny},
		"taken back, signed":       {[]conversation.Message{signed(1, proposal, "Yes, please."), signed(2, proposal, "Wait, I changed my mind.")}, core.Deny},
		"taken back, unsigned":     {[]conversation.Message{signed(1, proposal, "Yes, please."), says(conversation.User, "Wait, I changed my mind.")}, core.Deny},
		"something else, unsigned": {[]conversation.Message{signed(1, proposal, "Yes, please."), says(conversation.User, "How is the weather?")}, core.Allow},
	} {
		d, err := guard.Check(t.Context(), core.Request{Call: proposed(t, order), Session: "acme/s", CallsMade: core.NewCallsMade(),
			Transcript: core.NewTranscript(conversation.Conversation{Messages: append([]conversation.Message{agent}, test.after...)})})
		if err != nil || d.Outcome != test.want {
			t.Errorf("%s: %v, %v", name, d.Audit(), err)
		}
	}
}

// TestExactConfirmationOfSubAgents: a yes that the parent or a sibling may have used up is
// a person's to judge.
func TestExactConfirmationOfSubAgents(t *testing.T) {
	guard := guardOf(t, strings.Replace(working, "    confirm: {}\n", "    confirm: {mode: exact}\n", 1))
	parent := guard.NewSession(conversationOf(t, chat(user("A lamp!"), `{"role": "assistant", "content": "I will order the item \"lamp\". Shall I go ahead?"}`, user("Yes, please."))), core.SessionOptions{Name: "parent"})
	child := guard.NewSession(conversationOf(t, chat(user("Order a lamp."))), core.SessionOptions{Parent: parent})
	call := proposed(t, `{"name": "order", "arguments": {"item": "lamp"}}`)
	if d, err := parent.Check(t.Context(), call); err != nil || d.Outcome != core.Allow {
		t.Fatalf("in the parent: %v, %v", d.Audit(), err)
	}
	d, err := child.Check(t.Context(), call)
	if err != nil || d.Outcome != core.Escalate || !slices.ContainsFunc(d.Reasons, func(r core.Reason) bool { return strings.Contains(r.Text, "used the user's yes up") }) {
		t.Errorf("%v, %v", d.Audit(), err)
	}
}
