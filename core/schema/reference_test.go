package schema_test

import (
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// TestReferences: an empty want is that the paths after it are wrong.
func TestReferences(t *testing.T) {
	const union = `{"properties":{"v":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"$defs":{"A":{"anyOf":[{"type":"integer"},{"type":"string"}]}}}`
	for _, c := range []struct {
		schema, args, want string
		paths              []string
	}{
		{union, `{"v":"5"}`, `{"v":"5"}`, nil},
		{union, `{"v":5.0}`, `{"v":5}`, nil},
		{union, `{"v":[]}`, ``, []string{"v"}},
		// a union that names itself, once as its own alternative
		{`{"properties":{"v":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"integer"}]}}}`, `{"v":"7"}`, `{"v":7}`, nil},
		{`{"properties":{"v":{"$ref":"#/$defs/A"}},"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"integer"}]}}}`, `{"v":"x"}`, ``, []string{"v"}},
		// alternatives behind chains, named twice
		{`{"properties":{"v":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}},"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"anyOf":[{"type":"boolean"},{"type":"number"}]}}}`,
			`{"v":1.0}`, `{"v":1.0}`, nil},
		// pointers into lists and escaped names
		{`{"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]},"b":{"$ref":"#/properties/a/anyOf/0"},"c":{"$ref":"#/$defs/x~1y~0z"}},"$defs":{"x/y~z":{"type":"number"}}}`,
			`{"a":null,"b":"1","c":"2"}`, `{"a":null,"b":1,"c":2.0}`, nil},
		{`{"properties":{"b":{"$ref":"#/properties/a/anyOf/9"}}}`, `{"b":"1"}`, `{"b":"1"}`, nil},
		// what stands beside a reference
		{`{"properties":{"v":{"$ref":"#/$defs/O","required":["k"],"default":{"k":2}}},"$defs":{"O":{"properties":{"k":{"type":"integer"}},"default":{"k":1}}}}`, `{}`, `{"v":{"k":2}}`, nil},
		{`{"properties":{"v":{"$ref":"#/$defs/O","required":["k"]}},"$defs":{"O":{"properties":{"k":{"type":"integer"}}}}}`, `{"v":{}}`, ``, []string{"v.k"}},
		{`{"properties":{"v":{"$ref":"#/$defs/N"},"w":{"$ref":"#/$defs/N"}},"$defs":{"N":{"properties":{"next":{"$ref":"#/$defs/N","required":["next"]}}}}}`,
			`{"v":{"next":{"x":1}},"w":{}}`, `{"v":{"next":{"x":1}},"w":{"next":null}}`, nil},
		// the schema as a whole is the definition that it names again
		{`{"$ref":"#/$defs/T","$defs":{"T":{"properties":{"q":{"type":"integer"},"t":{"$ref":"#/$defs/T"}}}}}`, `{"q":"1","t":{"q":"2"}}`, `{"q":1,"t":{"q":"2"}}`, nil},
		{`{"properties":{"q":{"type":"integer"},"t":{"$ref":"#"}}}`, `{"t":{"q":"2","t":{"q":"3"}}}`, `{"q":null,"t":{"q":2,"t":{"q":"3"}}}`, nil},
	} {
		result := compile(t, c.schema).Validate(parse(t, c.args))
		got := ""
		if result.Valid() {
			got = result.Arguments.Write(jsonvalue.Compact)
		}
		if got != c.want || !slices.Equal(paths(result.Errors), append([]string{}, c.paths...)) {
			t.Errorf("%s given %s:\n got %s %v %s\nwant %s %q", c.schema, c.args, got, result.Errors, result.Undecidable, c.want, c.paths)
		}
	}
}

// TestGiven: what is sent to a server holds nothing that was filled in.
func TestGiven(t *testing.T) {
	s := compile(t, `{"properties":{"a":{"type":"integer"},"b":{"default":1},"o":{"properties":{"k":{"type":"number"},"m":{}}}}}`)
	got, ok := s.Given(parse(t, `"{\"o\":{\"k\":\"1\"},\"a\":\"2\"}"`))
	if want := `{"a":2,"o":{"k":1.0}}`; !ok || got.Write(jsonvalue.Compact) != want {
		t.Errorf("%v %s, want %s", ok, got.Write(jsonvalue.Compact), want)
	}
	for _, text := range []string{`[]`, `{"a":"x"}`, `{"b":"` + "\u200b" + `"}`} {
		if v, ok := s.Given(parse(t, text)); ok {
			t.Errorf("%s: %s", text, v.Write(jsonvalue.Compact))
		}
	}
}
