package catalog

import (
	"bytes"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

// published is the schema as another program would use it.
func published(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("catalog.schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("catalog.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func accepts(t testing.TB, s *jsonschema.Schema, data []byte) error {
	t.Helper()
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(instance)
}

func TestSchemaAcceptsCatalogs(t *testing.T) {
	s := published(t)
	for name, data := range someCatalogs(t) {
		if err := accepts(t, s, data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		c, err := Read(name, data)
		if err != nil {
			t.Fatal(err)
		}
		if err := accepts(t, s, []byte(c.Value().Write(jsonvalue.Compact))); err != nil {
			t.Errorf("%s, as Value writes it: %v", name, err)
		}
	}
}

// The decoder and the schema are written by hand, so they are compared key by key and
// word by word.
func TestSchemaKnowsTheSameKeys(t *testing.T) {
	document, err := jsonvalue.Parse(JSONSchema(), jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(path ...string) jsonvalue.Value {
		v := document
		for _, name := range path {
			next, found := v.Get(name)
			if !found {
				t.Fatalf("the schema has no %v", path)
			}
			v = next
		}
		return v
	}
	d := &decoder{}
	for _, c := range []struct {
		path   []string
		fields []field
	}{
		{nil, d.catalogFields(&Catalog{})},
		{[]string{"properties", "defaults"}, d.defaultsFields(&Defaults{})},
		{[]string{"$defs", "fact"}, d.factFields(&Fact{})},
		{[]string{"$defs", "tool"}, d.toolFields(&Tool{})},
		{[]string{"$defs", "confirm"}, d.confirmFields(&Confirm{})},
		{[]string{"$defs", "request"}, d.requestFields(&Request{})},
		{[]string{"$defs", "source"}, d.sourceFields(&Source{})},
		{[]string{"$defs", "outgoing"}, d.outgoingFields(&Outgoing{})},
		{[]string{"$defs", "firewall"}, d.firewallFields(&Firewall{})},
		{[]string{"$defs", "function"}, d.functionFields(&Function{})},
		{[]string{"$defs", "policy"}, d.policyFields(&Policy{})},
	} {
		keys := at(append(c.path, "properties")...).Names()
		if !slices.Equal(slices.Sorted(slices.Values(keys)), slices.Sorted(slices.Values(namesOf(c.fields)))) {
			t.Errorf("%v: the schema has %v, the decoder %v", c.path, keys, namesOf(c.fields))
		}
		var required, want []string
		if v, found := at(c.path...).Get("required"); found {
			for _, item := range v.Items() {
				required = append(required, item.Text())
			}
		}
		for _, f := range c.fields {
			if f.required {
				want = append(want, f.name)
			}
		}
		if !slices.Equal(required, want) {
			t.Errorf("%v: the schema requires %v, the decoder %v", c.path, required, want)
		}
	}
	for _, c := range []struct {
		path  []string
		words []string
	}{
		{[]string{"properties", "schema"}, schemaModes[:]},
		{[]string{"$defs", "effect"}, effects[:]},
		{[]string{"$defs", "matcher"}, matchers},
		{[]string{"$defs", "intent"}, intentNames()},
		{[]string{"$defs", "factType"}, policy.FactTypes},
		{[]string{"$defs", "tool", "properties", "injections"}, injections[:]},
		{[]string{"$defs", "tool", "properties", "locale"}, locales},
		{[]string{"$defs", "tool", "properties", "delegate_on"}, delegateOn[:]},
		{[]string{"$defs", "tool", "properties", "once_scope"}, onceScopes[:]},
		{[]string{"$defs", "tool", "properties", "verified"}, verifiedWords[:]},
		{[]string{"$defs", "outgoing", "properties", "links"}, linkWords[:]},
		{[]string{"$defs", "outgoing", "properties", "secrets"}, secretWords[:]},
		{[]string{"$defs", "outgoing", "properties", "markup"}, markupWords[:]},
	} {
		var words []string
		for _, item := range at(append(c.path, "enum")...).Items() {
			words = append(words, item.Text())
		}
		if !slices.Equal(words, c.words) {
			t.Errorf("%v: the schema has %v, the decoder %v", c.path, words, c.words)
		}
	}
}

// What one refuses, the other refuses too, as far as a schema can say it.
func TestSchemaRefuses(t *testing.T) {
	s := published(t)
	for _, bad := range []string{
		`[]`, `{"tool": []}`, `{"tools": {}}`, `{"tools": [{}]}`, `{"tools": [{"name": "a b"}]}`, `{"tools": [{"name": ""}]}`,
		`{"schema": "loose"}`, `{"defaults": {"once": true}}`, `{"facts": {"a": "number"}}`, `{"facts": {"a-b": "int"}}`,
		`{"facts": {"a": {"description": "x"}}}`, `{"language": ""}`, `{"name": 1}`,
		`{"tools": [{"name": "a", "ground": ["x"]}]}`, `{"tools": [{"name": "a", "ground": {"x": "exact"}}]}`,
		`{"tools": [{"name": "a", "ground_from": []}]}`, `{"tools": [{"name": "a", "ground_from": ["bot"]}]}`,
		`{"tools": [{"name": "a", "ground_last": 0}]}`, `{"tools": [{"name": "a", "ground_last": 1.5}]}`,
		`{"tools": [{"name": "a", "tool_values": "allow"}]}`, `{"tools": [{"name": "a", "injections": "on"}]}`,
		`{"tools": [{"name": "a", "scan_user": "yes"}]}`, `{"tools": [{"name": "a", "locale": "us"}]}`, `{"tools": [{"name": "a", "locale": ""}]}`,
		`{"tools": [{"name": "a", "once": 1}]}`, `{"tools": [{"name": "a", "confirm": true}]}`, `{"tools": [{"name": "a", "confirm": null}]}`,
		`{"tools": [{"name": "a", "confirm": {"arguments": ["x", "x"]}}]}`, `{"tools": [{"name": "a", "confirm": {"last": 0}}]}`,
		`{"tools": [{"name": "a", "request": {}}]}`, `{"tools": [{"name": "a", "request": {"intent": "rob"}}]}`,
		`{"tools": [{"name": "a", "request": {"intent": []}}]}`, `{"tools": [{"name": "a", "request": {"phrases": ""}}]}`,
		`{"tools": [{"name": "a", "outgoing": {}}]}`, `{"tools": [{"name": "a", "outgoing": {"arguments": []}}]}`,
		`{"tools": [{"name": "a", "outgoing": {"arguments": ["x"], "links": "none"}}]}`, `{"tools": [{"name": "a", "outgoing": {"arguments": ["x"], "secrets": "user"}}]}`,
		`{"tools": [{"name": "a", "outgoing": {"arguments": ["x"], "markup": false}}]}`, `{"tools": [{"name": "a", "firewall": true}]}`,
		`{"tools": [{"name": "a", "firewall": {"exempt": []}}]}`, `{"tools": [{"name": "a", "firewall": {"on_fail": "allow"}}]}`,
		`{"tools": [{"name": "a", "delegate": {"x": {"tool": "b"}}}]}`, `{"tools": [{"name": "a", "delegate": {"x": []}}]}`,
		`{"tools": [{"name": "a", "delegate": {"x": {"tool": "b", "named_by": "y", "match": "near"}}}]}`, `{"tools": [{"name": "a", "delegate_on": "deny"}]}`,
		`{"tools": [{"name": "a", "once_key": []}]}`, `{"tools": [{"name": "a", "once_scope": "world"}]}`,
		`{"user_keys": {}}`, `{"user_keys": {"app": "AAAA"}}`, `{"tools": [{"name": "a", "verified": true}]}`,
		`{"tools": [{"name": "a", "parameters": true}]}`, `{"tools": [{"name": "a", "parameters": null}]}`,
		`{"policies": [{"name": "p"}]}`, `{"policies": [{"expr": "true"}]}`, `{"policies": [{"name": "p", "expr": " "}]}`,
		`{"policies": [{"name": "p", "expr": "true", "tools": []}]}`, `{"policies": [{"name": "p", "expr": "true", "on_fail": "warn"}]}`,
		`{"functions": [{"name": "a-b", "expr": "1"}]}`, `{"functions": [{"name": "f", "expr": "1", "on_fail": "deny"}]}`,
	} {
		if accepts(t, s, []byte(bad)) == nil {
			t.Errorf("the schema accepts %s", bad)
		}
		if _, err := Read("bad.json", []byte(bad)); err == nil {
			t.Errorf("Read accepts %s", bad)
		}
	}
}
