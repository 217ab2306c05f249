package conversation

import (
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// FuzzRead holds that every message has a role and, but for a plain string, a text;
// that what was read reads back the same; and that the joined text's spans cut out
// exactly the messages.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`"pay the rent"`,
		`[["user","hi"],["tool",true],["assistant",250.0],["narrator","x"]]`,
		`[{"role":"user","content":[{"type":"text","text":"a"},{"type":"tool_result","content":{"z":1,"a":[]}},{"text":"b"}]}]`,
		`[{"role":"assistant","content":[{"type":"tool_use","name":"f","input":{"k":"v"}}]}]`,
		`[{"type":"function_call_output","call_id":"k","output":[{"type":"input_text","text":"row"}]}]`,
		`[{"type":"human","data":{"content":"hi","additional_kwargs":{"lc_source":"summarization"}}}]`,
		`[{"role":"tool","content":"cut\n[…]","tainted":true}]`,
		`[{"role":"user","content":[{"type":"quux","content":["x",{"content":["y",[]]}]},5,null]}]`,
		`{"role":"","type":"AI","content":"🚆","metadata":{"source":"memory"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := jsonvalue.Parse(data, jsonvalue.Limits{})
		if err != nil {
			return
		}
		c := Read(v)
		for i, m := range c.Messages {
			if m.Role < User || m.Role > System {
				t.Fatalf("message %d has the role %d", i, m.Role)
			}
			if m.Text == "" && !c.Plain {
				t.Fatalf("message %d is empty", i)
			}
		}
		again := Read(c.Value())
		if !slices.Equal(again.Messages, c.Messages) || again.Plain != c.Plain || again.Skipped != 0 {
			t.Fatalf("read %+v, read again %+v", c, again)
		}
		text, spans := c.Text()
		points := []rune(text)
		for i, m := range c.Messages {
			if got := string(points[spans[i].Start:spans[i].End]); got != m.Text || spans[i].Role != m.Role {
				t.Fatalf("span %d cuts out %q, want %q", i, got, m.Text)
			}
		}
	})
}
