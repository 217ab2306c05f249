package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
)

const delegating = `tools:
  - name: pay
    parameters: {type: object, properties: {to: {type: string}, note: {type: string}}}
    ground: {to: whole}
    ground_from: [user]
    delegate: {to: {tool: read, named_by: path}}
    delegate_on: allow
  - name: read
    parameters: {type: object, properties: {path: {type: string}}}
  - name: mail
    parameters: {type: object, properties: {id: {type: string}}}
`

func TestReadDelegate(t *testing.T) {
	c := read(t, delegating)
	pay := c.Tool("pay")
	if want := []Source{{"to", "read", "path", grounding.Whole}}; !slices.Equal(pay.Delegate, want) || pay.DelegateOn != DelegateAllow {
		t.Errorf("read as %+v, %s", pay.Delegate, pay.DelegateOn)
	}
	several := read(t, strings.Replace(delegating, "{tool: read, named_by: path}", "[{tool: read, named_by: path}, {tool: mail, named_by: id, match: id}]", 1))
	if want := []Source{{"to", "mail", "id", grounding.ID}, {"to", "read", "path", grounding.Whole}}; !slices.Equal(several.Tool("pay").SourcesOf("to"), want) {
		t.Errorf("several are read as %+v", several.Tool("pay").Delegate)
	}
	if one, list := c.Fingerprint(), read(t, strings.Replace(delegating, "{tool: read, named_by: path}", "[{named_by: path, match: whole, tool: read}]", 1)).Fingerprint(); one != list {
		t.Error("a list of one has another fingerprint")
	}
	for _, changed := range []string{
		strings.Replace(delegating, "allow", "escalate", 1),
		strings.Replace(delegating, "named_by: path", "named_by: path, match: token", 1),
	} {
		if read(t, changed).Fingerprint() == c.Fingerprint() {
			t.Errorf("the same fingerprint: %s", changed)
		}
	}
}

func TestDelegateMistakes(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"tool: read,", "tool: reed,", "6:20: tools.pay.delegate.to: expected a tool of the catalog, reed is none, did you mean read?"},
		{"named_by: path}", "named_by: paht}", "expected an argument of read, paht is none, did you mean path?"},
		{"{to: {tool", "{note: {tool", "expected an argument of ground, note is none"},
		{"ground_from: [user]", "ground_from: [user, tool]", "expected ground_from without tool"},
		{"{tool: read, named_by: path}", "{tool: read}", `tools.pay.delegate.to: expected the key "named_by"`},
		{"{tool: read, named_by: path}", "read", "expected a source"},
		{"{tool: read, named_by: path}", "[]", "expected a source or a list of sources"},
		{"{to: {tool: read, named_by: path}}", "read", "expected an object of arguments and their sources"},
		{"    delegate: {to: {tool: read, named_by: path}}\n", "", "expected delegate too"},
		{"delegate_on: allow", "delegate_on: deny", "expected one of escalate, allow"},
	} {
		_, err := Read("a.yaml", []byte(strings.Replace(delegating, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.to, err, c.want)
		}
	}
}
