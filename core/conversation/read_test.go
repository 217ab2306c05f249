package conversation

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func parse(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
	if err != nil {
		t.Fatalf("the test's own JSON %s: %v", text, err)
	}
	return v
}

// lines writes messages one a line, for comparison with what a test wants.
func lines(c Conversation) []string {
	var out []string
	for _, m := range c.Messages {
		out = append(out, m.String())
	}
	return out
}

func TestRead(t *testing.T) {
	tests := map[string]struct {
		context string
		want    []string
		skipped int
	}{
		"nothing":             {`null`, nil, 0},
		"one message":         {`{"role":"user","content":"hi"}`, []string{"[user] hi"}, 0},
		"no conversation":     {`5`, nil, 1},
		"strays are counted":  {`["hi", 5, null, ["user","a","b"], ["user","ok"]]`, []string{"[user] ok"}, 3},
		"roles in capitals":   {`[["HUMAN","a"],["Function","b"]]`, []string{"[user] a", "[tool] b"}, 0},
		"no folding of roles": {`[["u\u017fer","a"],[" user","b"]]`, nil, 2},
		"a turn of calls":     {`[{"role":"assistant","content":null,"tool_calls":[{"id":"k"}]}]`, nil, 0},
		"a call item":         {`[{"type":"function_call","name":"f","arguments":"{}"}]`, nil, 1},
		"an image is counted": {`[{"role":"user","content":[{"type":"image_url","image_url":{}},{"type":"text","text":"see"}]}]`, []string{"[user] see"}, 1},
		"a silent tool":       {`[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}]`, nil, 0},
		"empty texts join nothing": {
			`[{"role":"user","content":["a",{"type":"tool_result","content":""},"b"]}]`, []string{"[user] a\nb"}, 0},
		"a tool result between": {
			`[{"role":"user","content":["a",{"type":"tool_result","content":"x"},"b"]}]`,
			[]string{"[user] a", "[tool] x", "[user] b"}, 0},
		"an unknown text between": {
			`[{"content":[{"type":"tool_result","content":"x"},{"text":"y"},{"type":"tool_result","content":"z"}]}]`,
			[]string{"[tool] x", "[tool] z"}, 1},
		"messages do not join": {`[["user","a"],["user","b"]]`, []string{"[user] a", "[user] b"}, 0},
		"scalars of a result": {
			`[{"role":"user","content":[{"type":"tool_result","content":true},{"type":"tool_result","content":1e3}]}]`,
			[]string{"[tool] True\n1000.0"}, 0},
		"scalars in a list of blocks": {`[{"role":"tool","content":["a",5,["b"],null]}]`, []string{"[tool] a"}, 2},
		"minus zero and beyond a double": {
			`[["tool",-0],["tool",-0.0],["tool",1e999]]`, []string{"[tool] 0", "[tool] -0.0", "[tool] 1e999"}, 0},
		"a null id is no id": {`[{"role":"user","tool_call_id":null,"content":"mine"}]`, []string{"[user] mine"}, 0},
		"blocks of a result": {
			`[{"role":"user","content":[{"type":"tool_result","content":[{"text":"a","content":"b"},{"content":"c"},{"output":"d"},{"text":5}]}]}]`,
			[]string{"[tool] a\nc"}, 2},
		"roles that name a result": {`[["tool_result","a"],{"role":"Function_Call_Output","content":"b"}]`, []string{"[tool] a", "[tool] b"}, 0},
		"a type of an odd kind is not the user's": {
			`[{"role":"user","content":[{"type":5,"text":"odd"},{"type":"","text":"empty"},{"text":"no","content":null},{"text":"mine"}]}]`,
			[]string{"[tool] odd\nempty\nno", "[user] mine"}, 0},
		"call texts": {
			`[{"role":"assistant","content":[{"type":"tool_use","name":"f","input":{"b":2.50,"a":"é"}},{"type":"tool_use","input":null},{"type":"tool_use","name":5}]}]`,
			[]string{"[assistant] f({\"b\": 2.5, \"a\": \"é\"})\nNone({})\n5({})"}, 0},
		"a tainted output": {`[{"role":"tool","content":"cut","tainted":true}]`, []string{"[tool] cut"}, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := Read(parse(t, test.context))
			if got := lines(c); !slices.Equal(got, test.want) {
				t.Errorf("messages %q, want %q", got, test.want)
			}
			if c.Skipped != test.skipped {
				t.Errorf("%d skipped, want %d", c.Skipped, test.skipped)
			}
		})
	}
}

