// Package conversation reads a conversation, whatever the shape a vendor or a
// framework gives it, into messages of four roles.
//
// Shapes read (test/testdata/conformance/messages.jsonl): one string, which is a
// user's message; lists of OpenAI, Anthropic, MCP and LangChain messages, of Responses
// API items and of [role, text] pairs, also mixed; LangChain's stored form
// {"type": "human", "data": {…}}.
//
// Invariants:
//   - What counts as the user's own words is narrow, because it is what user-only
//     grounding trusts. A text that answers a tool call, stands in a block that is no
//     plain text, or was written by a framework in the user's place is never the user's.
//   - Which call an output answers is told by ids alone, as far as the conversation was
//     read when the output came: what follows never changes the messages before it.
//   - Nothing is dropped in silence: [Conversation.Skipped] counts what was not read.
//   - Reading takes time linear in the conversation and never fails. Texts are shared
//     with the value that was read, not copied.
//   - [Conversation.Value] of a conversation that was read gives the same messages when
//     it is read again.
package conversation

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/runes"
)

// Message is one text and who wrote it. As JSON it is {"role", "content"}, with
// "tainted" when it is true, "answers" and "signed" when there are some, and [Read] reads
// it in that form.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"content"`
	// Tainted marks a tool output whose instruction-like text was cut away with the rest
	// of it: it still counts as carrying such text.
	Tainted bool `json:"tainted,omitempty"`
	// Answers says which calls a tool output answers, where the conversation tells.
	Answers Answers `json:"answers,omitzero"`
	// Signed is what the application says about a user's message.
	Signed Signature `json:"signed,omitzero"`
}

// String is the message as one entry of the joined text: "[user] pay the rent". The
// text may hold line breaks.
func (m Message) String() string { return "[" + m.Role.String() + "] " + m.Text }

// Value is the message in its JSON form.
func (m Message) Value() jsonvalue.Value {
	members := []jsonvalue.Member{
		{Name: "role", Value: jsonvalue.NewString(m.Role.String())},
		{Name: "content", Value: jsonvalue.NewString(m.Text)},
	}
	if m.Tainted {
		members = append(members, jsonvalue.Member{Name: "tainted", Value: jsonvalue.NewBool(true)})
	}
	if !m.Answers.IsZero() {
		members = append(members, jsonvalue.Member{Name: "answers", Value: m.Answers.Value()})
	}
	if !m.Signed.IsZero() {
		members = append(members, jsonvalue.Member{Name: "signed", Value: m.Signed.value()})
	}
	return jsonvalue.NewObject(members...)
}

// Conversation is a conversation as it was read. The zero value is an empty one.
type Conversation struct {
	Messages []Message
	// Skipped counts what was there and was not read: items that are no message or have
	// an unknown role, blocks without a text such as images. An empty text, and a turn
	// without any content, hold nothing and are not counted.
	Skipped int
	// Plain says that the conversation was one string: its text is the string itself,
	// without a role before it.
	Plain bool
}

// Value is the conversation in a form that [Read] reads.
func (c Conversation) Value() jsonvalue.Value {
	if c.isPlain() {
		return jsonvalue.NewString(c.Messages[0].Text)
	}
	items := make([]jsonvalue.Value, len(c.Messages))
	for i, m := range c.Messages {
		items[i] = m.Value()
	}
	return jsonvalue.NewArray(items...)
}

// isPlain reports whether the conversation still is the one string it was read from.
func (c Conversation) isPlain() bool { return c.Plain && len(c.Messages) == 1 }

// RoleSpan says where a message's text stands in the joined text: code points, half
// open, without the "[role] " before it.
type RoleSpan struct {
	Start, End int
	Role       Role
}

// Text is the conversation as one text, for traces, the authorizer and people: one
// message after another as [Message.String] writes them, joined by line breaks. Line
// breaks and role labels inside of a text stay as they are: only the spans say who
// wrote what.
func (c Conversation) Text() (string, []RoleSpan) {
	if c.isPlain() {
		m := c.Messages[0]
		return m.Text, []RoleSpan{{End: codePoints(m.Text), Role: m.Role}}
	}
	size := 0
	for _, m := range c.Messages {
		size += len("[] \n") + len(m.Role.String()) + len(m.Text)
	}
	var text strings.Builder
	text.Grow(size)
	spans := make([]RoleSpan, len(c.Messages))
	at := 0 // in code points; labels and line breaks are ASCII
	for i, m := range c.Messages {
		if i > 0 {
			text.WriteByte('\n')
			at++
		}
		role := m.Role.String()
		text.WriteByte('[')
		text.WriteString(role)
		text.WriteString("] ")
		text.WriteString(m.Text)
		at += len("[] ") + len(role)
		spans[i] = RoleSpan{Start: at, End: at + codePoints(m.Text), Role: m.Role}
		at = spans[i].End
	}
	return text.String(), spans
}

// codePoints counts the code points of s. Most texts are ASCII, where that is their
// length.
func codePoints(s string) int {
	if runes.IsASCII(s) {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// UserRequest is the user's own words: the user's messages joined by line breaks.
func (c Conversation) UserRequest() string {
	var texts []string
	for _, m := range c.Messages {
		if m.Role == User {
			texts = append(texts, m.Text)
		}
	}
	return strings.Join(texts, "\n")
}
