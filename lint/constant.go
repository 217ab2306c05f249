package lint

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/schema"
	"github.com/guardstream/guardstream/internal/celsyntax"
)

// maxCombinations bounds on how many inputs a policy is tried.
const maxCombinations = 1024

// alwaysSame looks for policies whose text says that they always or never hold, and for
// those that do over all values that their arguments may have, where these are few.
func alwaysSame(in *inspection) {
	nothing, err := policy.NewEnv()
	if err != nil {
		return // there is no expression language, so nothing compiled either
	}
	for _, p := range in.catalog.Policies {
		holds := unknown
		if tree, err := celsyntax.Parse(p.Expr); err == nil {
			holds = (&folder{tree, nothing}).fold(tree.Root())
		}
		if holds == unknown {
			holds = in.overAllInputs(p)
		}
		switch holds {
		case yes:
			in.warn([]string{"policies", p.Name, "expr"}, "holds for every call: it stops nothing", "take it out, or correct it")
		case no:
			in.warn([]string{"policies", p.Name, "expr"}, fmt.Sprintf("holds for no call: it will %s every one", p.OnFail), "correct it")
		}
	}
}

// answer is what is known about an expression.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

func answerOf(holds bool) answer {
	if holds {
		return yes
	}
	return no
}

func (a answer) not() answer {
	switch a {
	case yes:
		return no
	case no:
		return yes
	default:
		return unknown
	}
}

// folder computes what an expression is whatever its variables are.
type folder struct {
	tree    *celsyntax.Tree
	nothing *policy.Env // without variables
}

func (f *folder) fold(e ast.Expr) answer {
	if e.Kind() == ast.LiteralKind {
		if b, ok := e.AsLiteral().(types.Bool); ok {
			return answerOf(bool(b))
		}
		return unknown
	}
	name, operands, isCall := celsyntax.Operator(e)
	if !isCall {
		return unknown
	}
	switch name {
	case operators.LogicalNot:
		return f.fold(operands[0]).not()
	case operators.LogicalAnd:
		return both(f.fold(operands[0]), f.fold(operands[1]))
	case operators.LogicalOr:
		return both(f.fold(operands[0]).not(), f.fold(operands[1]).not()).not()
	case operators.Conditional:
		return conditional(f.fold(operands[0]), f.fold(operands[1]), f.fold(operands[2]))
	}
	if len(operands) == 2 && f.tree.Text(operands[0]) == f.tree.Text(operands[1]) {
		switch name {
		case operators.Equals, operators.LessEquals, operators.GreaterEquals:
			return yes
		case operators.NotEquals, operators.Less, operators.Greater:
			return no
		}
	}
	return f.withoutVariables(f.tree.Text(e))
}

func both(a, b answer) answer {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	default:
		return unknown
	}
}

func conditional(condition, then, otherwise answer) answer {
	switch {
	case condition == yes, then == otherwise:
		return then
	case condition == no:
		return otherwise
	default:
		return unknown
	}
}

// withoutVariables computes an expression that reads nothing.
func (f *folder) withoutVariables(expr string) answer {
	program, err := f.nothing.CompilePolicy(expr)
	if err != nil { // it reads something, or is no bool
		return unknown
	}
	holds, err := program.Test(f.nothing.NewValues())
	if err != nil {
		return unknown
	}
	return answerOf(holds)
}

// overAllInputs tries a policy on everything it may read, for every tool it applies to.
func (in *inspection) overAllInputs(p catalog.Policy) answer {
	result, applies := unknown, false
	for i := range in.tools {
		t := &in.tools[i]
		for _, applying := range t.applying.Policies {
			if applying.Name != p.Name {
				continue
			}
			one := in.tryAll(t, p)
			if one == unknown || applies && one != result {
				return unknown
			}
			result, applies = one, true
		}
	}
	return result
}

// tryAll tries a policy on every combination of what it reads of one tool. What it reads
// is looked at first: compiling takes longest, and few policies read few values.
func (in *inspection) tryAll(t *tool, p catalog.Policy) answer {
	names, err := policy.Variables(p.Expr)
	if err != nil {
		return unknown
	}
	var vars []policy.Var
	domains := make(map[string][]jsonvalue.Value)
	combinations := 1
	for _, name := range names {
		kind, values := in.domain(t, name)
		vars, domains[name] = append(vars, policy.Var{Name: name, Type: kind}), values
		if combinations *= len(values); combinations == 0 || combinations > maxCombinations {
			return unknown
		}
	}
	env, err := policy.NewEnv(vars...)
	if err != nil {
		return unknown
	}
	program, err := env.CompilePolicy(p.Expr)
	if err != nil {
		return unknown
	}
	return tryCombinations(env, program, domains, combinations)
}

func tryCombinations(env *policy.Env, program *policy.Program, domains map[string][]jsonvalue.Value, combinations int) answer {
	result := unknown
	for n := range combinations {
		values, rest := env.NewValues(), n
		for _, name := range program.Reads() {
			domain := domains[name]
			values.Set(name, domain[rest%len(domain)])
			rest /= len(domain)
		}
		holds, err := program.Test(values)
		if err != nil || result != unknown && result != answerOf(holds) {
			return unknown
		}
		result = answerOf(holds)
	}
	return result
}

// domain returns the type of a name in expressions over a tool, and all values it may
// have when they are few: of an enumeration or a boolean.
func (in *inspection) domain(t *tool, name string) (policy.Type, []jsonvalue.Value) {
	booleans := []jsonvalue.Value{jsonvalue.NewBool(true), jsonvalue.NewBool(false)}
	if p, isArgument := t.property(name); isArgument {
		kind := policy.JSONType(typeNames(p.Types), typeNames(p.Items))
		properties, _ := t.Parameters.Get("properties")
		declared, _ := properties.Get(name)
		var values []jsonvalue.Value
		if enum, found := declared.Get("enum"); found {
			values = slices.Clone(enum.Items())
		} else if only(p, schema.Boolean) {
			values = booleans
		}
		if p.Nullable && values != nil {
			values = append(values, jsonvalue.Value{})
		}
		if p.Nullable {
			kind = kind.Nullable()
		}
		return kind, values
	}
	for _, f := range in.catalog.Facts {
		if f.Name == name && f.Type == policy.TypeOf(policy.Bool) {
			return f.Type.Nullable(), booleans
		}
	}
	return policy.Type{}, nil // a function, what the guard gives, or more than a few values
}

func typeNames(types []schema.Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	return names
}
