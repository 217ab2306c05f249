package conversation

import (
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// MaxAnswerArguments is the longest argument text that is kept with the output of its
// call. Of a longer one nothing is kept: half of it would be another call, and every
// message of the log would carry it again.
const MaxAnswerArguments = 4 << 10

// Answer says that a tool output, or a part of it, is what one call gave back. It rests
// on the ids of the conversation's shape alone, never on what a text says about itself.
type Answer struct {
	Tool      string // its name
	Arguments string // JSON, as the call had them
	// Start and End are the part of the message's text, in code points, half open. Both
	// are zero when it is all of it.
	Start, End int
}

// Answers are the calls that a tool output answers, in the order of its text. Outputs
// of several calls become one message in some shapes. Answers are comparable, as
// messages are; the zero value is none.
type Answers struct{ form string } // JSON of Value, "" for none

// NewAnswers returns the answers that say this.
func NewAnswers(list ...Answer) Answers {
	if len(list) == 0 {
		return Answers{}
	}
	items := make([]jsonvalue.Value, len(list))
	for i, a := range list {
		members := []jsonvalue.Member{
			{Name: "tool", Value: jsonvalue.NewString(a.Tool)},
			{Name: "arguments", Value: jsonvalue.NewString(a.Arguments)},
		}
		if a.End > 0 {
			members = append(members,
				jsonvalue.Member{Name: "start", Value: jsonvalue.NewInt(int64(a.Start))},
				jsonvalue.Member{Name: "end", Value: jsonvalue.NewInt(int64(a.End))})
		}
		items[i] = jsonvalue.NewObject(members...)
	}
	return Answers{jsonvalue.NewArray(items...).Write(jsonvalue.Compact)}
}

// AnswerTo returns the answers of an output that is all of what a call gave back; none
// when the call's arguments, a value or the JSON text of one, are too long to be kept.
func AnswerTo(tool string, arguments jsonvalue.Value) Answers {
	c := openCall{tool: tool, arguments: arguments}
	if a, ok := c.answer(); ok {
		return NewAnswers(a)
	}
	return Answers{}
}

// ReadAnswers reads what [Answers.Value] writes. Anything else is no answers: who knows
// what it would be the answer to.
func ReadAnswers(v jsonvalue.Value) Answers {
	list := make([]Answer, 0, v.Len())
	for _, item := range v.Items() {
		var a Answer
		var isTool, isText bool
		a.Tool, isTool = item.GetString("tool")
		a.Arguments, isText = item.GetString("arguments")
		start, _ := item.Get("start")
		end, _ := item.Get("end")
		from, fromOK := start.Int64()
		to, toOK := end.Int64()
		placed := fromOK && toOK && 0 <= from && from < to && to <= maxTextLength
		whole := start.IsNull() && end.IsNull()
		if !isTool || !isText || len(a.Arguments) > MaxAnswerArguments || !placed && !whole {
			return Answers{}
		}
		a.Start, a.End = int(from), int(to)
		list = append(list, a)
	}
	return NewAnswers(list...)
}

// maxTextLength keeps places in texts within an int of any size.
const maxTextLength = 1<<31 - 1

// IsZero reports whether there are none.
func (a Answers) IsZero() bool { return a.form == "" }

// Size is about how much they hold, in bytes.
func (a Answers) Size() int { return len(a.form) }

// All returns the answers.
func (a Answers) All() []Answer {
	if a.form == "" {
		return nil
	}
	var list []Answer
	for _, item := range a.Value().Items() {
		var answer Answer
		answer.Tool, _ = item.GetString("tool")
		answer.Arguments, _ = item.GetString("arguments")
		start, _ := item.Get("start")
		end, _ := item.Get("end")
		from, _ := start.Int64()
		to, _ := end.Int64()
		answer.Start, answer.End = int(from), int(to)
		list = append(list, answer)
	}
	return list
}

// Value is the answers in their JSON form: [{"tool", "arguments", "start"?, "end"?}, …].
func (a Answers) Value() jsonvalue.Value {
	v, err := jsonvalue.Parse([]byte(a.form), jsonvalue.Limits{Bytes: len(a.form)})
	if err != nil { // the zero value: everything else is what NewAnswers wrote
		return jsonvalue.NewArray()
	}
	return v
}

// AppendJSON appends [Answers.Value].
func (a Answers) AppendJSON(dst []byte) []byte {
	if a.form == "" {
		return append(dst, "[]"...)
	}
	return append(dst, a.form...)
}

// MarshalJSON writes [Answers.Value].
func (a Answers) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// UnmarshalJSON reads it, as [ReadAnswers] does.
func (a *Answers) UnmarshalJSON(data []byte) error {
	v, err := jsonvalue.Parse(data, jsonvalue.Limits{Bytes: len(data)})
	*a = ReadAnswers(v)
	return err
}

// Until returns the answers of a text of which only the beginning is left: length code
// points, after which something else may stand.
func (a Answers) Until(length int) Answers {
	var left []Answer
	for _, answer := range a.All() {
		if answer.End == 0 || answer.End > length {
			answer.End = length
		}
		if answer.Start < answer.End {
			left = append(left, answer)
		}
	}
	return NewAnswers(left...)
}

// openCall is a call that waits for its output while a conversation is read.
type openCall struct {
	tool      string
	arguments jsonvalue.Value
	unclear   bool // another call has the same id: nobody can say whose the output is
	listed    int  // number of the message that lists it beside its content; 0 for none
}

// The names by which shapes call a call's id, and the id of the call that is answered.
var (
	callIDNames   = [...]string{"call_id", "id", "tool_call_id"}
	answerIDNames = [...]string{"tool_call_id", "tool_use_id", "call_id"}
)

// calls notes the calls of an assistant's message in the shape of chat completions and
// LangChain, where they stand beside the content.
func (r *reader) calls(message jsonvalue.Value) {
	list, _ := message.Get("tool_calls")
	for _, item := range list.Items() {
		r.call(item, r.number)
	}
}

// call notes a call that an output may answer later on. A call that nobody can answer,
// because it has no id or no name, is of no use. listed is the number of the message
// when it lists the call beside its content: some repeat it there, in parts.
func (r *reader) call(v jsonvalue.Value, listed int) {
	body := v
	if function, _ := v.Get("function"); function.Kind() == jsonvalue.Object {
		body = function
	}
	id := idOf(v, callIDNames[:])
	tool, _ := body.GetString("name")
	if id == "" || tool == "" {
		return
	}
	if r.open == nil {
		r.open = make(map[string]*openCall)
	}
	// An id that two calls have before either is answered names neither of them.
	before := r.open[id]
	if before != nil && before.listed == r.number && listed == 0 {
		return
	}
	r.open[id] = &openCall{tool: tool, arguments: firstGiven(body, "arguments", "args", "input", "parameters"), unclear: before != nil, listed: listed}
}

// answers notes which call an item or a block answers by its id. A call is answered
// once: what claims to be its output later on is nobody's.
func (r *reader) answers(v jsonvalue.Value) {
	id := idOf(v, answerIDNames[:])
	if id == "" {
		return
	}
	r.answering = true
	if c := r.open[id]; c != nil && !c.unclear {
		r.answer = c
	}
	delete(r.open, id)
}

// idOf returns the first id of these names, in a form that tells "1" from 1; "" for none.
func idOf(v jsonvalue.Value, names []string) string {
	for _, name := range names {
		switch id, _ := v.Get(name); id.Kind() {
		case jsonvalue.Number:
			return id.Text()
		case jsonvalue.String:
			if text := id.Text(); text != "" {
				return `"` + text
			}
		}
	}
	return ""
}

// answer is what an output of the call says about it; ok is false when the arguments are
// too long to be kept.
func (c *openCall) answer() (a Answer, ok bool) {
	a.Tool = c.tool
	switch c.arguments.Kind() {
	case jsonvalue.Null:
		a.Arguments = "{}"
	case jsonvalue.String:
		a.Arguments = c.arguments.Text()
	default:
		a.Arguments = c.arguments.Write(jsonvalue.Compact)
	}
	return a, len(a.Arguments) <= MaxAnswerArguments
}

// answersOf says which calls the parts of a message answer, given who gave each part.
func answersOf(texts []string, from []*openCall) Answers {
	var list []Answer
	at := 0
	for i := 0; i < len(texts); {
		start, c := at, from[i]
		for ; i < len(texts) && from[i] == c; i++ {
			at += utf8.RuneCountInString(texts[i]) + len("\n")
		}
		if c == nil {
			continue
		}
		if a, ok := c.answer(); ok {
			if start > 0 || i < len(texts) {
				a.Start, a.End = start, at-len("\n")
			}
			list = append(list, a)
		}
	}
	return NewAnswers(list...)
}
