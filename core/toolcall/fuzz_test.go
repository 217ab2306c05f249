package toolcall

import (
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// FuzzRead holds that a call that can be read has a name, that its written form reads
// back as the same call, and that arguments are a text only where a text was given.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"name":"f","arguments":{"a":1}}`,
		`{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1.50}"}}`,
		`{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1,\"a\":2}"}`,
		`{"type":"tool_use","id":"t","name":"f","input":{"z":[1,{"y":null}],"a":true}}`,
		`{"name":"f","args":"\"{}\"","id":{"x":[]}}`,
		`{"name":"f","parameters":"null","tool_call_id":""}`,
		`{"name":"f","arguments":"[[[["}`,
		`{"name":"","arguments":7}`,
		`["f",{}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := jsonvalue.Parse(data, jsonvalue.Limits{})
		if err != nil {
			return
		}
		call, err := Read(v)
		if err != nil {
			return
		}
		if call.Name == "" {
			t.Fatal("a call without a name was read")
		}
		if call.Problem != "" && call.Arguments.Kind() != jsonvalue.String {
			t.Fatalf("a problem %q, but the arguments are of type %s", call.Problem, call.Arguments.Kind())
		}
		again, err := Read(call.Value())
		if err != nil {
			t.Fatalf("the written form is refused: %v", err)
		}
		if again.Name != call.Name || again.ArgumentText != call.ArgumentText || again.Problem != call.Problem ||
			!jsonvalue.Equal(again.ID, call.ID) || !jsonvalue.Equal(again.Arguments, call.Arguments) {
			t.Fatalf("read %+v, read again %+v", call, again)
		}
	})
}
