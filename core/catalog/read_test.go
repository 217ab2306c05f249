package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

// numbered repeats a format with the numbers from 0.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

const everything = `# Payments of the shop
name: shop
version: "3"
language: de
schema: strict
defaults: {scan_user: true, tool_values: escalate}
facts:
  spent_today: double
  role: {type: string, description: What the caller may do.}
  payees: list<string>
tools:
  - name: send_payment
    description: Pay an invoice.
    parameters:
      type: object
      properties:
        iban: {type: string}
        amount: {type: number}
        note: {type: string, default: ""}
      required: [iban, amount]
    ground: {iban: whole, amount: spaced}
    ground_from: [system, human]
    ground_last: 2
    injections: any
    tool_values: deny
    scan_user: false
    locale: de
    once: true
    confirm:
      arguments: [iban, amount]
      match: {iban: id}
      last: 1
      on_fail: escalate
    request: {intent: [pay, send], phrases: "\\bsettle\\b", on_fail: deny}
  - name: lookup
functions:
  - name: total
    expr: amount + spent_today
policies:
  - name: daily_limit
    expr: |
      total <= 2000.0 &&
        role in ["clerk", "admin"]
    on_fail: escalate
    reason: The day has a limit.
  - name: known_payee
    tools: [send_payment]
    expr: iban in payees
`

