package catalog

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

func read(t testing.TB, text string) *Catalog {
	t.Helper()
	c, err := Read("a.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

const two = `
facts: {limit: double, role: string}
tools:
  - {name: pay, parameters: {type: object, properties: {amount: {type: number}}}, ground: {amount: token}}
  - {name: look, parameters: {type: object, properties: {what: {type: string}}}}
functions:
  - {name: twice, expr: amount * 2.0}
policies:
  - {name: cap, expr: twice <= limit}
  - {name: staff, expr: role == "staff"}
  - {name: short, tools: [look], expr: size(what) < 10}
`

func TestFingerprint(t *testing.T) {
	whole := read(t, two).Fingerprint()
	if len(whole) != 64 {
		t.Fatalf("fingerprint %q", whole)
	}
	// Written otherwise, it is the same catalog.
	for what, text := range map[string]string{
		"comments":         "# about payments\n" + strings.ReplaceAll(two, "tools:\n", "tools: # all\n"),
		"order of keys":    strings.Replace(two, "{name: cap, expr: twice <= limit}", "{expr: twice <= limit, name: cap}", 1),
		"defaults spelled": strings.Replace(two, "{name: look, ", "{name: look, once: false, injections: grounded, ground_from: [user, tool, developer], tool_values: deny, ", 1),
		"tools null":       strings.Replace(two, "{name: staff, ", "{name: staff, tools: null, on_fail: deny, ", 1),
		"fact as object":   strings.Replace(two, "role: string", "role: {type: string}", 1),
		"schema spelled":   "schema: compatible\n" + two,
		"JSON":             read(t, two).Value().Write(jsonvalue.Compact),
	} {
		if got := read(t, text).Fingerprint(); got != whole {
			t.Errorf("%s: another fingerprint", what)
		}
	}
	// Anything that means something else has another fingerprint.
	seen := map[string]string{whole: "as it is"}
	for what, text := range map[string]string{
		"a limit":           strings.Replace(two, "2.0", "3.0", 1),
		"a matcher":         strings.Replace(two, "token", "whole", 1),
		"an effect":         strings.Replace(two, "{name: cap, ", "{name: cap, on_fail: escalate, ", 1),
		"a reason":          strings.Replace(two, "{name: cap, ", "{name: cap, reason: x, ", 1),
		"order of policies": strings.Replace(two, "  - {name: staff, expr: role == \"staff\"}\n", "", 1) + "  - {name: staff, expr: role == \"staff\"}\n",
		"a type":            strings.Replace(two, "role: string", "role: list", 1),
		"a schema":          strings.Replace(two, "type: number", "type: integer", 1),
		"the mode":          "schema: strict\n" + two,
		"a confirmation":    strings.Replace(two, "{name: look, ", "{name: look, confirm: {}, ", 1),
		"an exact one":      strings.Replace(two, "{name: look, ", "{name: look, confirm: {mode: exact}, ", 1),
		"a name for ids":    strings.Replace(strings.Replace(two, "{name: look, ", "{name: look, confirm: {mode: exact, names: called}, ", 1), "role: string", "role: string, called: map", 1),
		"an empty one":      strings.Replace(two, "{name: look, ", "{name: look, confirm: {arguments: []}, ", 1),
		"a default":         "defaults: {scan_user: true}\n" + two,
		"a name":            "name: x\n" + two,
	} {
		sum := read(t, text).Fingerprint()
		if before := seen[sum]; before != "" {
			t.Errorf("%s has the fingerprint of the catalog %s", what, before)
		}
		seen[sum] = what
	}
}

func TestToolFingerprint(t *testing.T) {
	of := func(text, tool string) string {
		sum, err := read(t, text).ToolFingerprint(tool)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	pay, look := of(two, "pay"), of(two, "look")
	for _, c := range []struct {
		what, old, changed string
		pay, look          bool // whose checks change
	}{
		{"its own policy", "size(what) < 10", "size(what) < 11", false, true},
		{"its own argument", "type: number", "type: integer", true, false},
		{"a function it reads", "amount * 2.0", "amount * 3.0", true, false},
		{"a policy of both", `role == "staff"`, `role == "boss"`, true, true},
		{"the type of a fact it reads", "limit: double", "limit: double, other: int", false, false},
		{"the name of the catalog", "facts:", "name: x\nfacts:", false, false},
		{"the schema mode", "facts:", "schema: strict\nfacts:", true, true},
		{"another tool's options", "{name: look,", "{name: look, once: true,", false, true},
		{"whom else a policy is for", "tools: [look]", "tools: [look]", false, false},
	} {
		text := strings.Replace(two, c.old, c.changed, 1)
		if got := of(text, "pay") != pay; got != c.pay {
			t.Errorf("%s: the checks of pay changed: %v", c.what, got)
		}
		if got := of(text, "look") != look; got != c.look {
			t.Errorf("%s: the checks of look changed: %v", c.what, got)
		}
	}
	called := strings.Replace(strings.Replace(two, "{name: look,", "{name: look, confirm: {mode: exact, names: called},", 1), "limit: double", "limit: double, called: map", 1)
	if of(called, "look") == of(strings.Replace(called, "called: map", "called: {type: map, description: x}, other: map", 1), "pay") {
		t.Error("two tools have one fingerprint")
	}
	if pay == look {
		t.Error("two tools have one fingerprint")
	}
	if _, err := read(t, two).ToolFingerprint("nothing"); !errors.Is(err, ErrUnknownTool) {
		t.Errorf("of an unknown tool: %v", err)
	}
}

// The fingerprint is stored with decisions and compared years later: when this test
// fails, formVersion has to go up.
func TestFingerprintIsStable(t *testing.T) {
	if got, want := read(t, two).Fingerprint(), "81071a033e791338ffe024e57bfc2a973528d24374eacac704b3ff6ab39e615a"; got != want {
		t.Errorf("fingerprint %s, was %s", got, want)
	}
}

func TestApplying(t *testing.T) {
	c := read(t, `
facts: {limit: double, role: string, unused: int}
tools:
  - {name: pay, parameters: {type: object, properties: {amount: {type: number}, to: {type: string}}}}
  - {name: look, parameters: {type: object, properties: {what: {type: string}}}}
  - {name: later}
functions:
  - {name: total, expr: fee + amount}
  - {name: fee, expr: amount * 0.1}
  - {name: asked, expr: size(user_request)}
  - {name: named, tools: [later], expr: something + asked}
policies:
  - {name: cap, expr: total <= limit}
  - {name: staff, expr: role == "staff" && tool_name != ""}
  - {name: polite, expr: asked > 3}
  - {name: local_name, expr: '[1].all(what, what == 1)'}
  - {name: short, tools: [look], expr: size(what) < 10}
  - {name: never, expr: nobody == 1}
  - {name: wide, tools: [later], expr: unknown == 1}
`)
	for tool, want := range map[string]string{
		"pay":   "facts limit role; functions fee total asked; policies cap staff polite local_name",
		"look":  "facts role; functions asked; policies staff polite local_name short",
		"later": "facts role; functions asked named; policies staff polite local_name wide",
	} {
		a := c.Applying(c.Tool(tool))
		got := "facts"
		for _, f := range a.Facts {
			got += " " + f.Name
		}
		got += "; functions"
		for _, f := range a.Functions {
			got += " " + f.Name
		}
		got += "; policies"
		for _, p := range a.Policies {
			got += " " + p.Name
		}
		if got != want {
			t.Errorf("%s: %s\n want %s", tool, got, want)
		}
	}
	// What a catalog built by hand computes without Validate is the same.
	unchecked := &Catalog{Facts: c.Facts, Tools: c.Tools, Functions: c.Functions, Policies: c.Policies}
	for i := range c.Tools {
		if a, b := c.Applying(&c.Tools[i]), unchecked.Applying(&c.Tools[i]); len(a.Policies) != len(b.Policies) || len(a.Functions) != len(b.Functions) {
			t.Errorf("%s: %v and %v", c.Tools[i].Name, a, b)
		}
	}
}

func TestTakenNames(t *testing.T) {
	c := read(t, `
facts: {limit: double}
tools:
  - {name: pay, parameters: {type: object, properties: {amount: {type: number}}}, request: {intent: pay}}
  - {name: look}
functions: [{name: twice, expr: amount * 2.0}]
policies: [{name: cap, expr: twice <= limit}]
`)
	pay, look := c.Tool("pay"), c.Tool("look")
	for _, x := range []struct {
		fact      string
		pay, look string
	}{
		{"limit", "", ""}, {"weather", "", ""}, {"amount", "an argument of pay", ""}, {"twice", "a function", "a function"},
		{"cap", "a policy", "a policy"}, {"user_asked_to_pay", "the name of a check", "the name of a check"},
		{"calls_made", "a name the guard gives", "a name the guard gives"}, {"proposal", "a name the guard computes", "a name the guard computes"},
		{"user_confirmed", "the name of a check", "the name of a check"},
	} {
		if got := c.TakenFact(pay, x.fact); got != x.pay {
			t.Errorf("a fact %s given to pay collides with %q, want %q", x.fact, got, x.pay)
		}
		if got := c.TakenFact(look, x.fact); got != x.look {
			t.Errorf("a fact %s given to look collides with %q, want %q", x.fact, got, x.look)
		}
	}
	// A schema that is adopted: the function applies where its input is.
	adopted := *look
	adopted.Parameters = jsonvalue.NewObject(member("properties", jsonvalue.NewObject(
		member("limit", jsonvalue.Value{}), member("twice", jsonvalue.Value{}), member("fine", jsonvalue.Value{}), member("tool_name", jsonvalue.Value{}))))
	if got := c.Collisions(&adopted); !slices.Equal(got, []Collision{{"limit", "a declared fact"}, {"tool_name", "a name the guard gives"}}) {
		t.Errorf("collisions = %v", got)
	}
	if got := c.Collisions(pay); got != nil {
		t.Errorf("collisions of pay = %v", got)
	}
}

func TestArgumentNames(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"properties": {"a": {}}}`:                                           false,
		`{"properties": {"a": {}}, "additionalProperties": false}`:            false,
		`{"properties": {"a": {}}, "additionalProperties": {}}`:               true,
		`{"properties": {"a": {}}, "additionalProperties": true}`:             true,
		`{"properties": {"a": {}}, "additionalProperties": {"type": "null"}}`: true,
		`{"properties": {"a": {}}, "allOf": []}`:                              true,
		`{"properties": {"a": {}}, "$ref": "#/$defs/x"}`:                      true,
	} {
		v, err := jsonvalue.ParseText(schema, jsonvalue.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		tool := Tool{Parameters: v}
		if names, open := tool.ArgumentNames(); open != want || !slices.Equal(names, []string{"a"}) {
			t.Errorf("%s: %v, %v", schema, names, open)
		}
	}
}

func TestWords(t *testing.T) {
	for _, e := range []Effect{Deny, Escalate} {
		if got, ok := ParseEffect(e.String()); !ok || got != e {
			t.Errorf("%s is %s, %v", e, got, ok)
		}
	}
	for _, m := range []SchemaMode{Compatible, Strict} {
		if got, ok := ParseSchemaMode(m.String()); !ok || got != m {
			t.Errorf("%s is %s, %v", m, got, ok)
		}
	}
	for _, i := range []Injections{InjectionsGrounded, InjectionsAny, InjectionsOff} {
		if got, ok := ParseInjections(i.String()); !ok || got != i {
			t.Errorf("%s is %s, %v", i, got, ok)
		}
	}
	if _, ok := ParseEffect("Deny"); ok {
		t.Error("Deny is an effect")
	}
	for _, name := range matchers {
		if m, err := grounding.ParseMatcher(name); err != nil || m.String() != name {
			t.Errorf("matcher %s: %v", name, err)
		}
	}
	for _, name := range policy.FactTypes {
		if _, err := policy.ParseType(name); err != nil {
			t.Errorf("type %s: %v", name, err)
		}
	}
}
