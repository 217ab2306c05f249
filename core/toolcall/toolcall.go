// Package toolcall reads a proposed tool call, whatever the shape a model's vendor or
// a framework gives it.
//
// Shapes read (test/testdata/conformance/toolcall.jsonl):
//
//	{"name", "arguments"}                                          plain, MCP
//	{"type": "function", "function": {"name", "arguments": "…"}}   OpenAI chat
//	{"type": "function_call", "name", "arguments", "call_id"}      OpenAI Responses
//	{"id", "name", "args"}                                         LangChain
//	{"type": "tool_use", "id", "name", "input"}                    Anthropic
//
// Invariants:
//   - A call is data: reading one runs nothing and knows no tools.
//   - Arguments given as JSON text are decoded once and strictly. A text that two
//     parsers could read differently (a repeated key, a lone surrogate, trailing
//     bytes) stays a text, which no tool's schema accepts, and [Call.Problem] says why.
//   - [Call.Value] of any call that was read gives the same call when it is read again.
package toolcall

import (
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/runes"
)

// The names by which the shapes call the same thing, the first one that is there wins.
var (
	argumentNames = [...]string{"arguments", "args", "input", "parameters"}
	idNames       = [...]string{"id", "call_id", "tool_call_id"}
)

// Call is one proposed tool call.
type Call struct {
	// Name of the tool, never empty. Only a catalog says whether there is such a tool.
	Name string
	// Arguments as proposed: usually an object; {} when none were given; a string when
	// they came as a text that is not strict JSON. Validation comes later.
	Arguments jsonvalue.Value
	// ID is what the proposal calls itself, of any kind; null when it has no id.
	ID jsonvalue.Value
	// ArgumentText is the arguments as they came: the text itself when they were given
	// as a string, else their compact JSON; "" when there were none. Two proposals with
	// one id are the same proposal only when these are equal byte by byte.
	ArgumentText string
	// Problem says why an argument text stayed a text; "" when there is nothing to say.
	Problem string
}

// Read reads a proposed call. It fails with [ErrNotACall] or [ErrNoName]; everything
// else about a call is for the checks to judge.
func Read(v jsonvalue.Value) (Call, error) {
	if v.Kind() != jsonvalue.Object {
		return Call{}, fmt.Errorf("%w: it is of type %s", ErrNotACall, v.Kind())
	}
	body := v
	if function, ok := v.Get("function"); ok && function.Kind() == jsonvalue.Object {
		body = function // a name beside it is not the function's
	}
	name, ok := body.GetString("name")
	if !ok || name == "" {
		return Call{}, ErrNoName
	}
	call := Call{Name: name, ID: readID(v)}
	call.readArguments(body)
	return call, nil
}

// readID reads the id beside the function, never one inside of it: answers go to the
// id of the call. What a serialiser writes for an id that was never set, such as an empty
// text or 0, is no id.
func readID(v jsonvalue.Value) jsonvalue.Value {
	for _, name := range idNames {
		if id, _ := v.Get(name); isSet(id) {
			return id
		}
	}
	return jsonvalue.Value{}
}

// isSet reports whether an id says anything.
func isSet(id jsonvalue.Value) bool {
	switch id.Kind() {
	case jsonvalue.Null:
		return false
	case jsonvalue.Bool:
		return id.Bool()
	case jsonvalue.String:
		return id.Text() != ""
	case jsonvalue.Number:
		return id.Float64() != 0
	default:
		return id.Len() > 0
	}
}

func (c *Call) readArguments(body jsonvalue.Value) {
	given, there := argumentsOf(body)
	text, isText := given.StringText()
	switch {
	case isText:
		c.ArgumentText = text
		c.Arguments, c.Problem = decode(text)
	case given.IsNull():
		c.Arguments = jsonvalue.NewObject()
		if there {
			c.ArgumentText = "null"
		}
	default:
		c.Arguments = given
		c.ArgumentText = given.Write(jsonvalue.Compact)
	}
}

// argumentsOf returns the first of the argument members that is there, and whether
// there is any.
func argumentsOf(body jsonvalue.Value) (given jsonvalue.Value, there bool) {
	for _, name := range argumentNames {
		if member, ok := body.Get(name); ok {
			return member, true
		}
	}
	return jsonvalue.Value{}, false
}

// decode reads an argument text, once: a JSON string inside of it stays that string,
// because a value that is decoded until it fits means something else to every reader.
// A text beyond the default limits of size and depth stays a text like any other that
// can't be read.
func decode(text string) (arguments jsonvalue.Value, problem string) {
	if strings.TrimFunc(text, runes.IsSpace) == "" {
		return jsonvalue.NewObject(), ""
	}
	v, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
	if err != nil {
		return jsonvalue.NewString(text), err.Error()
	}
	if v.IsNull() {
		return jsonvalue.NewObject(), ""
	}
	return v, ""
}

// Value is the call as one proposal in the plain shape, its arguments as the text they
// came as. Reading it again gives c.
func (c Call) Value() jsonvalue.Value {
	return jsonvalue.NewObject(
		jsonvalue.Member{Name: "name", Value: jsonvalue.NewString(c.Name)},
		jsonvalue.Member{Name: "arguments", Value: jsonvalue.NewString(c.ArgumentText)},
		jsonvalue.Member{Name: "id", Value: c.ID},
	)
}
