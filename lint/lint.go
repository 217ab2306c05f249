// Package lint says where a valid catalog is weak: a payee that a tool output may name,
// a payment that may be made twice, a policy that never decides anything.
//
// The rules are a table ([Rules]). Most judge by what is declared; which tools act on
// the world, and which arguments say where money, goods or texts go, they have to guess
// from names, descriptions and formats (words.go). A guess may be wrong: a warning can be
// silenced by its rule and place, and none is a proof.
//
// Invariants:
//   - The same catalog has the same warnings, in the order of its rules and declarations.
//   - Linting is pure and bounded: a policy is tried on at most maxCombinations inputs.
package lint

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
)

// Warning is one weakness of a catalog.
type Warning struct {
	Rule     string           // name of the rule
	Position catalog.Position // where the catalog declares it
	Path     string           // what it declares: "tools.send_payment.ground_from"
	Message  string           // what is weak
	Advice   string           // what to do about it
	// Recommended says that nothing is wrong: there is an option that does better.
	Recommended bool
}

// String is the warning as editors and people read it.
func (w Warning) String() string {
	rule := w.Rule
	if w.Recommended {
		rule += ", recommended"
	}
	text := w.Path + ": " + w.Message + " [" + rule + "]"
	if at := w.Position.String(); at != "" {
		text = at + ": " + text
	}
	return text
}

// Options change what is warned of.
type Options struct {
	// Unattended says that nobody answers escalations where the catalog is used: what
	// a catalog sends to people then waits for ever.
	Unattended bool
	// Except leaves warnings out: the name of a rule, or "rule:path" for one place.
	Except []string
}

// Check returns the warnings about a valid catalog.
func Check(c *catalog.Catalog, o Options) []Warning {
	in := inspect(c, o)
	for _, r := range rules {
		in.rule = r
		if r.inCatalog != nil {
			r.inCatalog(in)
		}
		if r.inTool != nil {
			for i := range in.tools {
				r.inTool(in, &in.tools[i])
			}
		}
	}
	return slices.DeleteFunc(in.warnings, func(w Warning) bool {
		return slices.Contains(o.Except, w.Rule) || slices.Contains(o.Except, w.Rule+":"+w.Path)
	})
}

// Unknown returns the exceptions of the options that name no rule.
func (o Options) Unknown() []string {
	var unknown []string
	for _, e := range o.Except {
		name, _, _ := strings.Cut(e, ":")
		if !slices.ContainsFunc(rules, func(r Rule) bool { return r.Name == name }) {
			unknown = append(unknown, e)
		}
	}
	return unknown
}
