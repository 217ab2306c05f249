package core_test

import (
	"context"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/toolcall"
)

const adopting = `
facts: {role: string}
tools:
  - name: read_file
    ground: {path: token}
  - name: ping
    parameters: {type: object, properties: {host: {type: string}}, required: [host]}
policies:
  - {name: no_guests, expr: role != "guest"}
`

func TestAdopt(t *testing.T) {
	c := must(catalog.Read("adopting.yaml", []byte(adopting)))
	check := func(t *testing.T, g *core.Guard, call string) *core.Decision {
		t.Helper()
		return must(g.Check(context.Background(), core.Request{Call: must(toolcall.Read(parse(call))), Facts: parse(`{"role": "owner"}`),
			Transcript: core.NewTranscript(said("read a.txt"))}))
	}
	for _, tc := range []struct {
		name, tool, schema, call string
		outcome                  core.Outcome
		failed                   []string
		hidden                   bool
	}{
		{"the server's schema", "read_file", `{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}`,
			`{"name": "read_file", "arguments": {"path": "a.txt"}}`, core.Allow, nil, false},
		{"what it requires is missing", "read_file", `{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}`,
			`{"name": "read_file", "arguments": {}}`, core.Deny, []string{"arguments_valid"}, false},
		{"a schema that cannot be read", "read_file", `{"type": "object", "properties": {"path": {"type": "string", "pattern": "(unclosed"}}}`,
			`{"name": "read_file", "arguments": {"path": "a.txt"}}`, core.Escalate, []string{"schema_readable"}, false},
		{"an argument named like a fact", "read_file", `{"type": "object", "properties": {"path": {"type": "string"}, "role": {"type": "string"}}}`,
			`{"name": "read_file", "arguments": {"path": "a.txt"}}`, core.Deny, []string{"known_tool"}, true},
		{"an argument named like what the guard gives", "read_file", `{"type": "object", "properties": {"path": {"type": "string"}, "conversation": {"type": "string"}}}`,
			`{"name": "read_file", "arguments": {"path": "a.txt"}}`, core.Deny, []string{"known_tool"}, true},
		{"a tool that has a schema keeps it", "ping", `{"type": "object", "properties": {}}`,
			`{"name": "ping", "arguments": {"host": "h1"}}`, core.Allow, nil, false},
		{"a tool that is not declared stays unknown", "rm", `{"type": "object", "properties": {}}`,
			`{"name": "rm", "arguments": {}}`, core.Deny, []string{"known_tool"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			guard, err := core.New(c, core.Adopt(tc.tool, parse(tc.schema), "from the server"))
			if err != nil {
				t.Fatal(err)
			}
			d := check(t, guard, tc.call)
			if d.Outcome != tc.outcome || !slices.Equal(d.Failed, tc.failed) {
				t.Errorf("%s %v, want %s %v: %v", d.Outcome, d.Failed, tc.outcome, tc.failed, d.Reasons)
			}
			if hidden := guard.Hidden()[tc.tool] != ""; hidden != tc.hidden {
				t.Errorf("hidden: %v", guard.Hidden())
			}
		})
	}
	if c.Tool("read_file").Parameters.Len() != 0 {
		t.Error("adopting changed the catalog that was given")
	}
}

func said(texts ...string) conversation.Conversation {
	var c conversation.Conversation
	for _, text := range texts {
		c.Messages = append(c.Messages, conversation.Message{Role: conversation.User, Text: text})
	}
	return c
}