func TestReadEverything(t *testing.T) {
	c, err := Read("shop.yaml", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "shop" || c.Version != "3" || c.Language != "de" || c.Schema != Strict || c.Defaults != (Defaults{true, Escalate}) {
		t.Errorf("head = %q %q %q %s %v", c.Name, c.Version, c.Language, c.Schema, c.Defaults)
	}
	if !slices.Equal(c.Facts, []Fact{
		{"spent_today", policy.TypeOf(policy.Double), ""},
		{"role", policy.TypeOf(policy.String), "What the caller may do."},
		{"payees", policy.ListOf(policy.String), ""},
	}) {
		t.Errorf("facts = %v", c.Facts)
	}
	pay := c.Tool("send_payment")
	if names, open := pay.ArgumentNames(); open || !slices.Equal(names, []string{"iban", "amount", "note"}) {
		t.Errorf("arguments = %v, %v", names, open)
	}
	if !slices.Equal(pay.Ground, []Match{{"amount", grounding.Spaced}, {"iban", grounding.Whole}}) {
		t.Errorf("ground = %v", pay.Ground)
	}
	if !slices.Equal(pay.Roles(), []conversation.Role{conversation.User, conversation.System}) || pay.GroundLast != 2 {
		t.Errorf("ground from %v, last %d", pay.Roles(), pay.GroundLast)
	}
	if pay.Injections != InjectionsAny || pay.ToolValues != Deny || pay.ScanUser || pay.Locale != grounding.DE || !pay.Once {
		t.Errorf("tool = %+v", pay)
	}
	if confirm := pay.Confirm; !slices.Equal(confirm.Arguments, []string{"iban", "amount"}) || confirm.Last != 1 || confirm.OnFail != Escalate ||
		!slices.Equal(confirm.Match, []Match{{"iban", grounding.ID}}) {
		t.Errorf("confirm = %+v", confirm)
	}
	if r := pay.Request; !slices.Equal(r.Intents, []intent.Intent{"pay", "send"}) || !slices.Equal(r.Phrases, []string{`\bsettle\b`}) ||
		r.OnFail != Deny || r.CheckName() != "user_asked_to_pay_or_send_or_phrases" {
		t.Errorf("request = %+v", r)
	}
	lookup := c.Tool("lookup")
	if _, open := lookup.ArgumentNames(); !open || !lookup.ScanUser || lookup.ToolValues != Escalate || lookup.Confirm != nil || lookup.Request != nil ||
		!slices.Equal(lookup.Roles(), DefaultGroundFrom) {
		t.Errorf("defaults = %+v", lookup)
	}
	if c.Tool("nothing") != nil {
		t.Error("found a tool that is not declared")
	}
	if p := c.Policies[0]; p.Expr != "total <= 2000.0 &&\n  role in [\"clerk\", \"admin\"]\n" || p.OnFail != Escalate || p.Reason != "The day has a limit." || p.Tools != nil {
		t.Errorf("policy = %+v", p)
	}
}

func TestPlaces(t *testing.T) {
	c, err := Read("shop.yaml", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		path string
		want string
	}{
		{"", "shop.yaml:2:1"},
		{"facts role", "shop.yaml:9:9"},
		{"tools send_payment", "shop.yaml:12:5"},
		{"tools 0 name", "shop.yaml:12:11"},
		{"tools send_payment parameters properties amount type", "shop.yaml:18:24"},
		{"tools send_payment confirm arguments 1", "shop.yaml:30:25"},
		{"policies known_payee expr", "shop.yaml:48:11"},
		{"policies known_payee nothing at all", "shop.yaml:46:5"},
	} {
		if got := c.At(strings.Fields(p.path)...).String(); got != p.want {
			t.Errorf("At(%s) = %s, want %s", p.path, got, p.want)
		}
	}
	if got := c.InText(2, 11, "policies", "daily_limit", "expr").String(); got != "shop.yaml:43:17" {
		t.Errorf("in a block: %s", got)
	}
	if got := c.InText(1, 9, "policies", "known_payee", "expr").String(); got != "shop.yaml:48:19" {
		t.Errorf("in a plain text: %s", got)
	}
	if got := (&Catalog{}).At("tools").String(); got != "" {
		t.Errorf("of a catalog built by hand: %q", got)
	}
	if got := (&Catalog{}).InText(1, 1, "tools").String(); got != "" {
		t.Errorf("of a catalog built by hand: %q", got)
	}
}

func TestInText(t *testing.T) {
	for _, c := range []struct {
		file, text   string
		line, column int
		want         string
	}{
		{"a.json", `{"policies": [{"name": "p", "expr": "a\n == \"é\" && b"}]}`, 1, 1, "1:38"},
		{"a.json", `{"policies": [{"name": "p", "expr": "a\n == \"é\" && b"}]}`, 2, 5, "1:45"},
		{"a.json", `{"policies": [{"name": "p", "expr": "a\n == \"é\" && b"}]}`, 2, 12, "1:54"},
		{"a.json", `{"policies": [{"name": "p", "expr": "\u0061 == b"}]}`, 1, 3, "1:45"},
		{"a.yaml", "policies:\n  - name: p\n    expr: 'a == ''x'' && b'\n", 1, 6, "3:17"},
		{"a.yaml", "policies:\n  - name: p\n    expr: 'a == ''x'' && b'\n", 1, 7, "3:19"},
		{"a.yaml", "policies:\n  - name: p\n    expr: \"a == \\\"x\\\" && b\"\n", 1, 13, "3:26"},
		{"a.yaml", "policies:\n  - name: p\n    expr: >\n      a == 1 &&\n      b\n", 1, 11, "3:11"},
		{"a.yaml", "policies:\n  - name: p\n    expr: |\n\n      a &&\n      b\n", 3, 1, "6:7"},
		{"a.yaml", "policies:\n  - {name: p, expr: a && b}\n", 1, 6, "2:26"},
	} {
		source := &source{name: c.file, data: []byte(c.text)}
		var err error
		if source.root, err = parse(c.file, source.data); err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if got := (&Catalog{source: source}).InText(c.line, c.column, "policies", "p", "expr").String(); got != c.file+":"+c.want {
			t.Errorf("%q at %d:%d is %s, want %s", c.text, c.line, c.column, got, c.want)
		}
	}
}

// TestReadErrors has every kind of mistake, with its place and what was expected.
func TestReadErrors(t *testing.T) {
	tool := func(text string) string {
		return "tools:\n  - name: pay\n    parameters: {type: object, properties: {iban: {type: string}, fast: {type: boolean}}}\n" + text
	}
	for _, c := range []struct{ text, want string }{
		{"tols: []", `1:1: unknown key "tols", did you mean tools?`},
		{"x: 1", `1:1: unknown key "x", expected one of name, version, language, languages, user_keys, schema, defaults, facts, tools, functions, policies`},
		{"[]", `1:1: expected a catalog: an object with the key tools, not a list`},
		{"schema: loose", `1:9: schema: expected one of compatible, strict, not "loose"`},
		{"language: ''", `1:11: language: expected a text, not ""`},
		{"version: 3", `1:10: version: expected a text, not 3`},
		{"facts: {rate: doubble}", `1:15: facts.rate: expected one of double, int, bool, string, list, list<double>, list<int>, list<bool>, list<string>, map, not "doubble", did you mean double?`},
		{"facts: {order-id: string}", `1:9: facts.order-id: expected a name of letters, digits and _ that expressions can read, not "order-id"`},
		{"facts: {rate: {description: x}}", `1:15: facts.rate: expected the key "type"`},
		{"facts: {rate: }", `expected a value`},
		{"facts:\n  rate:\n", `2:7: facts.rate: expected one of`},
		{"facts: [a]", `1:8: facts: expected an object of fact names and types, not a list`},
		{"tools: {}", `1:8: tools: expected a list of tools, not an object`},
		{"tools:\n  - description: x", `2:5: tools.0: expected the key "name"`},
		{"tools:\n  - name: a b", `2:11: tools.a b.name: expected a name without spaces and invisible characters, not "a b"`},
		{"tools: [{name: a}, {name: a}]", `1:27: tools.1.name: expected each name once, a is there already`},
		{tool("    gruond: {iban: whole}"), `4:5: tools.pay: unknown key "gruond", did you mean ground?`},
		{tool("    ground: {iban: hole}"), `4:20: tools.pay.ground.iban: expected one of token, whole, spaced, nocase, id, url, url_prefix, substring, not "hole", did you mean whole?`},
		{tool("    ground: {ibann: whole}"), `4:21: tools.pay.ground.ibann: expected an argument of the tool, ibann is none, did you mean iban?`},
		{tool("    ground:"), `4:11: tools.pay.ground: expected an object of arguments and matchers, such as {iban: whole}, not null`},
		{tool("    ground_from: [usr]"), `4:19: tools.pay.ground_from.0: expected one of user, tool, system, assistant, human, developer, function, ai, model, not "usr", did you mean user?`},
		{tool("    ground_from: []"), `4:18: tools.pay.ground_from: expected a list of roles, not a list`},
		{tool("    ground_last: 0"), `4:18: tools.pay.ground_last: expected a whole number from 1, not 0`},
		{tool("    locale: us"), `4:13: tools.pay.locale: expected one of en, de, fr, ch, not "us"`},
		{tool("    once: 1"), `4:11: tools.pay.once: expected true or false, not 1`},
		{tool("    injections: of"), `4:17: tools.pay.injections: expected one of ` + strings.Join(injections[:], ", ") + `, not "of", did you mean off?`},
		{tool("    confirm:"), `4:12: tools.pay.confirm: expected an object, {} for a confirmation of all values, not null`},
		{tool("    confirm: {arguments: [fst]}"), `4:27: tools.pay.confirm.arguments.0: expected an argument of the tool, fst is none, did you mean fast?`},
		{tool("    confirm: {arguments: [iban, iban]}"), `expected each of them once, "iban" is there already`},
		{tool("    confirm: {match: {x: id}}"), `4:26: tools.pay.confirm.match.x: expected an argument of the tool`},
		{tool("    confirm: {on_fail: allow}"), `4:24: tools.pay.confirm.on_fail: expected one of deny, escalate, not "allow"`},
		{tool("    request: {}"), `4:14: tools.pay.request: expected intent or phrases`},
		{tool("    request: {intent: rob}"), `4:23: tools.pay.request.intent: expected one of reserve, event, visit, pay, send, delete, invite, post, share, not "rob"`},
		{tool("    request: {phrases: [a, '(']}"), `4:28: tools.pay.request.phrases: expected a regular expression (RE2)`},
		{tool("    request: {phrases: '(?=x)'}"), `4:24: tools.pay.request.phrases: expected a regular expression (RE2)`},
		{tool("    request: {intent: pay}\npolicies: [{name: user_asked_to_pay, expr: 'true'}]"), `policies.user_asked_to_pay: expected another name, user_asked_to_pay is the check of the request of pay`},
		{"tools: [{name: a, parameters: {properties: {ok: {type: boolean}}}, confirm: {}}]", `expected arguments that a proposal can name`},
		{"tools: [{name: a, parameters: [1]}]", `tools.a.parameters: expected a JSON Schema of an object, not a list`},
		{"tools: [{name: a, parameters: {properties: {proposal: {}, call: {}}}}]", `expected another name, proposal is a name the guard computes`},
		{tool("facts: {iban: string}"), `3:51: tools.pay.parameters.properties.iban: expected another name, iban is a declared fact`},
		{tool("functions: [{name: iban, expr: '1'}]"), `expected another name, iban is a function`},
		{tool("policies: [{name: fast, expr: 'true'}]"), `expected another name, fast is a policy`},
		{"facts: {conversation: string}", `1:23: facts.conversation: expected another name, conversation is a name the guard gives`},
		{tool("    confirm: {mode: precise}"), `4:21: tools.pay.confirm.mode: expected one of compatible, exact, not "precise"`},
		{tool("    confirm: {mode: exact, arguments: []}"), `4:14: tools.pay.confirm: expected arguments that a proposal can name: mode exact`},
		{tool("    confirm: {names: called}"), `4:22: tools.pay.confirm.names: expected mode: exact beside it`},
		{tool("    confirm: {mode: exact, names: called}"), `4:35: tools.pay.confirm.names: expected a declared fact, called is none`},
		{"facts: {called: string}\n" + tool("    confirm: {mode: exact, names: called}"), `5:35: tools.pay.confirm.names: expected a fact that is a map from ids to their names, called is a string`},
		{"tools: [{name: a, parameters: {type: object}, confirm: {mode: exact}}]", `expected arguments that a proposal can name: mode exact`},
		{"facts: {user_confirmed: bool}", `expected another name, user_confirmed is the name of a check`},
		{"facts: {a: int}\nfunctions: [{name: a, expr: '1'}]", `2:13: functions.a: expected another name, a is in facts already`},
		{"facts: {a: int}\npolicies: [{name: a, expr: 'true'}]", `policies.a: expected another name, a is in facts already`},
		{"policies: [{name: p, expr: 'a &&'}]", `1:33: policies.p.expr: Syntax error`},
		{"policies:\n  - name: p\n    expr: |\n      a &&\n        b ||\n", `6:7: policies.p.expr: Syntax error: mismatched input: the end`},
		{"policies: [{name: p, expr: 'a.matches(\"(\")'}]", `1:39: policies.p.expr: error parsing regexp: missing closing )`},
		{"policies: [{name: p}]", `1:12: policies.p: expected the key "expr"`},
		{"policies: [{name: p, expr: 'true', tools: [a]}]", `1:44: policies.p.tools.0: expected a tool of the catalog, a is none`},
		{"policies: [{name: p, expr: 'true', tools: []}]", `1:43: policies.p.tools: expected a list of tool names, or null for every tool, not a list`},
		{"policies: [{name: p, expr: 'true', on_fail: null}]", `policies.p.on_fail: expected one of deny, escalate, not null`},
		{"functions: [{name: a, expr: 'b + 1'}, {name: b, expr: 'c + 1'}, {name: c, expr: 'a + 1'}]", `functions.a.expr: expected functions that do not need each other: a needs itself`},
		{"functions: [{name: a, expr: 'a + 1'}]", `a needs itself`},
		{"functions: [{name: 1a, expr: '1'}]", `expected a name of letters, digits and _`},
		{"defaults: {tool_value: deny}", `1:12: defaults: unknown key "tool_value", did you mean tool_values?`},
		{"a: b: c", `1:4: expected one key on a line`},
	} {
		_, err := Read("a.yaml", []byte(c.text))
		if err == nil {
			t.Errorf("%q was read", c.text)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
		var e *Error
		if !errors.As(err, &e) || e.Line == 0 || e.Column == 0 || e.File != "a.yaml" {
			t.Errorf("%q: no place in %v", c.text, err)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\n  \"tools\": [\n    {\"name\": \"é\", \"gruond\": {}}\n  ]\n}", `a.json:3:19: tools.é: unknown key "gruond", did you mean ground?`},
		{"{\"name\": \"a\",\n \"name\": \"b\"}", `a.json:2:2: expected each key once`},
		{"{\"name\": }", `a.json:1:10: expected strict JSON`},
		{"{\"name\": \"a\"} x", `a.json:1:15: expected nothing after the catalog`},
		{"{\"name\": NaN}", `a.json:1:10: expected strict JSON`},
		{"{\"name\": \"\\ud800\"}", `a.json:1:`},
		{"{\"name\": \"\xff\"}", `a.json:1:`},
		{"", `a.json:1:1: expected a catalog, the file is empty`},
		{"{\"name\": \"a\"", `a.json:1:13: expected strict JSON`},
		{"{\"name\": \"a\" // c\n}", `expected strict JSON`},
		{strings.Repeat("[", 100), `a.json:1:65: expected at most 64 levels`},
		{"a: b", `expected strict JSON`},
	} {
		_, err := Read("a.json", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	// The notation is told by the name, else by the text.
	for name, text := range map[string]string{
		"a.json": `{"name": "x"}`, "a": ` {"name": "x"}`, "b": "name: x", "a.YML": "{name: x}", "A.JSON": `{"name": "x"}`,
	} {
		if c, err := Read(name, []byte(text)); err != nil || c.Name != "x" {
			t.Errorf("%s %s: %v", name, text, err)
		}
	}
}

func TestManyErrors(t *testing.T) {
	_, mixed := Read("a.yaml", []byte("policies:\n  - name: a\n    expr: 'b +'\n  - name: c\n  - {}\ntools:\n  - once: 1\n  - name: t\n    ground: {x: hole}\n    confirm: {arguments: [y]}\n    parameters: {type: object}\n"))
	if mixed == nil || mixed.Error() != `a.yaml:3:15: policies.a.expr: Syntax error: mismatched input: the end
a.yaml:4:5: policies.c: expected the key "expr"
a.yaml:5:5: policies.2: expected the key "name"
a.yaml:5:5: policies.2: expected the key "expr"
a.yaml:7:5: tools.0: expected the key "name"
a.yaml:7:11: tools.0.once: expected true or false, not 1
a.yaml:9:17: tools.t.ground.x: expected one of token, whole, spaced, nocase, id, url, url_prefix, substring, not "hole", did you mean whole?
a.yaml:10:27: tools.t.confirm.arguments.0: expected an argument of the tool, y is none` {
		t.Errorf("mistakes of every kind:\n%v", mixed)
	}
	_, err := Read("a.yaml", []byte("x: 1\ny: 2\ntools:\n  - name: a\n    once: 1\n    z: 1\n"))
	if got := strings.Count(err.Error(), "a.yaml:"); got != 4 {
		t.Errorf("%d errors, want 4: %v", got, err)
	}
	_, err = Read("a.yaml", []byte(numbered(5000, "k%d: 1\n")))
	if lines := strings.Split(err.Error(), "\n"); len(lines) != maxErrors+1 || lines[maxErrors] != "a.yaml: and more" {
		t.Errorf("%d errors, the last is %s", len(lines), lines[len(lines)-1])
	}
	if _, err = Read("a.yaml", make([]byte, MaxBytes+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	if _, err = Read("a.yaml", []byte("tools:\n"+numbered(MaxDeclared+1, "  - name: t%d\n"))); err == nil || !strings.Contains(err.Error(), "at most 2000") {
		t.Errorf("too many tools: %v", err)
	}
	if _, err = Read("a.yaml", []byte("facts:\n"+numbered(MaxDeclared+1, "  f%d: int\n"))); err == nil || !strings.Contains(err.Error(), "at most 2000") {
		t.Errorf("too many facts: %v", err)
	}
}

// A catalog built by hand is checked as one that was read.
func TestValidateByHand(t *testing.T) {
	c := &Catalog{
		Facts:    []Fact{{Name: "a"}, {Name: "a"}},
		Policies: []Policy{{Name: "p"}},
		Tools:    []Tool{{Name: "t", Parameters: jsonvalue.NewString("x")}, {}},
	}
	err := c.Validate()
	if err == nil || err.Error() != strings.Join([]string{
		"tools.1: expected a name",
		"facts.1.name: expected each name once, a is there already",
		"tools.t.parameters: expected a JSON Schema of an object, not string",
		"policies.p.expr: expected an expression",
	}, "\n") {
		t.Errorf("Validate = %v", err)
	}
	c = &Catalog{Tools: []Tool{{Name: "t", Request: &Request{Phrases: []string{"x"}}}}}
	if err := c.Validate(); err != nil || !slices.Equal(c.Tools[0].Roles(), DefaultGroundFrom) || c.Tools[0].Request.CheckName() != "user_asked_to_phrases" {
		t.Errorf("%v", err)
	}
}
