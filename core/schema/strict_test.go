package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

func compileStrict(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile(parse(t, text), schema.Options{Strict: true})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// TestStrict: each value is valid to the lax reading; want are the paths the strict
// one finds wrong.
func TestStrict(t *testing.T) {
	for _, c := range []struct {
		schema, args string
		want         []string
	}{
		{one(`{"type":"array","items":{"type":"integer","minimum":5}}`), `{"v":["7",3,"4"]}`, []string{"v.1", "v.2"}},
		{one(`{"type":"array","items":{"type":"string","pattern":"^\\d+$"}}`), `{"v":["12","٣"]}`, []string{}},
		{one(`{"type":"array","items":{"type":"string","pattern":"^\\d+$"}}`), `{"v":["12","x"]}`, []string{"v.1"}},
		{one(`{"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]}`), `{"v":"2"}`, []string{"v"}},
		{one(`{"allOf":[{"type":"string"},{"minLength":2}]}`), `{"v":"a"}`, []string{"v"}},
		{one(`{"type":"integer","multipleOf":5}`), `{"v":"10"}`, []string{}},
		{one(`{"type":"integer","multipleOf":5}`), `{"v":7}`, []string{"v"}},
		{one(`{"type":"integer","multipleOf":5}`), `{"v":123456789012345678901234567890}`, []string{}},
		{one(`{"type":"array","uniqueItems":true}`), `{"v":[1,1.0]}`, []string{"v"}},
		{one(`{"type":"string","format":"date"}`), `{"v":"2025-02-29"}`, []string{"v"}},
		{one(`{"type":"string","format":"date"}`), `{"v":"2024-02-29"}`, []string{}},
		{one(`{"type":"string","format":"date-time"}`), `{"v":"2025-01-01 10:00"}`, []string{"v"}},
		{one(`{"type":"string","format":"email"}`), `{"v":"ann"}`, []string{"v"}},
		{one(`{"type":"string","format":"email"}`), `{"v":"ann@example.com"}`, []string{}},
		{one(`{"type":"string","format":"uri"}`), `{"v":"/x"}`, []string{"v"}},
		{one(`{"type":"string","format":"uuid"}`), `{"v":"3f2504e0-4f89-11d3-9a0c-0305e82c330"}`, []string{"v"}},
		{one(`{"type":"string","format":"ipv4"}`), `{"v":"10.0.0.256"}`, []string{"v"}},
		{one(`{"type":"string","format":"ipv6"}`), `{"v":"::1"}`, []string{}},
		{one(`{"type":"object"}`), `{"v":{"a":1e400}}`, []string{"(arguments)"}},
		{`{"properties":{"a":{"type":"string","minLength":3},"b":{"type":"integer","default":"many"}}}`, `{}`, []string{}},
		{`{"properties":{"a":{"type":"string"}},"minProperties":1}`, `{}`, []string{"(arguments)"}},
		{`{"properties":{"a":{}},"additionalProperties":{"type":"integer"}}`, `{"z":"x"}`, []string{"z"}},
		{`{"properties":{"a":{"type":"object","properties":{"k":{}},"dependentRequired":{"k":["m"]}}}}`, `{"a":{"k":1}}`, []string{"a"}},
		{`{"properties":{"a":{"type":"object","required":["k"],"additionalProperties":{}}}}`, `{"a":{}}`, []string{"a.k"}},
		{`{"properties":{"a":{"type":"object","propertyNames":{"maxLength":2}}}}`, `{"a":{"long":1}}`, []string{"a"}},
		{`{"properties":{"n":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"object","properties":{"next":{"$ref":"#/$defs/N"},"v":{"type":"integer"}},"additionalProperties":false}}}`,
			`{"n":{"next":{"next":{"v":"x","w":1}}}}`, []string{"n.next.next.v", "n.next.next.w"}},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"type":"array","items":[{"type":"integer"}]}}}`, `{"a":["x"]}`, []string{"a.0"}},
	} {
		laxly := compile(t, c.schema).Validate(parse(t, c.args))
		if !laxly.Valid() {
			t.Errorf("%s given %s: not valid laxly: %v", c.schema, c.args, laxly.Errors)
		}
		result := compileStrict(t, c.schema).Validate(parse(t, c.args))
		if got := paths(result.Errors); !slices.Equal(got, c.want) || result.Undecidable != "" {
			t.Errorf("%s given %s: %v, want %q", c.schema, c.args, result, c.want)
		}
		if result.Valid() && !jsonvalue.Equal(result.Arguments, laxly.Arguments) {
			t.Errorf("%s given %s: arguments %v, laxly %v", c.schema, c.args, result.Arguments, laxly.Arguments)
		}
	}
}

func TestStrictErrorsShowLittle(t *testing.T) {
	long := strings.Repeat("x", 5000)
	s := compileStrict(t, `{"properties":{"a":{"type":"array","items":{"format":"date","pattern":"^y","enum":["y"]}},"o":{"type":"object","propertyNames":{"maxLength":2}}}}`)
	result := s.Validate(parse(t, `{"a":["`+long+`"],"o":{"`+long+`":1}}`))
	if len(result.Errors) == 0 {
		t.Fatal("valid")
	}
	for _, e := range result.Errors {
		if len(e.Message) > 300 {
			t.Errorf("%d bytes: %.80s", len(e.Message), e.Message)
		}
	}
}

func TestStrictRefuses(t *testing.T) {
	for _, text := range []string{
		one(`{"type":"date"}`),
		one(`{"additionalProperties":null}`),
		one(`{"minimum":true}`),
		one(`{"type":"array","items":{"pattern":"("}}`),
		one(`{"allOf":[{"$ref":"https://elsewhere.example/x"}]}`),
		one(`{"allOf":[{"$ref":"file:///etc/passwd"}]}`),
		one(`{"$dynamicRef":"#x"}`),
		one(`{"minimum":1e999999999}`),
		`{"$schema":"https://elsewhere.example/draft"}`,
	} {
		if _, err := schema.Compile(parse(t, text), schema.Options{Strict: true}); !errors.Is(err, schema.ErrSchema) {
			t.Errorf("%s: %v, want ErrSchema", text, err)
		}
	}
}

// branching returns a schema whose definitions each try the next twice on the same
// member: n levels of arguments are validated 2^n times.
func branching(n int) string {
	var b strings.Builder
	b.WriteString(`{"properties":{"v":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range n {
		next := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
		fmt.Fprintf(&b, `"d%d":{"anyOf":[{"properties":{"x":%s,"y":{}}},{"properties":{"x":%s,"z":{}}}]},`, i, next, next)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"integer"}}}`, n)
	return b.String()
}

// deep returns {"v":{"x":{"x":…}}} of n levels.
func deep(n int, innermost string) string {
	return `{"v":` + strings.Repeat(`{"x":`, n) + innermost + strings.Repeat(`}`, n) + `}`
}

// TestBranchingIsBounded: unions within unions cost a budget, not 2^depth.
func TestBranchingIsBounded(t *testing.T) {
	for _, opts := range []schema.Options{{}, {Strict: true}} {
		for _, innermost := range []string{`"x"`, `"1"`} {
			s, err := schema.Compile(parse(t, branching(40)), opts)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			result := s.Validate(parse(t, deep(40, innermost)))
			if spent := time.Since(start); spent > 5*time.Second {
				t.Errorf("%v took %v", opts, spent)
			}
			if result.Undecidable == "" {
				t.Errorf("%v: decided: %d errors", opts, len(result.Errors))
			}
			few := s.Validate(parse(t, deep(4, innermost)))
			if few.Undecidable != "" {
				t.Errorf("%v: four levels are not decided: %s", opts, few.Undecidable)
			}
		}
	}
}

// TestStrictBudgetAlone: a recursive definition is any object to the lax reading, so
// that only the strict one could be made to branch.
func TestStrictBudgetAlone(t *testing.T) {
	s := compileStrict(t, `{"properties":{"v":{"$ref":"#/$defs/d"}},"$defs":{"d":{"anyOf":[
		{"type":"object","properties":{"x":{"$ref":"#/$defs/d"},"y":{"type":"null"}},"required":["y"]},
		{"type":"object","properties":{"x":{"$ref":"#/$defs/d"}}},{"type":"integer"}]}}}`)
	start := time.Now()
	result := s.Validate(parse(t, deep(50, `"no"`)))
	if spent := time.Since(start); spent > 5*time.Second || result.Undecidable == "" {
		t.Errorf("took %v: undecidable %q, %d errors", spent, result.Undecidable, len(result.Errors))
	}
	if result := s.Validate(parse(t, deep(5, `1`))); !result.Valid() {
		t.Errorf("five levels: %+v", result)
	}
}

// TestLargeArgumentsAreDecided: the budget grows with the arguments.
func TestLargeArgumentsAreDecided(t *testing.T) {
	items := make([]jsonvalue.Value, 100_000)
	for i := range items {
		items[i] = jsonvalue.NewString("7")
	}
	args := jsonvalue.NewObject(jsonvalue.Member{Name: "v", Value: jsonvalue.NewArray(items...)})
	s := compile(t, one(`{"type":"array","items":{"anyOf":[{"enum":[1,2,3]},{"type":"null"},{"type":"object","properties":{"a":{}}},{"type":"boolean"},{"type":"integer"}]}}`))
	result := s.Validate(args)
	if !result.Valid() || result.Arguments.Items()[0].Items()[0].Text() != "7" {
		t.Errorf("%v %s", result.Errors, result.Undecidable)
	}
}