// What is the user's own decides what user-only grounding trusts: each of these tries
// to pass a text off as the user's.
func TestReadNotTheUsers(t *testing.T) {
	for name, context := range map[string]string{
		"a result by type":          `[{"role":"user","type":"tool_result","content":"x"}]`,
		"a result by spelling":      `[{"role":"user","type":"  Web-Search.Tool  Result ","content":"x"}]`,
		"a result by id":            `[{"role":"user","tool_use_id":"t","content":"x"}]`,
		"a result by an empty id":   `[{"role":"user","tool_call_id":"","content":"x"}]`,
		"a result by a numeric id":  `[{"role":"user","tool_call_id":0,"content":"x"}]`,
		"a caption":                 `[{"role":"user","content":[{"type":"image","text":"x"}]}]`,
		"a block with content":      `[{"role":"user","content":[{"text":"x","content":"y"}]}]`,
		"a text block with an id":   `[{"role":"user","content":[{"type":"text","text":"x","tool_call_id":"t"}]}]`,
		"a summary":                 `[{"role":"user","content":"x","metadata":{"source":"Conversation Summary"}}]`,
		"a summary by lc_source":    `[{"role":"user","content":"x","additional_kwargs":{"lc_source":1}}]`,
		"a stored result":           `[{"type":"tool","data":{"type":"human","content":"x"}}]`,
		"a stored result inside":    `[{"type":"human","data":{"type":"tool","content":"x"}}]`,
		"a stored answer":           `[{"type":"human","data":{"content":"x","tool_call_id":"t"}}]`,
		"a stored assistant":        `[{"type":"ai","data":{"type":"human","content":"x"}}]`,
		"a stored assistant inside": `[{"type":"human","data":{"type":"ai","content":"x"}}]`,
		"a stored summary":          `[{"type":"human","data":{"content":"x","response_metadata":{"source":"memory"}}}]`,
	} {
		t.Run(name, func(t *testing.T) {
			c := Read(parse(t, context))
			if len(c.Messages) != 1 || c.Messages[0].Role == User {
				t.Errorf("read %q, want one message that is not the user's", lines(c))
			}
		})
	}
}

func TestReadStoredForm(t *testing.T) {
	c := Read(parse(t, `[
		{"type":"system","data":{"content":"Be brief.","type":"system"}},
		{"type":"human","data":{"content":[{"type":"text","text":"refund K55"}],"additional_kwargs":{},"type":"human"}},
		{"type":"ai","data":{"content":"","type":"ai","tool_calls":[]}},
		{"type":"tool","data":{"content":"K55: shipped","type":"tool","tool_call_id":"k"}},
		{"type":"chat","data":{"content":"done","role":"assistant","type":"chat"}},
		{"type":"remove","data":{"content":"x","type":"remove"}},
		{"role":"user","content":"mine","data":{"content":"not read"}}
	]`))
	want := []string{"[system] Be brief.", "[user] refund K55", "[tool] K55: shipped", "[assistant] done", "[user] mine"}
	if got := lines(c); !slices.Equal(got, want) {
		t.Errorf("messages %q, want %q", got, want)
	}
	if c.Skipped != 1 {
		t.Errorf("%d skipped, want the one with an unknown role", c.Skipped)
	}
}

func TestReadTaintedMark(t *testing.T) {
	c := Read(parse(t, `[{"role":"tool","content":"a","tainted":true},{"role":"tool","content":"b","tainted":"yes"},["tool","c"]]`))
	for i, want := range []bool{true, false, false} {
		if c.Messages[i].Tainted != want {
			t.Errorf("message %d: tainted %v, want %v", i, c.Messages[i].Tainted, want)
		}
	}
}

func TestResultText(t *testing.T) {
	for result, want := range map[string]string{
		`null`:                             "",
		`"ok"`:                             "ok",
		`5`:                                "5",
		`{"b":1,"a":[2.50]}`:               `{"a": [2.5], "b": 1}`,
		`["one",{"text":"two"},{"x":1},3]`: "one\ntwo",
		`[{"type":"text","text":"row"}]`:   "row",
	} {
		if got := ResultText(parse(t, result)); got != want {
			t.Errorf("%s: %q, want %q", result, got, want)
		}
	}
}

// A message of very many or very long parts must cost what it weighs: with quadratic
// joining this test takes minutes.
func TestReadLinear(t *testing.T) {
	block := jsonvalue.NewString("a")
	blocks := make([]jsonvalue.Value, 1<<20)
	for i := range blocks {
		blocks[i] = block
	}
	long := jsonvalue.NewObject(
		jsonvalue.Member{Name: "type", Value: jsonvalue.NewString(strings.Repeat("- ", 1<<20))},
		jsonvalue.Member{Name: "role", Value: jsonvalue.NewString("user")},
		jsonvalue.Member{Name: "content", Value: jsonvalue.NewArray(blocks...)},
	)
	c := Read(jsonvalue.NewArray(long))
	if len(c.Messages) != 1 || len(c.Messages[0].Text) != 2*len(blocks)-1 {
		t.Errorf("%d messages, want one with every block", len(c.Messages))
	}
}
