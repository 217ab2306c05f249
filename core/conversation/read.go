package conversation

import (
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Read reads a conversation: a string, a list of messages, one message, or null for
// none. It never fails; what can't be read is counted in [Conversation.Skipped].
func Read(v jsonvalue.Value) Conversation {
	items := v.Items()
	switch v.Kind() {
	case jsonvalue.Null:
		return Conversation{}
	case jsonvalue.String: // also an empty one
		return Conversation{Messages: []Message{{Role: User, Text: v.Text()}}, Plain: true}
	case jsonvalue.Array:
	case jsonvalue.Object:
		items = []jsonvalue.Value{v}
	default:
		return Conversation{Skipped: 1}
	}
	r := reader{messages: make([]Message, 0, len(items))}
	for _, item := range items {
		r.number++
		r.item(item)
		r.flush()
	}
	return Conversation{Messages: r.messages, Skipped: r.skipped}
}

// reader collects the texts of one item after another. Texts of one role that follow
// each other within an item become one message.
type reader struct {
	messages []Message
	skipped  int

	texts   []string    // of the message being put together
	from    []*openCall // of each text: the call that it answers, nil when not known
	role    Role        // of texts
	tainted bool        // the item's mark
	told    Answers     // what the item itself says that it answers
	signed  Signature   // what the item says about the user's text in it

	number    int                  // of the item, from 1
	open      map[string]*openCall // by id: calls without an output so far
	answering bool                 // the item or the block names the call that it answers
	answer    *openCall            // that call, nil when it is not known
}

// add takes a text that role wrote; an unknown role's is not read.
func (r *reader) add(role Role, text string) {
	switch {
	case text == "":
		return
	case role == 0:
		r.flush() // what nobody is known to have said still stands between two texts
		r.skipped++
		return
	case role != r.role:
		r.flush()
		r.role = role
	}
	r.texts = append(r.texts, text)
	r.from = append(r.from, r.answer)
}

// flush ends the message being put together.
func (r *reader) flush() {
	if len(r.texts) == 0 {
		return
	}
	m := Message{Role: r.role, Text: strings.Join(r.texts, "\n"), Tainted: r.tainted}
	if r.role == Tool {
		m.Answers = answersOf(r.texts, r.from)
		if m.Answers.IsZero() {
			m.Answers = r.told
		}
	}
	if r.role == User {
		m.Signed = r.signed
	}
	r.messages = append(r.messages, m)
	r.texts, r.from = r.texts[:0], r.from[:0]
}

// item reads an item of the list: a message or a [role, content] pair.
func (r *reader) item(v jsonvalue.Value) {
	r.tainted, r.told, r.signed, r.answering, r.answer = false, Answers{}, Signature{}, false, nil
	switch {
	case v.Kind() == jsonvalue.Object:
		r.message(v)
	case v.Kind() == jsonvalue.Array && v.Len() == 2:
		pair := v.Items()
		name, _ := pair[0].StringText()
		role, _ := ParseRole(name)
		r.content(role, pair[1])
	case !v.IsNull():
		r.skipped++
	}
}

// message reads a message or an item of the Responses API.
func (r *reader) message(v jsonvalue.Value) {
	var role Role
	var isResult bool
	if data, ok := storedData(v); ok {
		role, isResult = roleOfStored(v, data)
		v = data
	} else {
		role, isResult = roleOf(v)
	}
	if mark, _ := v.Get("tainted"); mark.Bool() {
		r.tainted = true
	}
	content, _ := v.Get("content")
	switch {
	case isResult || role == Tool:
		r.answers(v)
		if told, _ := v.Get("answers"); !r.answering {
			r.told = ReadAnswers(told)
		}
	case role == Assistant:
		r.calls(v)
	case role == User:
		signed, _ := v.Get("signed")
		r.signed = ReadSignature(signed)
	case role == 0 && typeOf(v) == toolUse:
		r.call(v, 0)
	}
	switch {
	case isResult && content.IsNull():
		content, _ = v.Get("output")
	case role == User && isGenerated(v):
		role = Assistant
	case role == 0 && content.IsNull():
		r.skipped++ // such as a call or the reasoning between two messages
	}
	r.content(role, content)
}

// roleOf returns who wrote a message, zero when that is unknown, and whether the
// message is the answer to a tool call, whatever role it claims.
func roleOf(message jsonvalue.Value) (role Role, isResult bool) {
	if typeOf(message) == toolResult || answersCall(message) {
		return Tool, true
	}
	name, _ := message.Get("role")
	if !isGiven(name) {
		name, _ = message.Get("type")
	}
	text, _ := name.StringText()
	role, _ = ParseRole(text)
	return role, false
}

// answersCall reports whether a message or a block names the call that it answers.
func answersCall(v jsonvalue.Value) bool {
	for _, name := range [...]string{"tool_call_id", "tool_use_id"} {
		if id, _ := v.Get(name); !id.IsNull() { // an empty one still says what the text is
			return true
		}
	}
	return false
}

// storedData returns the message inside of LangChain's stored form.
func storedData(v jsonvalue.Value) (data jsonvalue.Value, ok bool) {
	data, _ = v.Get("data")
	if data.Kind() != jsonvalue.Object {
		return jsonvalue.Value{}, false
	}
	content, _ := v.Get("content")
	role, _ := v.Get("role")
	return data, content.IsNull() && role.IsNull()
}

// roleOfStored is [roleOf] of a message in the stored form: the type around the data
// goes before the data's own, as the framework itself reads it, but both must agree
// that a message is the user's.
func roleOfStored(outer, data jsonvalue.Value) (role Role, isResult bool) {
	outerRole, outerResult := roleOf(outer)
	innerRole, innerResult := roleOf(data)
	switch {
	case outerResult || innerResult:
		return Tool, true
	case outerRole == 0 || outerRole == User && innerRole != 0:
		return innerRole, false
	default:
		return outerRole, false
	}
}
