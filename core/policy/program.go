package policy

import (
	"errors"
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Program is a compiled expression. It is immutable and safe for concurrent use.
type Program struct {
	env     *Env
	program cel.Program
	reads   []string
	slots   []int // of each of reads, its place in the Env
	result  Type
}

func (e *Env) newProgram(program cel.Program, reads []string, result Type) *Program {
	p := &Program{env: e, program: program, reads: reads, result: result}
	for _, name := range p.reads {
		p.slots = append(p.slots, e.index[name])
	}
	return p
}

// Reads returns the names of the variables the expression reads in any of its
// branches, sorted. All of them have to be there before it is evaluated. The slice
// must not be changed.
func (p *Program) Reads() []string { return p.reads }

// ResultType returns the type of what the expression computes.
func (p *Program) ResultType() Type { return p.result }

// Missing returns the names the expression reads that have no value, sorted.
func (p *Program) Missing(vs *Values) []string {
	if !p.fits(vs) {
		return p.reads
	}
	var missing []string
	for i, slot := range p.slots {
		if vs.slots[slot].state == absent {
			missing = append(missing, p.reads[i])
		}
	}
	return missing
}

// Eval computes the expression over values of its Env. Errors wrap one of this
// package's sentinels.
func (p *Program) Eval(vs *Values) (jsonvalue.Value, error) {
	v, err := p.eval(vs)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return toJSON(v, 0)
}

// Test computes a policy: an expression compiled by [Env.CompilePolicy].
func (p *Program) Test(vs *Values) (bool, error) {
	v, err := p.eval(vs)
	if err != nil {
		return false, err
	}
	b, ok := v.(types.Bool)
	if !ok {
		return false, fmt.Errorf("%w: the result is %s, not a bool", ErrEvaluation, v.Type().TypeName())
	}
	return bool(b), nil
}

// fits reports whether vs has a place for every variable where the program looks for
// it: vs is of its Env, or of one made from that by [Env.With].
func (p *Program) fits(vs *Values) bool {
	if vs.env == p.env {
		return true
	}
	for _, slot := range p.slots {
		if slot >= len(vs.env.vars) || vs.env.vars[slot] != p.env.vars[slot] {
			return false
		}
	}
	return true
}

func (p *Program) eval(vs *Values) (ref.Val, error) {
	if !p.fits(vs) {
		return nil, ErrEnv
	}
	for i, slot := range p.slots {
		if err := vs.convert(slot); err != nil {
			return nil, fmt.Errorf("%s: %w", p.reads[i], err)
		}
	}
	vs.reader = p
	v, _, err := p.program.Eval(vs)
	vs.reader = nil
	if err == nil {
		return v, nil
	}
	var cancelled interpreter.EvalCancelledError
	if errors.As(err, &cancelled) && cancelled.Cause == interpreter.CostLimitExceeded {
		return nil, fmt.Errorf("%w: more than %d steps", ErrCost, CostLimit)
	}
	return nil, fmt.Errorf("%w: %w", ErrEvaluation, err)
}
