package schema_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// one is the schema of one required argument v.
func one(of string) string {
	return `{"type":"object","properties":{"v":` + of + `},"required":["v"]}`
}

// TestCoercion goes where the vectors do not: what each type takes and refuses. An
// empty want is an error, "?" is undecidable.
func TestCoercion(t *testing.T) {
	for _, c := range []struct{ schema, given, want string }{
		{`{"type":"integer"}`, `"+3"`, `3`},
		{`{"type":"integer"}`, `"-0"`, `0`},
		{`{"type":"integer"}`, `-0`, `0`},
		{`{"type":"integer"}`, `"-1_0"`, `-10`},
		{`{"type":"integer"}`, `"1_000.00"`, `1000`},
		{`{"type":"integer"}`, `"12345678901234567890.0"`, `12345678901234567890`},
		{`{"type":"integer"}`, `9007199254740993.0`, `9007199254740993`},
		{`{"type":"integer"}`, `1e3`, `1000`},
		{`{"type":"integer"}`, `9.3e18`, ``},
		{`{"type":"integer"}`, `1e400`, ``},
		{`{"type":"integer"}`, `"\u00a03\u3000"`, `3`},
		{`{"type":"integer"}`, `"\u001c3"`, ``},
		{`{"type":"integer"}`, `"1__0"`, ``},
		{`{"type":"integer"}`, `"_1"`, ``},
		{`{"type":"integer"}`, `"3_.0"`, ``},
		{`{"type":"integer"}`, `"+-3"`, ``},
		{`{"type":"integer"}`, `"-"`, ``},
		{`{"type":"integer"}`, `"` + strings.Repeat("0", 5000) + `7"`, `7`},
		{`{"type":"integer"}`, strings.Repeat("9", 4300), strings.Repeat("9", 4300)},
		{`{"type":"integer"}`, strings.Repeat("9", 4301), ``},
		{`{"type":"integer"}`, `"` + strings.Repeat("9", 4301) + `"`, ``},
		{`{"type":"number"}`, `"-0"`, `-0.0`},
		{`{"type":"number"}`, `"1_0e+1_0"`, `100000000000.0`},
		{`{"type":"number"}`, `"3._0"`, `3.0`},
		{`{"type":"number"}`, `"1e-400"`, `0.0`},
		{`{"type":"number"}`, `"Infinity"`, ``},
		{`{"type":"number"}`, `"1e5_"`, ``},
		{`{"type":"number"}`, `1e400`, ``},
		{`{"type":"number"}`, `1` + strings.Repeat("0", 309), ``},
		{`{"type":"boolean"}`, `"oN"`, `true`},
		{`{"type":"boolean"}`, `"F"`, `false`},
		{`{"type":"boolean"}`, `-0.0`, `false`},
		{`{"type":"boolean"}`, `"fal\u017fe"`, ``},
		{`{"type":"boolean"}`, `0.5`, ``},
		{`{"enum":[1,2,5]}`, `true`, `1`},
		{`{"enum":["auto",0,null,true]}`, `1.0`, `true`},
		{`{"enum":["auto",0,null,true]}`, `false`, `0`},
		{`{"enum":[1.5,1.0]}`, `1`, `1.0`},
		{`{"enum":[1,1.0,true]}`, `1`, `1`},
		{`{"enum":[1,1.0,true]}`, `1.0`, `1.0`},
		{`{"enum":[1,1.0,true]}`, `true`, `true`},
		{`{"enum":[[1,{"a":true}]]}`, `[1.0,{"a":1}]`, `[1,{"a":true}]`},
		{`{"enum":[[1]]}`, `[1,1]`, ``},
		{`{"enum":[9007199254740993]}`, `9007199254740992.0`, ``},
		{`{"enum":[1180591620717411303424]}`, `1180591620717411303424.0`, `1180591620717411303424`},
		{`{"enum":[1180591620717411303424]}`, `1180591620717411303424`, `1180591620717411303424`},
		{`{"const":0}`, `-0.0`, `0`},
		{`{"const":{"a":1}}`, `{"b":1}`, ``},
		{`{"type":"integer","minimum":9007199254740993}`, `9007199254740992`, ``},
		{`{"type":"integer","maximum":100000000000000000000}`, `100000000000000000001`, ``},
		{`{"type":"integer","minimum":-100000000000000000000}`, `-99999999999999999999`, `-99999999999999999999`},
		{`{"type":"integer","minimum":0.5}`, `0`, ``},
		{`{"type":"boolean","minimum":1}`, `false`, ``},
		{`{"type":"integer","minLength":2}`, `5`, `?`},
		{`{"type":"integer","minLength":2}`, `"x"`, ``},
		{`{"type":"integer","pattern":"5"}`, `5`, `?`},
		{`{"type":"string","minimum":2}`, `"abc"`, `?`},
		{`{"type":"string","minItems":2}`, `"a"`, ``},
		{`{"type":"object","minLength":1}`, `{}`, `?`},
		{`{"type":["integer","null"],"minimum":3}`, `null`, `null`},
		{`{"anyOf":[{"$ref":"#/properties/v/$defs/no"},{"type":"integer"}],"minimum":3,"$defs":{"no":{"type":"null"}}}`, `null`, `null`},
		{`{"type":"null","minimum":3}`, `null`, `?`},
		{`{"type":"array","items":{"type":"integer"},"maxItems":1}`, `["x","y"]`, ``},
		{`{"anyOf":[{"type":"array","items":{"type":"number"}},{"type":"array"}]}`, `[0]`, `[0]`},
		{`{"anyOf":[{"type":"integer"},{}]}`, `true`, `true`},
		{`{"anyOf":[{"type":"number"},{"type":"integer"}]}`, `5`, `5`},
		{`{"anyOf":[{"type":"number"},{"type":"boolean"}]}`, `1`, `1.0`},
		{`{"anyOf":[{"type":"boolean"},{"type":"number"}]}`, `1`, `1.0`},
		{`{"anyOf":[{"properties":{"a":{"type":"string"}},"additionalProperties":true},{"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}]}`, `{"a":"x","b":"1"}`, `{"a":"x","b":1}`},
		{`{"anyOf":[{"properties":{"a":{"type":"integer"}}},{"type":"object"}]}`, `{"a":"1"}`, `{"a":"1"}`},
		{`{"type":"object","properties":{"a":{"type":"integer"}},"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`, `{"b":"1"}`, `{"a":null,"b":1}`},
		{`{"type":"string","oneOf":[{"enum":["a"]},{"pattern":"^b"}]}`, `"bc"`, `"bc"`},
		{`{"type":"object","additionalProperties":false}`, `{"a":1}`, ``},
		{`{"type":"object","additionalProperties":false}`, `{}`, `{}`},
		{`{"type":"array","items":false}`, `[1]`, ``},
		{`{"type":"array","items":[{"type":"string"}]}`, `[1]`, `[1]`},
		{`false`, `1`, ``},
		{`{}`, `1e400`, `1e400`},
	} {
		result := compile(t, one(c.schema)).Validate(jsonvalue.NewObject(jsonvalue.Member{Name: "v", Value: parse(t, c.given)}))
		name := c.schema + " given " + c.given[:min(len(c.given), 40)]
		switch {
		case c.want == "?":
			if result.Undecidable == "" || len(result.Errors) > 0 {
				t.Errorf("%s: %+v, want undecidable", name, result)
			}
		case c.want == "":
			if len(result.Errors) != 1 || result.Errors[0].Message == "" {
				t.Errorf("%s: %+v, want one error", name, result)
			}
		default:
			if got := result.Arguments.Write(jsonvalue.Compact); got != `{"v":`+c.want+`}` {
				t.Errorf("%s: %s %v, want %s", name, got, result.Errors, c.want)
			}
		}
	}
}

