// Package mutation makes weakened catalogs: each differs from the catalog in one place,
// where it decides less strictly, or otherwise. Cases that still pass against such a
// mutant do not notice that the check could be missing.
//
// The changes are lists of small functions: toolChanges, policyChanges, and in
// expressions the operators of expressionChanges. A change that cannot make a
// difference (a role that may give values of a tool that grounds none) is not made.
//
// Invariants:
//   - A mutant holds the tools alone that the change is about, so that building it costs
//     what these cost; what applies to them is what applied before.
//   - The same catalog has the same mutants, in the order of the catalog.
package mutation

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
)

// Mutant is one change of a catalog.
type Mutant struct {
	// Change says where and what: "tools.pay.once: dropped". Within a catalog it is the
	// mutant's name; two equal changes of one expression share one.
	Change   string
	Position catalog.Position
	Tools    []string // whose calls may be decided otherwise
	Advice   string   // which case would notice
	// Unsure says that the changed catalog may not compile: what an expression became
	// need not make sense.
	Unsure bool

	build func(tools []string) *catalog.Catalog
}

// Catalog returns the changed catalog, of some or all of the mutant's tools: whoever asks
// about a few need not compile a policy for all.
func (m Mutant) Catalog(tools []string) *catalog.Catalog { return m.build(tools) }

// Of returns the mutants of a valid catalog.
func Of(c *catalog.Catalog) []Mutant {
	g := &generator{catalog: c, pinned: pin(c)}
	for i := range c.Tools {
		g.tool(&c.Tools[i])
	}
	g.schemaMode()
	for i := range c.Functions {
		g.function(i)
	}
	for i := range c.Policies {
		g.policy(i)
	}
	return g.mutants
}

type generator struct {
	catalog *catalog.Catalog
	pinned  pinned
	mutants []Mutant
}

// add notes a mutant: edit changes a copy of the part of the catalog that is about the
// tools.
func (g *generator) add(at catalog.Position, tools []string, path []string, change, advice string, edit func(*catalog.Catalog)) {
	g.mutants = append(g.mutants, Mutant{
		Change: strings.Join(path, ".") + ": " + change, Position: at, Tools: tools, Advice: advice,
		build: func(tools []string) *catalog.Catalog {
			part := g.pinned.only(tools)
			edit(part)
			return part
		},
	})
}

// pinned is a catalog in which every function and policy names the tools it applies to,
// so that it goes on applying to them, and only to them, whatever it comes to read.
type pinned struct {
	catalog   *catalog.Catalog
	functions [][]string // of each function, the tools
	policies  [][]string // of each policy, the tools
}

func pin(c *catalog.Catalog) pinned {
	functions, policies := make(map[string][]string), make(map[string][]string)
	for i := range c.Tools {
		t := &c.Tools[i]
		applying := c.Applying(t)
		for _, f := range applying.Functions {
			functions[f.Name] = append(functions[f.Name], t.Name)
		}
		for _, p := range applying.Policies {
			policies[p.Name] = append(policies[p.Name], t.Name)
		}
	}
	p := pinned{catalog: c}
	for _, f := range c.Functions {
		p.functions = append(p.functions, functions[f.Name])
	}
	for _, rule := range c.Policies {
		p.policies = append(p.policies, policies[rule.Name])
	}
	return p
}

// only returns a catalog of these tools, of those that are sources of their values, and
// of what applies to them. Tools, functions and policies are copies; what they hold is
// shared, so a change replaces it.
func (p pinned) only(tools []string) *catalog.Catalog {
	part := *p.catalog
	part.Tools, part.Functions, part.Policies = nil, nil, nil
	needed := slices.Clone(tools)
	for _, t := range p.catalog.Tools {
		for _, source := range t.Delegate {
			if slices.Contains(tools, t.Name) {
				needed = append(needed, source.Tool)
			}
		}
	}
	for _, t := range p.catalog.Tools {
		if slices.Contains(needed, t.Name) {
			part.Tools = append(part.Tools, t)
		}
	}
	for i, f := range p.catalog.Functions {
		if f.Tools = common(p.functions[i], tools); f.Tools != nil {
			part.Functions = append(part.Functions, f)
		}
	}
	for i, rule := range p.catalog.Policies {
		if rule.Tools = common(p.policies[i], tools); rule.Tools != nil {
			part.Policies = append(part.Policies, rule)
		}
	}
	return &part
}

func common(a, b []string) []string {
	var both []string
	for _, name := range a {
		if slices.Contains(b, name) {
			both = append(both, name)
		}
	}
	return both
}
