package core

import (
	"errors"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

// rule is one request or policy that applies to a tool.
type rule struct {
	name   string
	reason string // what people read: the declared reason, else the name
	onFail Outcome
	run    func(c *examination) verdict
}

// function is a computed value that rules of a tool read.
type function struct {
	name    string
	reads   []string // all of them have to be there
	compute func(c *examination) (jsonvalue.Value, error)
}

// rulesOf returns the checks of a tool's rules that fail with this outcome, in the
// order they were declared: the tool's request first.
func rulesOf(t *tool, onFail Outcome) []check {
	var list []check
	for _, r := range t.rules {
		if r.onFail == onFail {
			list = append(list, check{name: r.name, onFail: onFail, policy: true, step: stepFollowPolicies, run: r.run})
		}
	}
	return list
}

// compileRules compiles the request, functions and policies that apply to a tool.
func (b *builder) compileRules(t *tool) error {
	if t.spec.Request != nil {
		request, err := requestRule(t.spec.Request, b.catalog.Languages)
		if err != nil {
			return b.problem(err, "tools", t.spec.Name, "request", "phrases")
		}
		t.rules = append(t.rules, request)
	}
	applying := b.catalog.Applying(t.spec)
	problems := []error{b.compileFunctions(t, applying.Functions)}
	for _, p := range applying.Policies {
		program, err := t.env.CompilePolicy(p.Expr)
		if err == nil && p.Tools == nil && slices.ContainsFunc(program.Reads(), func(name string) bool { return t.lacks[name] }) {
			continue // it reads a function in Go that this tool does not provide for
		}
		if err != nil {
			problems = append(problems, b.inExpression(err, "over tool "+t.spec.Name, "policies", p.Name, "expr"))
			continue
		}
		t.rules = append(t.rules, celRule(p, program))
		t.given.need(program.Reads())
	}
	for _, p := range b.goPolicies {
		if t.appliesTo(p.Tools, p.reads) {
			t.rules = append(t.rules, p.rule())
			t.given.need(p.reads)
		}
	}
	slices.SortStableFunc(t.rules, func(a, b rule) int { return denyFirst(a.onFail) - denyFirst(b.onFail) })
	return errors.Join(problems...)
}

func denyFirst(o Outcome) int {
	if o == Deny {
		return 0
	}
	return 1
}

// compileFunctions compiles the functions that apply to a tool, which come each after
// those it reads, and makes them variables of what comes after.
func (b *builder) compileFunctions(t *tool, functions []catalog.Function) error {
	vars := t.variables(b.catalog.Facts)
	t.functions = make(map[string]*function)
	var err error
	if t.env, err = policy.NewEnv(vars...); err != nil {
		return b.problem(err, "tools", t.spec.Name)
	}
	b.goFunctionsOf(t)
	var problems []error
	for _, f := range functions {
		program, err := t.env.Compile(f.Expr)
		if err != nil {
			problems = append(problems, b.inExpression(err, "over tool "+t.spec.Name, "functions", f.Name, "expr"))
			continue
		}
		t.functions[f.Name] = &function{name: f.Name, reads: program.Reads(), compute: func(c *examination) (jsonvalue.Value, error) {
			return program.Eval(c.values)
		}}
		t.given.need(program.Reads())
		vars = append(vars, policy.Var{Name: f.Name, Type: program.ResultType()})
		if t.env, err = policy.NewEnv(vars...); err != nil {
			problems = append(problems, b.problem(err, "functions", f.Name))
		}
	}
	return errors.Join(problems...)
}

// goFunctionsOf gives a tool the functions in Go that it provides the inputs of.
func (b *builder) goFunctionsOf(t *tool) {
	t.lacks = make(map[string]bool)
	for _, f := range b.goFunctions {
		if !t.appliesTo(f.Tools, f.reads) {
			t.lacks[f.Name] = true
			continue
		}
		t.functions[f.Name] = f.function()
		t.given.need(f.reads)
	}
}

// problem puts an error at its place in the catalog's file.
func (b *builder) problem(err error, path ...string) error {
	return &catalog.Error{Position: b.catalog.At(path...), Path: strings.Join(path, "."), Message: err.Error(), Err: err}
}

// inExpression puts each error of an expression at its place in the catalog's file.
func (b *builder) inExpression(err error, about string, path ...string) error {
	var all []error
	for _, e := range policy.Errors(err) {
		all = append(all, &catalog.Error{Position: b.catalog.InText(e.Line, e.Column, path...),
			Path: strings.Join(path, "."), Message: about + ": " + e.Message, Err: e})
	}
	if all == nil {
		return b.problem(err, path...)
	}
	return errors.Join(all...)
}

// celRule is a policy of the catalog.
func celRule(p catalog.Policy, program *policy.Program) rule {
	reads := program.Reads()
	return rule{name: p.Name, reason: reasonOr(p.Reason, p.Name), onFail: effect(p.OnFail), run: func(c *examination) verdict {
		if v := c.provide(reads); v.state != passed {
			return v
		}
		holds, err := program.Test(c.values)
		if err != nil {
			return cannotEvaluate(err.Error())
		}
		if !holds {
			return fail(reasonOr(p.Reason, "the policy does not hold"))
		}
		return pass()
	}}
}

func reasonOr(reason, otherwise string) string {
	if reason = strings.TrimSpace(reason); reason != "" {
		return reason
	}
	return otherwise
}
