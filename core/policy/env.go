package policy

import (
	"fmt"
	"maps"
	"slices"

	"cel.dev/cel-go/cel"
)

// Limits of expressions. They are part of what a policy means, so they are the same
// everywhere and cannot be configured.
const (
	// CostLimit is how many steps one evaluation may take: some thousand times what
	// an honest policy takes, and a few milliseconds.
	CostLimit = 100_000
	// MaxExpressionSize is the length of an expression's text, in code points.
	MaxExpressionSize = 10_000
	// MaxNesting is how deep an expression may nest.
	MaxNesting = 50
)

// Var is a variable that expressions may read.
type Var struct {
	Name string
	Type Type
}

// Env is what expressions over one tool may read: its arguments, the declared facts,
// functions, and what the guard gives. An Env is immutable and may be shared.
type Env struct {
	cel   *cel.Env
	vars  []Var
	index map[string]int // of a name in vars
}

// NewEnv returns an Env with these variables. One whose name is no identifier
// ([IsIdentifier]), such as an argument called "order-id", can have a value, but no
// expression can read it. A name that is declared twice is an error.
func NewEnv(vars ...Var) (*Env, error) {
	base, err := language()
	if err != nil {
		return nil, fmt.Errorf("expression language: %w", err)
	}
	return (&Env{cel: base}).With(vars...)
}

// With returns an Env that has more variables: functions that were compiled, for what
// reads them. Programs of e also read the [Values] of the new Env.
func (e *Env) With(vars ...Var) (*Env, error) {
	more := &Env{vars: slices.Clone(e.vars), index: maps.Clone(e.index)}
	if more.index == nil {
		more.index = make(map[string]int, len(vars))
	}
	options := make([]cel.EnvOption, 0, len(vars))
	for _, v := range vars {
		if _, twice := more.index[v.Name]; twice {
			return nil, fmt.Errorf("%w: %s", ErrName, v.Name)
		}
		more.index[v.Name] = len(more.vars)
		more.vars = append(more.vars, v)
		if IsIdentifier(v.Name) {
			options = append(options, cel.Variable(v.Name, v.Type.cel()))
		}
	}
	var err error
	if more.cel, err = e.cel.Extend(options...); err != nil {
		return nil, fmt.Errorf("variables: %w", err)
	}
	return more, nil
}

// Type returns the type of a variable and whether there is one of this name.
func (e *Env) Type(name string) (Type, bool) {
	i, ok := e.index[name]
	if !ok {
		return Type{}, false
	}
	return e.vars[i].Type, true
}
