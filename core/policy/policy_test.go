package policy

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// value reads JSON for tests.
func value(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseText(text, jsonvalue.Limits{Bytes: 1 << 24})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// someVars are variables of every type, as a tool and some facts would declare them.
var someVars = []Var{
	{"amount", TypeOf(Double)}, {"count", TypeOf(Int)}, {"dry_run", TypeOf(Bool)}, {"path", TypeOf(String)},
	{"to", ListOf(String)}, {"numbers", ListOf(Double)}, {"options", TypeOf(Map)}, {"any", Type{}},
	{"name", TypeOf(String).Nullable()}, {"limit", TypeOf(Double).Nullable()}, {"payees", ListOf(Any).Nullable()},
	{"vip", TypeOf(Bool).Nullable()}, {"opts", TypeOf(Map).Nullable()}, {"order-id", TypeOf(String)},
	{"type", TypeOf(String)}, {"list", ListOf(Int)}, {"string", TypeOf(String)}, {"x", TypeOf(Int)},
	{"call", TypeOf(Map)}, {"url", TypeOf(String)}, {"now", TypeOf(String)},
}

func someEnv(t testing.TB) *Env {
	t.Helper()
	env, err := NewEnv(someVars...)
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// evaluate computes an expression over the members of a JSON object.
func evaluate(t testing.TB, expr, vars string) (jsonvalue.Value, error) {
	t.Helper()
	env := someEnv(t)
	p, err := env.Compile(expr)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	vs := env.NewValues()
	for name, v := range value(t, vars).Members() {
		vs.Set(name, v)
	}
	return p.Eval(vs)
}

func TestEval(t *testing.T) {
	for _, c := range []struct{ expr, vars, want string }{
		{`amount <= 10.0`, `{"amount": 9.5}`, `true`},
		{`amount <= 10.0`, `{"amount": 11}`, `false`}, // an integer is a fine double
		{`count + 1`, `{"count": 2.0}`, `3`},          // and a whole double a fine integer
		{`amount * 2.0`, `{"amount": 10}`, `20.0`},
		{`amount - 0.5 - -1.0`, `{"amount": 10}`, `10.5`},
		{`count % 2 == 0`, `{"count": 4}`, `true`},
		{`count / 3`, `{"count": 7}`, `2`},
		{`dry_run ? "a" : "b"`, `{"dry_run": false}`, `"b"`},
		{`path.startsWith("/srv/") && path.matches("^/srv/[a-z]+$")`, `{"path": "/srv/data"}`, `true`},
		{`"q" + path`, `{"path": "é"}`, `"qé"`},
		{`size(path)`, `{"path": "日本語"}`, `3`},
		{`path.size() + size(to)`, `{"path": "ab", "to": ["x"]}`, `3`},
		{`path.contains("b") || path.endsWith("c")`, `{"path": "ac"}`, `true`},
		{`!(path in ["a", "b"])`, `{"path": "c"}`, `true`},
		{`to.all(x, x.endsWith("@corp.example"))`, `{"to": ["a@corp.example", "b@corp.example"]}`, `true`},
		{`to.all(x, x.endsWith("@corp.example"))`, `{"to": ["a@corp.example", "b@evil.example"]}`, `false`},
		{`to.exists(x, x == "b") && to.exists_one(x, x == "a")`, `{"to": ["a", "b"]}`, `true`},
		{`to.filter(y, y != "a").map(y, y + "!")`, `{"to": ["a", "b", "c"]}`, `["b!","c!"]`},
		{`numbers.map(n, n > 1.0, n * 2.0)`, `{"numbers": [1, 2.5, 3]}`, `[5.0,6.0]`},
		{`to[0]`, `{"to": ["a"]}`, `"a"`},
		{`[count, count + 1]`, `{"count": 1}`, `[1,2]`},
		{`{"EUR": 500.0, "USD": 600.0}[path]`, `{"path": "USD"}`, `600.0`},

		// Null: a test for it compiles for every type and is always a bool.
		{`name == null`, `{"name": null}`, `true`},
		{`name != null`, `{"name": "x"}`, `true`},
		{`null != path`, `{"path": "x"}`, `true`},
		{`payees == null`, `{"payees": null}`, `true`},
		{`payees != null && path in payees`, `{"payees": ["a", 1], "path": "a"}`, `true`},
		{`opts == null`, `{"opts": null}`, `true`},
		{`name != "guest"`, `{"name": null}`, `true`},
		{`limit == null || amount <= limit`, `{"limit": null, "amount": 1}`, `true`},
		{`limit == null || amount <= limit`, `{"limit": 0.5, "amount": 1}`, `false`},
		{`to.exists(s, s == null)`, `{"to": ["a"]}`, `false`},
		{`null == null`, `{}`, `true`},
		{`name`, `{"name": null}`, `null`},

		// Objects: in the order of their names, whatever order they came in.
		{`options.map(k, k)`, `{"options": {"b": 1, "a": 2, "c": 3}}`, `["a","b","c"]`},
		{`{"z": 1, "y": 2, "x": 3}.map(k, k)`, `{}`, `["x","y","z"]`},
		{`{2: "b", 1: "a", -1: "c"}.map(k, k)`, `{}`, `[-1,1,2]`},
		{`any.filter(k, k != "a")`, `{"any": {"c": 1, "b": 1, "a": 1}}`, `["b","c"]`},
		{`any.map(k, k)`, `{"any": [3, 1, 2]}`, `[3,1,2]`},
		{`{"b": path, "a": [path]}`, `{"path": "p"}`, `{"a":["p"],"b":"p"}`},
		{`options`, `{"options": {"b": 1.50, "a": [12345678901234567890]}}`, `{"b":1.50,"a":[12345678901234567890]}`},
		{`options.a.b[1].c`, `{"options": {"a": {"b": [0, {"c": "deep"}]}}}`, `"deep"`},
		{`options["a-b"] == 1`, `{"options": {"a-b": 1}}`, `true`},
		{`has(options.a) && !has(options.b)`, `{"options": {"a": null}}`, `true`},
		{`"a" in options && !("b" in options) && !(1 in any)`, `{"options": {"a": 1}, "any": {"1": 1}}`, `true`},
		{`size(options)`, `{"options": {"a": 1, "b": 2}}`, `2`},
		{`options == {"a": 1, "b": "x"}`, `{"options": {"b": "x", "a": 1}}`, `true`},
		{`options == {"a": 1, "b": "y"}`, `{"options": {"b": "x", "a": 1}}`, `false`},
		{`options == opts`, `{"options": {"a": [1]}, "opts": {"a": [1]}}`, `true`},
		{`options == opts`, `{"options": {"a": [1]}, "opts": {"b": [1]}}`, `false`},
		{`options.small == 1`, `{"options": {"big": 123456789012345678901, "small": 1}}`, `true`},

		// Any value.
		{`any == 1`, `{"any": 1}`, `true`},
		{`any < 2.0`, `{"any": 1.5}`, `true`},
		{`any == null || any.startsWith("a")`, `{"any": "ab"}`, `true`},
		{`[any, any]`, `{"any": {"a": null}}`, `[{"a":null},{"a":null}]`},

		// Names: a macro's variable hides a variable; type names are names.
		{`to.exists(amount, amount == "a")`, `{"to": ["a"]}`, `true`},
		{`to.exists(x, x == "a") && x == 1`, `{"to": ["a"], "x": 1}`, `true`},
		{`to.exists(x, x == "a" && .x == 1)`, `{"to": ["a"], "x": 1}`, `true`},
		{`type == "card" && string == "s" && size(list) == 1`, `{"type": "card", "string": "s", "list": [1]}`, `true`},

		// Conversions.
		{`int("12") + int(2.9)`, `{}`, `14`},
		{`double("1.5") + double(count)`, `{"count": 2}`, `3.5`},
		{`string(count) + string(true)`, `{"count": 2}`, `"2true"`},
		{`bool("true")`, `{}`, `true`},
	} {
		got, err := evaluate(t, c.expr, c.vars)
		if err != nil || got.Write(jsonvalue.Compact) != c.want {
			t.Errorf("%s over %s = %s, %v; want %s", c.expr, c.vars, got.Write(jsonvalue.Compact), err, c.want)
		}
	}
}

func TestEvalErrors(t *testing.T) {
	for _, c := range []struct {
		expr, vars string
		want       error
		says       string
	}{
		{`amount > 1.0`, `{}`, ErrNotGiven, "amount"},
		{`amount > 1.0`, `{"amount": "2"}`, ErrValue, "amount: value does not fit: string where double is declared"},
		{`amount > 1.0`, `{"amount": null}`, ErrValue, ""},
		{`amount > 1.0`, `{"amount": 1e999}`, ErrValue, "too large"},
		{`count > 1`, `{"count": 9223372036854775808}`, ErrValue, "over 64 bits"},
		{`count > 1`, `{"count": 1.5}`, ErrValue, ""},
		{`count > 1`, `{"count": 1e300}`, ErrValue, ""},
		{`dry_run`, `{"dry_run": 1}`, ErrValue, ""},
		{`size(to) > 1`, `{"to": "a"}`, ErrValue, "list<string>"},
		{`size(to) > 1`, `{"to": ["a", 1]}`, ErrValue, "item 1"},
		{`options.a == 1`, `{"options": [1]}`, ErrValue, "map"},
		{`any == 1`, `{"any": [123456789012345678901]}`, ErrValue, "item 0"},
		{`options.big == 1`, `{"options": {"big": 123456789012345678901}}`, ErrEvaluation, "over 64 bits"},
		{`name.startsWith("a")`, `{"name": null}`, ErrEvaluation, ""},
		{`payees.all(p, p == "a")`, `{"payees": null}`, ErrEvaluation, ""},
		{`opts.a == 1`, `{"opts": null}`, ErrEvaluation, ""},
		{`limit > 1.0`, `{"limit": null}`, ErrEvaluation, ""},
		{`count / 0`, `{"count": 1}`, ErrEvaluation, "division by zero"},
		{`count % 0`, `{"count": 1}`, ErrEvaluation, ""},
		{`count + 1`, `{"count": 9223372036854775807}`, ErrEvaluation, "overflow"},
		{`-count`, `{"count": -9223372036854775808}`, ErrEvaluation, "overflow"},
		{`amount / 0.0`, `{"amount": 1}`, ErrEvaluation, "finite"},
		{`options.b == 1`, `{"options": {"a": 1}}`, ErrEvaluation, "no such key"},
		{`to[3]`, `{"to": ["a"]}`, ErrEvaluation, ""},
		{`any.startsWith("a")`, `{"any": 1}`, ErrEvaluation, ""},
		{`any.all(a, a)`, `{"any": "text"}`, ErrEvaluation, ""},
		{`int(path)`, `{"path": "x"}`, ErrEvaluation, ""},
		{`path.matches(type)`, `{"path": "x", "type": "("}`, ErrEvaluation, ""},
		{`{1: path}`, `{"path": "x"}`, ErrEvaluation, ""},
	} {
		env := someEnv(t)
		p, err := env.Compile(c.expr)
		if err != nil {
			if c.want == ErrEvaluation && strings.HasPrefix(c.expr, "{1:") {
				continue // known when it is compiled
			}
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		vs := env.NewValues()
		for name, v := range value(t, c.vars).Members() {
			vs.Set(name, v)
		}
		got, err := p.Eval(vs)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s over %s = %s, %v; want %v with %q", c.expr, c.vars, got.Write(jsonvalue.Compact), err, c.want, c.says)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{`amout <= 10.0`, `1:1: unknown name amout, did you mean amount?`},
		{"amount <= 10.0 &&\n  rolle == path", `2:3: unknown name rolle`},
		{`amount <= 10`, `1:8: <= cannot be applied to (double, int); a double and an int do not mix: write 10.0 instead of 10, or double(n)`},
		{`amount + 1 > 2.0`, `do not mix`},
		{`path > 1`, `1:6: > cannot be applied to (string, int)`},
		{`amount <= `, `1:11: Syntax error`},
		{`strtsWith(path, "a")`, `1:10: unknown function strtsWith, did you mean startsWith?`},
		{`now()`, `unknown function now`},
		{`timestamp("2026-10-03T00:00:00Z")`, `unknown function timestamp`},
		{`dyn(1) == path`, `unknown function dyn`},
		{`type(path)`, `unknown function type`},
		{`b"abc" == b"abc"`, `bytes are not supported`},
		{`1u == 2u`, `unsigned numbers are not supported`},
		{`path.matches("(")`, `missing closing )`},
		{`path.matches("(?=a)")`, `invalid or unsupported Perl syntax`},
		{`google.protobuf.Int32Value{value: 1} == 1`, `not supported`},
		{`@items(to)`, `Syntax error`},
		{`order-id == "x"`, `unknown name order`},
		{`{1: path}`, `no JSON value`},
		{strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200), ``},
		{strings.Repeat("[", 200) + "1" + strings.Repeat("]", 200) + "== []", ``},
		{"dry_run" + strings.Repeat(" || dry_run", 2000), ``},
		{`"` + strings.Repeat("a", MaxExpressionSize) + `"`, ``},
		{``, `Syntax error`},
	} {
		start := time.Now()
		_, err := someEnv(t).Compile(c.expr)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v; want %s", c.expr, err, c.want)
		}
		if err != nil && len(Errors(err)) == 0 {
			t.Errorf("%.60s: %v has no place", c.expr, err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%.60s took %s", c.expr, took)
		}
	}
	if _, err := someEnv(t).CompilePolicy("amount"); err == nil || err.Error() != "1:1: a policy is a bool, this is double" {
		t.Errorf("a policy that is a double: %v", err)
	}
	for _, policy := range []string{`vip`, `any`, `any == 1 ? true : any`} {
		if _, err := someEnv(t).CompilePolicy(policy); err == nil {
			t.Errorf("%s is no bool and was compiled as a policy", policy)
		}
	}
	if got := Errors(errors.New("x")); got != nil {
		t.Errorf("Errors of something else = %v", got)
	}
}

func TestSeveralCompileErrors(t *testing.T) {
	_, err := someEnv(t).Compile("amount <= 10 &&\n path > 1")
	got := Errors(err)
	if len(got) != 2 || got[0].Line != 1 || got[1].Line != 2 || got[1].Column != 7 {
		t.Errorf("errors = %v", err)
	}
	_, err = someEnv(t).Compile("a1 && b1 && a1")
	if len(Errors(err)) != 3 {
		t.Errorf("unknown names = %v", err)
	}
}

func TestReads(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{`amount <= 10.0`, "amount"},
		{`true`, ""},
		{`vip == true || amount > limit`, "amount limit vip"},
		{`dry_run ? path == "a" : name == "b"`, "dry_run name path"},
		{`to.all(x, x == path)`, "path to"},
		{`to.all(x, x == "a") && x == 1`, "to x"},
		{`to.all(y, to.exists(y, y == "a") && y == "b")`, "to"},
		{`to.exists(x, .x == 1)`, "to x"},
		{`[path, {"a": name}["a"]][0] == "a"`, "name path"},
		{`call.arguments.amount == options["k"]`, "call options"},
		{`has(options.a)`, "options"},
		{`to.map(n, n != path, n + type) == []`, "path to type"},
		{`size(to) > 1 && to.size() > 1`, "to"},
	} {
		p, err := someEnv(t).Compile(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if got := strings.Join(p.Reads(), " "); got != c.want {
			t.Errorf("%s reads %q, want %q", c.expr, got, c.want)
		}
		names, err := Variables(c.expr)
		if err != nil || strings.Join(names, " ") != c.want {
			t.Errorf("Variables(%s) = %v, %v; want %q", c.expr, names, err, c.want)
		}
	}
	if names, err := Variables(`nobody.knows(this) && a.b.c`); err != nil || !slices.Equal(names, []string{"a", "nobody", "this"}) {
		t.Errorf("Variables of unknown names = %v, %v", names, err)
	}
	if _, err := Variables(`a &&`); len(Errors(err)) != 1 {
		t.Errorf("Variables of what cannot be parsed: %v", err)
	}
}

func TestMissing(t *testing.T) {
	env := someEnv(t)
	p, err := env.Compile(`vip == true || amount > 1.0 || path == ""`)
	if err != nil {
		t.Fatal(err)
	}
	vs := env.NewValues()
	vs.Set("amount", value(t, "1"))
	vs.Set("unknown", value(t, "1"))
	if got := p.Missing(vs); !slices.Equal(got, []string{"path", "vip"}) {
		t.Errorf("missing = %v", got)
	}
	vs.Set("vip", jsonvalue.Value{})
	vs.Set("path", value(t, `""`))
	if got := p.Missing(vs); got != nil || !vs.Has("vip") || vs.Has("name") || vs.Has("unknown") {
		t.Errorf("missing = %v", got)
	}
	if ok, err := p.Test(vs); !ok || err != nil {
		t.Errorf("Test = %v, %v", ok, err)
	}
	vs.Set("path", value(t, `"x"`)) // a new value replaces what was read
	if ok, err := p.Test(vs); ok || err != nil {
		t.Errorf("Test = %v, %v", ok, err)
	}
}

func TestFunctionsBecomeVariables(t *testing.T) {
	env := someEnv(t)
	twice, err := env.Compile(`amount * 2.0`)
	if err != nil || twice.ResultType() != TypeOf(Double) {
		t.Fatalf("%v, %v", twice, err)
	}
	more, err := env.With(Var{"twice", twice.ResultType()})
	if err != nil {
		t.Fatal(err)
	}
	p, err := more.CompilePolicy(`twice <= 50.0`)
	if err != nil {
		t.Fatal(err)
	}
	vs := more.NewValues()
	vs.Set("amount", value(t, "30"))
	computed, err := twice.Eval(vs) // a program of the smaller Env reads values of the larger
	if err != nil {
		t.Fatal(err)
	}
	vs.Set("twice", computed)
	if ok, err := p.Test(vs); ok || err != nil {
		t.Errorf("60 <= 50 is %v, %v", ok, err)
	}

	other, err := NewEnv(Var{"twice", TypeOf(Double)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Test(other.NewValues()); !errors.Is(err, ErrEnv) {
		t.Errorf("values of another Env: %v", err)
	}
	if got := p.Missing(other.NewValues()); len(got) != 1 {
		t.Errorf("missing in another Env: %v", got)
	}
	if _, err := more.With(Var{"amount", TypeOf(Int)}); !errors.Is(err, ErrName) {
		t.Errorf("declared twice: %v", err)
	}
	if kind, ok := more.Type("twice"); !ok || kind != TypeOf(Double) {
		t.Errorf("Type = %v, %v", kind, ok)
	}
	vs.Set("order-id", value(t, `"A1"`)) // no expression can read it, but a Go policy may
	if got := vs.Get("order-id"); got.Text() != "A1" || !vs.Get("nobody").IsNull() {
		t.Errorf("Get = %s", got.Write(jsonvalue.Compact))
	}
}

func TestRunaway(t *testing.T) {
	env := someEnv(t)
	p, err := env.Compile(`to.all(a, to.all(b, to.all(c, to.all(d, a + b + c + d != "x"))))`)
	if err != nil {
		t.Fatal(err)
	}
	vs := env.NewValues()
	vs.Set("to", value(t, `["`+strings.Repeat(`a","`, 199)+`a"]`))
	fastest := time.Hour // of several, because others use the machine too
	for range 5 {
		start := time.Now()
		_, err = p.Test(vs)
		fastest = min(fastest, time.Since(start))
	}
	if !errors.Is(err, ErrCost) || fastest > time.Second { // some 10 ms alone; without the limit it takes minutes
		t.Errorf("%v after %s", err, fastest)
	}
}

func TestResultTypes(t *testing.T) {
	for expr, want := range map[string]string{
		`amount`: "double", `count`: "int", `dry_run`: "bool", `path`: "string", `to`: "list<string>", `numbers`: "list<double>",
		`options`: "map", `any`: "any", `name`: "string?", `limit`: "double?", `payees`: "list", `[[1]]`: "list", `[]`: "list",
		`{"a": 1}`: "map", `null`: "any", `[null]`: "list", `[name]`: "list", `limit * 2.0`: "double", `options.a`: "any",
	} {
		p, err := someEnv(t).Compile(expr)
		if err != nil || p.ResultType().String() != want {
			t.Errorf("%s is %v, %v; want %s", expr, p, err, want)
		}
	}
}
