package core

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// GoPolicy is a policy in Go, for [WithPolicy].
type GoPolicy struct {
	Name    string
	Version string   // names the code; change it when the code decides otherwise
	Tools   []string // nil: every tool whose arguments, facts and functions provide what it reads
	OnFail  Outcome  // Deny unless Escalate
	Reason  string   // why, in words; empty: the name says it

	reads []string
	test  func(ctx context.Context, values jsonvalue.Value) (bool, error)
	err   error
}

// Policy makes a policy of a Go function. In is a struct whose JSON names are what it
// reads: arguments of the tool, facts, functions or names the guard gives, each under
// its own name; a policy that reads something that was not given is not evaluated, so
// the call escalates. holds must be deterministic: a replay calls it again.
func Policy[In any](p GoPolicy, holds func(context.Context, In) (bool, error)) GoPolicy {
	in := reflect.TypeFor[In]()
	if in.Kind() != reflect.Struct {
		p.err = fmt.Errorf("%w: policy %s: what it reads must be a struct, not %s", ErrTool, p.Name, in)
		return p
	}
	if p.OnFail == "" {
		p.OnFail = Deny
	}
	if p.OnFail != Deny && p.OnFail != Escalate {
		p.err = fmt.Errorf("%w: policy %s: on fail is %q, expected deny or escalate", ErrTool, p.Name, p.OnFail)
	}
	for i := range in.NumField() {
		name, _, _ := strings.Cut(in.Field(i).Tag.Get("json"), ",")
		if name == "" {
			name = in.Field(i).Name
		}
		p.reads = append(p.reads, name)
	}
	p.test = func(ctx context.Context, values jsonvalue.Value) (bool, error) {
		var decoded In
		if err := schema.Decode(values, &decoded); err != nil {
			return false, err
		}
		return holds(ctx, decoded)
	}
	return p
}

// appliesTo reports whether the policy checks calls of a tool.
func (p GoPolicy) appliesTo(t *tool) bool {
	if p.Tools != nil {
		return slices.Contains(p.Tools, t.spec.Name)
	}
	return !slices.ContainsFunc(p.reads, func(name string) bool {
		_, known := t.env.Type(name)
		return !known
	})
}

func (p GoPolicy) rule() rule {
	return rule{name: p.Name, reason: reasonOr(p.Reason, p.Name), onFail: p.OnFail, run: func(c *examination) verdict {
		if v := c.provide(p.reads); v.state != passed {
			return v
		}
		members := make([]jsonvalue.Member, len(p.reads))
		for i, name := range p.reads {
			members[i] = jsonvalue.Member{Name: name, Value: c.values.Get(name)}
		}
		holds, err := p.test(c.ctx, jsonvalue.NewObject(members...))
		switch {
		case err != nil:
			return cannotEvaluate(err.Error())
		case !holds:
			return fail(reasonOr(p.Reason, "the policy does not hold"))
		}
		return pass()
	}}
}
