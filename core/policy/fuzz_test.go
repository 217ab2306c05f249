package policy

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// FuzzCompile compiles any text and evaluates what compiles over hostile values:
// nothing panics, every mistake has a place, evaluation ends soon, twice the same, and
// reads nothing that Reads does not name.
func FuzzCompile(f *testing.F) {
	for _, expr := range []string{
		benchmarkExpr, `amount <= 10.0 && to.all(x, x.endsWith("@corp.example"))`, `under(path, "/srv") || host(url) == "a.example"`,
		`options.map(k, k) == ["a"]`, `{"b": 1, "a": 2}.map(k, k)`, `name == null ? "" : name`, `to.all(a, to.all(b, to.all(c, a + b == c)))`,
		`path.matches("(a*)*b")`, `path.matches(type)`, `[1, 2.0, "x", null][count]`, `has(options.a.b) && options["a"].b == call`, `-9223372036854775808 / -1`,
		`int(amount) + int(path)`, `local(now, type) < now`, `money(amount) == money(path)`, `[[[[1]]]]`, `"\u00e9" + r"\d"`, `!!!dry_run`, `.x + x`, `1u`, `b"x"`,
		`to.filter(x, x != "a").map(y, y + "!")`, `any.all(k, any[k] == k)`, `domain_in(path, to)`, `date(now) + days_between(now, path)`,
	} {
		f.Add(expr, `{"amount": 1, "path": "/srv/a", "to": ["a"], "options": {"b": 1, "a": 2}}`)
		f.Add(expr, `{"amount": 1e308, "count": 9223372036854775807, "any": {"z": [1], "y": null}, "name": null, "now": "2026-10-03T10:00:00Z"}`)
	}
	env := someEnv(f)
	f.Fuzz(func(t *testing.T, expr, vars string) {
		p, err := env.Compile(expr)
		if err != nil {
			for _, e := range Errors(err) {
				if e.Line < 1 || e.Column < 1 || e.Message == "" {
					t.Fatalf("a mistake without a place: %#v", e)
				}
			}
			if len(Errors(err)) == 0 {
				t.Fatalf("an error that says nothing: %v", err)
			}
			return
		}
		values, err := jsonvalue.ParseText(vars, jsonvalue.Limits{Bytes: 1 << 14})
		if err != nil {
			return
		}
		given, needed := env.NewValues(), env.NewValues()
		for name, v := range values.Members() {
			given.Set(name, v)
		}
		for _, name := range p.Reads() {
			if given.Has(name) {
				needed.Set(name, given.Get(name))
			}
		}
		start := time.Now()
		first, err := p.Eval(given)
		if took := time.Since(start); took > 5*time.Second {
			t.Fatalf("took %s", took)
		}
		again, errAgain := p.Eval(needed)
		if (err == nil) != (errAgain == nil) || first.Write(jsonvalue.Compact) != again.Write(jsonvalue.Compact) {
			t.Fatalf("%s: %s, %v and %s, %v", expr, first.Write(jsonvalue.Compact), err, again.Write(jsonvalue.Compact), errAgain)
		}
		if err != nil {
			known := false
			for _, sentinel := range []error{ErrNotGiven, ErrValue, ErrEvaluation, ErrCost} {
				known = known || errors.Is(err, sentinel)
			}
			if !known || errors.Is(err, ErrNotGiven) != (len(p.Missing(given)) > 0) && !errors.Is(err, ErrValue) {
				t.Fatalf("%s: %v, missing %v", expr, err, p.Missing(given))
			}
			if strings.Contains(err.Error(), "internal error") {
				t.Fatalf("%s: %v", expr, err)
			}
			return
		}
		if _, err := jsonvalue.ParseText(first.Write(jsonvalue.Compact), jsonvalue.Limits{Bytes: 1 << 24, Depth: 1000}); err != nil {
			t.Fatalf("%s: the result %s is no JSON: %v", expr, first.Write(jsonvalue.Compact), err)
		}
	})
}