func TestOrderOfArguments(t *testing.T) {
	s := compile(t, `{"properties":{"b":{"default":2},"a":{"type":"number","default":1},"c":{}},"additionalProperties":true}`)
	got := s.Validate(parse(t, `{"z":1,"c":null,"y":2}`)).Arguments.Write(jsonvalue.Compact)
	if want := `{"b":2,"a":1.0,"c":null,"z":1,"y":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMessages(t *testing.T) {
	s := compile(t, `{"properties":{
		"n":{"type":"integer","minimum":3},"u":{"anyOf":[{"type":"string"},{"type":"null"}]},
		"e":{"enum":["EUR","USD"]},"p":{"type":"string","pattern":"^a","minLength":2},
		"l":{"type":"array","items":{"type":"boolean"},"maxItems":2},"o":{"properties":{"k":{"type":"string"}},"required":["k"]}}}`)
	for _, c := range []struct{ args, want string }{
		{`{"n":"x"}`, `n: expected an integer, got the text "x"`},
		{`{"n":[1,2]}`, `n: expected an integer, got a list of 2 items`},
		{`{"n":"2"}`, `n: expected at least 3, got 2`},
		{`{"u":5}`, `u: expected a text or null, got the number 5`},
		{`{"e":"GBP"}`, `e: expected one of "EUR", "USD", got the text "GBP"`},
		{`{"p":"b"}`, `p: expected a length of at least 2, got 1`},
		{`{"p":"bb"}`, `p: expected a text with the pattern ^a, got the text "bb"`},
		{`{"l":[true,false,true]}`, `l: expected a length of at most 2, got 3`},
		{`{"l":[true,{"a":1}]}`, `l.1: expected true or false, got an object with 1 property`},
		{`{"o":{}}`, `o.k: expected a text, but the argument is missing`},
		{`{"o":{"k":"x","z":1}}`, `o.z: unknown argument: declared here are k`},
		{`{"u":"a` + "\u200b" + `"}`, `u: the text holds the invisible character U+200B`},
		{`{"o":{"k` + "\u00ad" + `":"x","k":"y"}}`, "o.k: the name holds the invisible character U+00AD\no.k\u00ad: unknown argument: declared here are k"},
		{`"{"`, `(arguments): the arguments are a text that is not readable JSON: not strict JSON: unexpected EOF at byte 1`},
		{`[]`, `(arguments): expected an object of arguments, got a list of 0 items`},
	} {
		result := s.Validate(parse(t, c.args))
		var lines []string
		for _, e := range result.Errors {
			lines = append(lines, e.Error())
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.args, got, c.want)
		}
	}
}

func TestUndecidableSaysWhy(t *testing.T) {
	s := compile(t, one(`{"type":"integer","minLength":2}`))
	result := s.Validate(parse(t, `{"v":5,"unknown":1}`))
	if want := `v: the schema's "minLength" does not apply to the number 5`; result.Undecidable != want || result.Valid() {
		t.Errorf("%+v, want %s", result, want)
	}
	// What no person sees is wrong whatever else cannot be decided.
	if result := s.Validate(parse(t, `{"v":5,"w`+"\u200b"+`":1}`)); result.Undecidable != "" || len(result.Errors) == 0 {
		t.Errorf("%+v, want errors", result)
	}
}

func TestLargeValuesAreNotRepeated(t *testing.T) {
	s := compile(t, one(`{"type":"integer"}`))
	long := strings.Repeat("ü", 1<<16)
	result := s.Validate(jsonvalue.NewObject(
		jsonvalue.Member{Name: "v", Value: jsonvalue.NewString(long)},
		jsonvalue.Member{Name: long, Value: jsonvalue.Value{}},
	))
	if len(result.Errors) != 2 {
		t.Fatal(len(result.Errors))
	}
	for _, e := range result.Errors {
		if len(e.Path) > 300 || len(e.Message) > 300 {
			t.Errorf("path of %d bytes, message of %d", len(e.Path), len(e.Message))
		}
	}
	many := make([]jsonvalue.Member, 5000)
	for i := range many {
		many[i] = jsonvalue.Member{Name: "x" + strconv.Itoa(i)}
	}
	result = s.Validate(jsonvalue.NewObject(many...))
	if n := len(result.Errors); n != schema.DefaultMaxErrors+1 || !strings.Contains(result.Errors[n-1].Message, "more errors") {
		t.Errorf("%d errors, the last %v", n, result.Errors[n-1])
	}
}
