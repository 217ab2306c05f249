package policy

import (
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// benchmarkExpr is the policy that engines were compared with.
const benchmarkExpr = `amount + spent_today <= 2000.0 && role in ["clerk","admin"]`

func benchmarkProgram(b *testing.B) (*Env, *Program) {
	b.Helper()
	env, err := NewEnv(Var{"amount", TypeOf(Double)}, Var{"role", TypeOf(String).Nullable()},
		Var{"spent_today", TypeOf(Double).Nullable()}, Var{"iban", TypeOf(String)}, Var{"currency", TypeOf(String)})
	if err != nil {
		b.Fatal(err)
	}
	p, err := env.CompilePolicy(benchmarkExpr)
	if err != nil {
		b.Fatal(err)
	}
	return env, p
}

func BenchmarkPolicy(b *testing.B) {
	amount, spent, role := value(b, "250"), value(b, "400.0"), value(b, `"clerk"`)
	set := func(vs *Values) {
		vs.Set("amount", amount)
		vs.Set("spent_today", spent)
		vs.Set("role", role)
	}
	b.Run("eval", func(b *testing.B) { // the values are converted already: a second policy of a decision
		env, p := benchmarkProgram(b)
		vs := env.NewValues()
		set(vs)
		b.ReportAllocs()
		for b.Loop() {
			if ok, err := p.Test(vs); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("set_and_eval", func(b *testing.B) {
		env, p := benchmarkProgram(b)
		b.ReportAllocs()
		for b.Loop() {
			vs := env.NewValues()
			set(vs)
			if ok, err := p.Test(vs); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
}

func BenchmarkPolicyRunaway(b *testing.B) {
	env, err := NewEnv(Var{"xs", ListOf(String)})
	if err != nil {
		b.Fatal(err)
	}
	p, err := env.Compile(`xs.all(a, xs.all(b, xs.all(c, xs.all(d, a + b + c + d != "x"))))`)
	if err != nil {
		b.Fatal(err)
	}
	vs := env.NewValues()
	vs.Set("xs", value(b, `["`+strings.Repeat(`a","`, 199)+`a"]`))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Eval(vs); err == nil {
			b.Fatal("no error")
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	b.Run("env", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			benchmarkProgram(b)
		}
	})
	b.Run("expression", func(b *testing.B) {
		env, _ := benchmarkProgram(b)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := env.CompilePolicy(benchmarkExpr); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFunctions(b *testing.B) {
	for name, expr := range map[string]string{
		"under": `under(path, "/srv/data")`, "host": `host(url) == "shop.example"`, "money": `money(path) > 1`,
		"local": `hour(local(now, "Europe/Berlin")) < 18`, "matches": `path.matches("^/srv/")`, "days_between": `days_between("2026-10-03", now) < 3`,
		"object": `call.arguments.amount <= 10.0`,
	} {
		b.Run(name, func(b *testing.B) {
			env := someEnv(b)
			p, err := env.Compile(expr)
			if err != nil {
				b.Fatal(err)
			}
			vs := env.NewValues()
			vs.Set("path", jsonvalue.NewString("/srv/data/reports/may.txt"))
			if name == "money" {
				vs.Set("path", jsonvalue.NewString("1250.50"))
			}
			vs.Set("url", jsonvalue.NewString("https://www.shop.example/cart?item=1"))
			vs.Set("now", jsonvalue.NewString("2026-10-03T12:00:00Z"))
			vs.Set("call", value(b, `{"name": "pay", "arguments": {"amount": 2.5, "iban": "x"}}`))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Eval(vs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
