package conversation

import (
	"math"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// content reads what a message of this role holds: a text, a block or a list of them.
func (r *reader) content(role Role, v jsonvalue.Value) {
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Array:
		for _, item := range v.Items() {
			r.block(role, item)
		}
	case jsonvalue.Object:
		r.block(role, v)
	default:
		r.add(role, scalarText(v))
	}
}

// block reads one block of a message. The block's type goes before the message's role,
// and what is not plainly the user's text in a user's message is read as a tool output,
// so that it grounds nothing that the user must have said.
func (r *reader) block(role Role, v jsonvalue.Value) {
	if text, isText := v.StringText(); isText {
		r.add(role, text)
		return
	}
	if v.Kind() != jsonvalue.Object {
		r.skip(v)
		return
	}
	kind := typeOf(v)
	switch {
	case kind == toolResult, kind == untyped && answersCall(v):
		if role == Tool || r.answering { // the blocks of an output are the tool's own
			r.output(v, kind)
			return
		}
		r.answers(v)
		r.output(v, kind)
		r.answering, r.answer = false, nil
	case kind == toolUse:
		if role == Assistant { // in other messages it is what somebody says was called
			r.call(v, 0)
		}
		r.add(Assistant, callText(v))
	case role == User && !isUsersText(v, kind):
		r.output(v, kind)
	default:
		r.words(role, v)
	}
}

// isUsersText reports whether a block of a user's message is the user's own text.
func isUsersText(block jsonvalue.Value, kind itemType) bool {
	if _, isText := block.GetString("text"); !isText || answersCall(block) {
		return false
	}
	_, hasContent := block.Get("content")
	return kind == plainText || kind == untyped && !hasContent
}

// words reads the text of a block that the message's role wrote.
func (r *reader) words(role Role, block jsonvalue.Value) {
	v := firstGiven(block, "text", "content")
	if text, isText := v.StringText(); isText {
		r.add(role, text)
		return
	}
	if v.Kind() != jsonvalue.Array {
		r.skipped++
		return
	}
	r.list(role, v)
}

// list reads the texts and blocks of a list inside of a block.
func (r *reader) list(role Role, v jsonvalue.Value) {
	for _, item := range v.Items() {
		switch text, isText := item.StringText(); {
		case isText:
			r.add(role, text)
		case item.Kind() == jsonvalue.Object:
			r.words(role, item)
		default:
			r.skip(item)
		}
	}
}

// output reads the text of a block that is a tool output.
func (r *reader) output(block jsonvalue.Value, kind itemType) {
	v := firstGiven(block, "content", "output", "text")
	if v.IsNull() && kind != toolResult { // a tool may well answer nothing
		r.skipped++
	}
	r.result(v)
}

// result reads what a tool gave back: a text, blocks, or data, which is written as
// JSON with sorted keys. Blocks inside of a result are read as those of any message.
func (r *reader) result(v jsonvalue.Value) {
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Object:
		r.add(Tool, v.Write(jsonvalue.Canonical))
	case jsonvalue.Array:
		r.list(Tool, v)
	default:
		r.add(Tool, scalarText(v))
	}
}

// skip counts an item of a list that is no block.
func (r *reader) skip(item jsonvalue.Value) {
	if !item.IsNull() {
		r.skipped++
	}
}

// ResultText is the text that a tool's result becomes in the conversation, by the
// rules for tool outputs: a text as it is, the texts of blocks joined by line breaks,
// an object as JSON with sorted keys.
func ResultText(result jsonvalue.Value) string {
	var r reader
	r.result(result)
	r.flush()
	if len(r.messages) == 0 {
		return ""
	}
	return r.messages[0].Text
}

// firstGiven returns the first of the named members that is not null.
func firstGiven(v jsonvalue.Value, names ...string) jsonvalue.Value {
	for _, name := range names {
		if member, _ := v.Get(name); !member.IsNull() {
			return member
		}
	}
	return jsonvalue.Value{}
}

// unnamed stands for the name of a call that has none.
const unnamed = "None"

// callText writes a call that the assistant makes as name(arguments): an argument text
// as it came, anything else as JSON in its own order.
func callText(block jsonvalue.Value) string {
	name := unnamed
	if member, _ := block.Get("name"); !member.IsNull() {
		name = scalarText(member)
	}
	text := append([]byte(name), '(')
	switch arguments := firstGiven(block, "arguments", "args", "input", "parameters"); arguments.Kind() {
	case jsonvalue.Null:
		text = append(text, "{}"...)
	case jsonvalue.String:
		text = append(text, arguments.Text()...)
	default:
		text = arguments.Append(text, jsonvalue.Readable)
	}
	return string(append(text, ')'))
}

// scalarText writes a text, a number or a boolean that stands where a text should:
// numbers in their shortest form, a double recognisable as one, booleans as True and
// False.
func scalarText(v jsonvalue.Value) string {
	switch {
	case v.Kind() == jsonvalue.Bool && v.Bool():
		return "True"
	case v.Kind() == jsonvalue.Bool:
		return "False"
	case v.Kind() == jsonvalue.Number && !v.IsInteger():
		if f := v.Float64(); !math.IsInf(f, 0) {
			return jsonvalue.FormatDouble(f)
		}
	case v.Kind() == jsonvalue.Number && v.Text() == "-0":
		return "0"
	}
	return v.Text()
}
