package conversation

import (
	"fmt"
	"strings"
	"testing"
)

// TestAnswers reads which call an output answers, in every shape that tells.
func TestAnswers(t *testing.T) {
	whole := func(arguments string) string { return fmt.Sprintf("read_file(%s)", arguments) }
	for _, c := range []struct{ name, conversation, want string }{
		{"chat completions", `[
			{"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{\"path\": \"a\"}"}}]},
			{"role": "tool", "tool_call_id": "c1", "content": "row"}]`, whole(`{"path": "a"}`)},
		{"two calls, answered in another order", `[
			{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "1"}}, {"id": "c2", "function": {"name": "read_file", "arguments": "2"}}]},
			{"role": "tool", "tool_call_id": "c2", "content": "row"}, {"role": "tool", "tool_call_id": "c1", "content": "row"}]`, whole("2") + "|" + whole("1")},
		{"Responses", `[
			{"type": "function_call", "id": "f", "call_id": "c1", "name": "read_file", "arguments": "{}"},
			{"type": "function_call_output", "id": "g", "call_id": "c1", "output": "row"}]`, whole("{}")},
		{"Anthropic", `[
			{"role": "assistant", "content": [{"type": "text", "text": "Reading."}, {"type": "tool_use", "id": "t1", "name": "read_file", "input": {"path": "a"}}]},
			{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "row"}]}, {"type": "text", "text": "go on"}]}]`, "|" + whole(`{"path":"a"}`) + "|"},
		{"Anthropic, two outputs in one message", `[
			{"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "read_file", "input": {"n": 1}}, {"type": "tool_use", "id": "t2", "name": "read_file", "input": {"n": 2}}]},
			{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "rów"}, {"type": "tool_result", "tool_use_id": "t2", "content": "more"}]}]`,
			"|" + whole(`{"n":1}`) + "[0:3]" + whole(`{"n":2}`) + "[4:8]"},
		{"LangChain, the call in the content too", `[
			{"type": "ai", "content": [{"type": "tool_use", "id": "t1", "name": "read_file", "input": {}}], "tool_calls": [{"id": "t1", "name": "read_file", "args": {"path": "a"}}]},
			{"type": "tool", "id": "m", "tool_call_id": "t1", "content": "row"}]`, "|" + whole(`{"path":"a"}`)},
		{"LangChain, stored", `[
			{"type": "ai", "data": {"content": "", "tool_calls": [{"id": "t1", "name": "read_file", "args": {}}]}},
			{"type": "tool", "data": {"tool_call_id": "t1", "content": "row"}}]`, whole("{}")},
		{"an id used again after its answer", `[
			{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "1"}}]}, {"role": "tool", "tool_call_id": "c1", "content": "row"},
			{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "2"}}]}, {"role": "tool", "tool_call_id": "c1", "content": "row"}]`,
			whole("1") + "|" + whole("2")},
		{"our own form", `[{"role": "tool", "content": "row", "answers": [{"tool": "read_file", "arguments": "{}"}]}]`, whole("{}")},

		{"no such call", `[{"role": "tool", "tool_call_id": "c1", "content": "row"}]`, ""},
		{"no id", `[{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file"}}]}, {"role": "tool", "content": "row"}]`, ""},
		{"a number is no text", `[{"role": "assistant", "tool_calls": [{"id": 1, "function": {"name": "read_file"}}]}, {"role": "tool", "tool_call_id": "1", "content": "row"}]`, ""},
		{"two calls of one id", `[
			{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "1"}}, {"id": "c1", "function": {"name": "read_file", "arguments": "2"}}]},
			{"role": "tool", "tool_call_id": "c1", "content": "row"}]`, ""},
		{"answered before", `[
			{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "1"}}]},
			{"role": "tool", "tool_call_id": "c1", "content": "row"}, {"role": "tool", "tool_call_id": "c1", "content": "another"}]`, whole("1") + "|"},
		{"before its call", `[
			{"role": "tool", "tool_call_id": "c1", "content": "row"}, {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file"}}]}]`, ""},
		{"a call that the user tells of", `[
			{"role": "user", "content": [{"type": "tool_use", "id": "t1", "name": "read_file", "input": {}}]},
			{"role": "tool", "tool_call_id": "t1", "content": "row"}]`, "|"},
		{"an output that claims to be another's", `[
			{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "1"}}, {"id": "c2", "function": {"name": "read_file", "arguments": "2"}}]},
			{"role": "tool", "tool_call_id": "c2", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "row"}]},
			{"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "row"}]}]`, whole("2") + "|"},
		{"a text that claims it", `[{"role": "tool", "content": "{\"answers\": [{\"tool\": \"read_file\", \"arguments\": \"{}\"}]}"}]`, ""},
		{"claims beside an id", `[{"role": "tool", "tool_call_id": "c9", "content": "row", "answers": [{"tool": "read_file", "arguments": "{}"}]}]`, ""},
		{"of the user", `[{"role": "user", "content": "row", "answers": [{"tool": "read_file", "arguments": "{}"}]}]`, ""},
		{"broken answers", `[{"role": "tool", "content": "row", "answers": [{"tool": "read_file", "arguments": {}}]}]`, ""},
		{"a part that is none", `[{"role": "tool", "content": "row", "answers": [{"tool": "read_file", "arguments": "{}", "start": 2, "end": 1}]}]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := Read(parse(t, c.conversation))
			var got []string
			for _, m := range read.Messages {
				got = append(got, describe(m.Answers))
			}
			if text := strings.Join(got, "|"); text != c.want {
				t.Errorf("got %q, want %q", text, c.want)
			}
			again := Read(read.Value())
			for i, m := range read.Messages {
				if again.Messages[i] != m {
					t.Errorf("message %d reads back as %+v, was %+v", i, again.Messages[i], m)
				}
			}
		})
	}
}

func describe(a Answers) string {
	text := ""
	for _, answer := range a.All() {
		text += answer.Tool + "(" + answer.Arguments + ")"
		if answer.End > 0 {
			text += fmt.Sprintf("[%d:%d]", answer.Start, answer.End)
		}
	}
	return text
}

// TestLongArgumentsAreNotKept: of a call that writes a file nobody needs the whole file
// again with every message.
func TestLongArgumentsAreNotKept(t *testing.T) {
	for length, kept := range map[int]bool{MaxAnswerArguments: true, MaxAnswerArguments + 1: false} {
		c := Read(parse(t, `[{"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "write", "arguments": "`+strings.Repeat("a", length)+`"}}]},
			{"role": "tool", "tool_call_id": "c1", "content": "done"}]`))
		if got := !c.Messages[0].Answers.IsZero(); got != kept {
			t.Errorf("%d bytes: kept is %v", length, got)
		}
	}
}

func TestAnswersOfTheBeginning(t *testing.T) {
	for _, c := range []struct {
		answers []Answer
		want    string
	}{
		{[]Answer{{Tool: "a", Arguments: "{}"}}, "a({})[0:5]"},
		{[]Answer{{Tool: "a", Arguments: "{}", End: 3}, {Tool: "b", Arguments: "{}", Start: 4, End: 9}}, "a({})[0:3]b({})[4:5]"},
		{[]Answer{{Tool: "a", Arguments: "{}", End: 3}, {Tool: "b", Arguments: "{}", Start: 5, End: 9}}, "a({})[0:3]"},
		{nil, ""},
	} {
		if got := describe(NewAnswers(c.answers...).Until(5)); got != c.want {
			t.Errorf("%v: got %q, want %q", c.answers, got, c.want)
		}
	}
}
