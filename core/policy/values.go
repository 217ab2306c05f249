package policy

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Values are the variables of one decision. They are read by the programs of their
// Env and converted once each. Values are not safe for concurrent use.
type Values struct {
	env    *Env
	slots  []slot
	reader *Program // the one that is being evaluated
}

type slot struct {
	given     jsonvalue.Value
	converted ref.Val
	err       error
	state     slotState
}

type slotState uint8

const (
	absent slotState = iota
	given
	converted
)

// NewValues returns Values without any.
func (e *Env) NewValues() *Values { return &Values{env: e, slots: make([]slot, len(e.vars))} }

// Set gives a variable its value. A name that is no variable of the Env is ignored:
// nothing can read it. Whether the value fits is checked when a program reads it.
func (vs *Values) Set(name string, value jsonvalue.Value) {
	if i, ok := vs.env.index[name]; ok {
		vs.slots[i] = slot{given: value, state: given}
	}
}

// Has reports whether a variable has a value; null is one.
func (vs *Values) Has(name string) bool {
	i, ok := vs.env.index[name]
	return ok && vs.slots[i].state != absent
}

// Get returns the value of a variable as it was given, null when it has none.
func (vs *Values) Get(name string) jsonvalue.Value {
	if i, ok := vs.env.index[name]; ok {
		return vs.slots[i].given
	}
	return jsonvalue.Value{}
}

// convert makes the value of a variable one that expressions read.
func (vs *Values) convert(i int) error {
	s := &vs.slots[i]
	switch s.state {
	case absent:
		return ErrNotGiven
	case given:
		s.converted, s.err = fromJSON(s.given, vs.env.vars[i].Type)
		s.state = converted
	}
	return s.err
}

// ResolveName is what the interpreter asks for a variable. A program reads a few
// names, so that comparing them is faster than a map.
func (vs *Values) ResolveName(name string) (any, bool) {
	for i, known := range vs.reader.reads {
		if known == name {
			return vs.slots[vs.reader.slots[i]].converted, true
		}
	}
	return nil, false
}

// Parent is part of what the interpreter asks of variables: there are no others.
func (vs *Values) Parent() cel.Activation { return nil }
