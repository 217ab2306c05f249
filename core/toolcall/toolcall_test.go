package toolcall

import (
	"errors"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func parse(t *testing.T, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
	if err != nil {
		t.Fatalf("the test's own JSON %s: %v", text, err)
	}
	return v
}

func TestReadShapes(t *testing.T) {
	tests := map[string]struct {
		call      string
		name      string
		arguments string // compact JSON
		id        string // compact JSON
		text      string
	}{
		"plain":                      {`{"name":"f","arguments":{"b":1,"a":2.0}}`, "f", `{"b":1,"a":2.0}`, `null`, `{"b":1,"a":2.0}`},
		"chat completions":           {`{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}}`, "f", `{"a":1}`, `"c1"`, `{"a": 1}`},
		"responses":                  {`{"type":"function_call","call_id":"c2","name":"f","arguments":"{}"}`, "f", `{}`, `"c2"`, `{}`},
		"messages":                   {`{"type":"tool_use","id":"t1","name":"f","input":{}}`, "f", `{}`, `"t1"`, `{}`},
		"args":                       {`{"id":7,"name":"f","args":{"a":null}}`, "f", `{"a":null}`, `7`, `{"a":null}`},
		"parameters":                 {`{"name":"f","parameters":{"a":[]}}`, "f", `{"a":[]}`, `null`, `{"a":[]}`},
		"a null does not":            {`{"name":"f","arguments":null,"args":{"a":1}}`, "f", `{}`, `null`, `null`},
		"an empty text does not":     {`{"name":"f","arguments":"","args":{"a":1}}`, "f", `{}`, `null`, ``},
		"none":                       {`{"name":"f"}`, "f", `{}`, `null`, ``},
		"null":                       {`{"name":"f","args":null}`, "f", `{}`, `null`, `null`},
		"text of an empty text":      {`{"name":"f","arguments":"\"\""}`, "f", `""`, `null`, `""`},
		"text of a text":             {`{"name":"f","arguments":"\"{}\""}`, "f", `"{}"`, `null`, `"{}"`},
		"white space":                {`{"name":"f","arguments":" \n"}`, "f", `{}`, `null`, " \n"},
		"zero is no id":              {`{"name":"f","id":0,"call_id":"c"}`, "f", `{}`, `"c"`, ``},
		"false is no id":             {`{"name":"f","id":false,"call_id":{},"tool_call_id":[1]}`, "f", `{}`, `[1]`, ``},
		"a name of spaces is a name": {`{"name":" ","arguments":{}}`, " ", `{}`, `null`, `{}`},
		"a long integer":             {`{"name":"f","arguments":"{\"n\":1234567890123456789012}"}`, "f", `{"n":1234567890123456789012}`, `null`, `{"n":1234567890123456789012}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			call, err := Read(parse(t, test.call))
			if err != nil {
				t.Fatal(err)
			}
			if call.Name != test.name {
				t.Errorf("name %q, want %q", call.Name, test.name)
			}
			if got := call.Arguments.Write(jsonvalue.Compact); got != test.arguments {
				t.Errorf("arguments %s, want %s", got, test.arguments)
			}
			if got := call.ID.Write(jsonvalue.Compact); got != test.id {
				t.Errorf("id %s, want %s", got, test.id)
			}
			if call.ArgumentText != test.text {
				t.Errorf("argument text %s, want %s", call.ArgumentText, test.text)
			}
			if call.Problem != "" {
				t.Errorf("problem %q, want none", call.Problem)
			}
		})
	}
}

func TestReadTextThatStaysText(t *testing.T) {
	tests := map[string]struct{ text, problem string }{
		"not JSON":         {`a=1`, "not strict JSON"},
		"a repeated key":   {`{"to":"a","to":"b"}`, "duplicate key"},
		"an escaped one":   {`{"to":"a","\u0074o":"b"}`, "duplicate key"},
		"NaN":              {`{"a":NaN}`, "not strict JSON"},
		"trailing bytes":   {`{} {}`, "trailing bytes"},
		"a lone surrogate": {`{"a":"\ud800"}`, "lone surrogate"},
		"cut off":          {`{"a":`, "not strict JSON"},
		"too deep":         {strings.Repeat("[", 100000) + strings.Repeat("]", 100000), "nested too deeply"},
		"too long":         {`"` + strings.Repeat("a", jsonvalue.DefaultMaxBytes) + `"`, "too large"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			call, err := Read(jsonvalue.NewObject(
				jsonvalue.Member{Name: "name", Value: jsonvalue.NewString("f")},
				jsonvalue.Member{Name: "arguments", Value: jsonvalue.NewString(test.text)},
			))
			if err != nil {
				t.Fatal(err)
			}
			if got, isText := call.Arguments.StringText(); !isText || got != test.text {
				t.Errorf("arguments are not the text as it came")
			}
			if call.ArgumentText != test.text {
				t.Errorf("argument text is not the text as it came")
			}
			if !strings.Contains(call.Problem, test.problem) {
				t.Errorf("problem %q does not say %q", call.Problem, test.problem)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	tests := map[string]struct {
		call string
		want error
	}{
		"null":                     {`null`, ErrNotACall},
		"a text":                   {`"f()"`, ErrNotACall},
		"a list":                   {`["f",{}]`, ErrNotACall},
		"no name":                  {`{"arguments":{}}`, ErrNoName},
		"an empty name":            {`{"name":""}`, ErrNoName},
		"a number as a name":       {`{"name":5}`, ErrNoName},
		"a name beside a function": {`{"name":"f","function":{}}`, ErrNoName},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := Read(parse(t, test.call)); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}
