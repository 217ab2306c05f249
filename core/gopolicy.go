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
	var err error
	if p.reads, err = readsOf(reflect.TypeFor[In]()); err != nil {
		p.err = fmt.Errorf("%w: policy %s: %w", ErrTool, p.Name, err)
		return p
	}
	if p.OnFail == "" {
		p.OnFail = Deny
	}
	if p.OnFail != Deny && p.OnFail != Escalate {
		p.err = fmt.Errorf("%w: policy %s: on fail is %q, expected deny or escalate", ErrTool, p.Name, p.OnFail)
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

// readsOf returns the names that a struct of Go code reads: its fields' JSON names.
func readsOf(in reflect.Type) ([]string, error) {
	if in.Kind() != reflect.Struct {
		return nil, fmt.Errorf("what it reads must be a struct, not %s", in)
	}
	var names []string
	for i := range in.NumField() {
		name, _, _ := strings.Cut(in.Field(i).Tag.Get("json"), ",")
		if name == "" {
			name = in.Field(i).Name
		}
		names = append(names, name)
	}
	return names, nil
}

// appliesTo reports whether Go code for these tools (nil: any) that reads these names
// has a part in the calls of a tool.
func (t *tool) appliesTo(tools, reads []string) bool {
	if tools != nil {
		return slices.Contains(tools, t.spec.Name)
	}
	return !slices.ContainsFunc(reads, func(name string) bool {
		_, known := t.env.Type(name)
		return !known || t.lacks[name]
	})
}

func (p GoPolicy) rule() rule {
	return rule{name: p.Name, reason: reasonOr(p.Reason, p.Name), onFail: p.OnFail, run: func(c *examination) verdict {
		if v := c.provide(p.reads); v.state != passed {
			return v
		}
		holds, err := p.test(c.ctx, c.read(p.reads))
		switch {
		case err != nil:
			return cannotEvaluate(err.Error())
		case !holds:
			return fail(reasonOr(p.Reason, "the policy does not hold"))
		}
		return pass()
	}}
}
