package catalog

import (
	"slices"
	"strconv"

	"github.com/guardstream/guardstream/core/policy"
)

// ConfirmMode says what an accepted message has to do with a call (semantics §8). The
// zero value is ConfirmCompatible.
type ConfirmMode uint8

// The modes.
const (
	ConfirmCompatible ConfirmMode = iota // it names the call's values
	ConfirmExact                         // it proposes exactly this call, and no call was made on its yes
)

var confirmModes = [...]string{"compatible", "exact"}

// String returns the mode's name: "compatible" or "exact".
func (m ConfirmMode) String() string { return confirmModes[m] }

// ParseConfirmMode returns the mode of a name and whether there is one.
func ParseConfirmMode(name string) (ConfirmMode, bool) {
	return parseWord[ConfirmMode](confirmModes[:], name)
}

// confirm looks at the confirmation of a tool, of whose arguments isArgument complains
// about those that are none.
func (v *validation) confirm(t *Tool, path []string, isArgument func(name string, path ...string)) {
	c := t.Confirm
	path = append(path, "confirm")
	for i, name := range c.Arguments {
		isArgument(name, append(path, "arguments", strconv.Itoa(i))...)
	}
	for _, m := range c.Match {
		isArgument(m.Argument, append(path, "match", m.Argument)...)
	}
	arguments, open := t.ArgumentNames()
	switch {
	case c.Mode == ConfirmExact && (c.Arguments != nil && len(c.Arguments) == 0 || len(arguments) == 0 && !open):
		v.fail(path, "expected arguments that a proposal can name: mode exact asks for a proposal of this call, and without a value every yes would be one")
	case c.Mode == ConfirmExact:
	case c.Names != "":
		v.fail(append(path, "names"), "expected mode: exact beside it: the compatible mode reads no names")
	case c.Arguments == nil && !open && !slices.ContainsFunc(arguments, t.canBeNamed):
		v.fail(path, "expected arguments that a proposal can name: the tool has none that is text, a number or a list (arguments: [] asks for an acceptance alone)")
	}
	v.namesFact(c, append(path, "names"))
}

// namesFact looks at the fact that says what ids are called.
func (v *validation) namesFact(c *Confirm, path []string) {
	if c.Names == "" {
		return
	}
	var facts []string
	for _, f := range v.catalog.Facts {
		if f.Name != c.Names {
			facts = append(facts, f.Name)
			continue
		}
		if f.Type.Kind() != policy.Map {
			v.fail(path, "expected a fact that is a map from ids to their names, %s is a %s", f.Name, f.Type)
		}
		return
	}
	v.fail(path, "expected a declared fact, %s is none%s", c.Names, v.hint(c.Names, facts))
}
