package catalog

import (
	"slices"

	"sync"

	"github.com/guardstream/guardstream/core/policy"
)

// Applying are the functions and policies that decide about one tool's calls.
type Applying struct {
	Facts     []Fact     // those that the functions and policies read
	Functions []Function // each after the functions it reads
	Policies  []Policy   // in the order declared
}

// Applying returns what applies to a tool: what names it, and what names no tool and
// reads nothing that the tool's arguments, the declared facts, the functions that apply
// and [GivenVariables] do not provide. Expressions that do not parse apply to nothing
// here; [Catalog.Validate] reports them.
func (c *Catalog) Applying(t *Tool) Applying {
	p := &provided{names: make(map[string]bool), read: make(map[string]bool), tool: t.Name, expressions: c.expressions}
	arguments, _ := t.ArgumentNames()
	p.provide(GivenVariables...)
	p.provide(arguments...)
	for _, f := range c.Facts {
		p.provide(f.Name)
	}
	var a Applying
	ordered, _ := c.functionOrder()
	for _, f := range ordered {
		if p.applies(f.Tools, f.Expr) {
			a.Functions = append(a.Functions, f)
			p.provide(f.Name)
		}
	}
	for _, rule := range c.Policies {
		if p.applies(rule.Tools, rule.Expr) {
			a.Policies = append(a.Policies, rule)
		}
	}
	for _, f := range c.Facts {
		if p.read[f.Name] {
			a.Facts = append(a.Facts, f)
		}
	}
	return a
}

// provided is what expressions over one tool can read, and what those that apply do.
type provided struct {
	names       map[string]bool
	read        map[string]bool
	tool        string
	expressions *expressions
}

func (p *provided) provide(names ...string) {
	for _, name := range names {
		p.names[name] = true
	}
}

// applies reports whether an expression for these tools (nil: all that provide what it
// reads) applies, and notes what it reads.
func (p *provided) applies(tools []string, expr string) bool {
	if tools != nil && !slices.Contains(tools, p.tool) {
		return false
	}
	names, err := p.expressions.variables(expr)
	if err != nil {
		return false
	}
	if tools == nil && slices.ContainsFunc(names, func(name string) bool { return !p.names[name] }) {
		return false
	}
	for _, name := range names {
		p.read[name] = true
	}
	return true
}

// functionOrder returns the functions each after those it reads, otherwise as
// declared, and the names of those that need themselves, in a circle.
func (c *Catalog) functionOrder() (ordered []Function, circle []string) {
	const (
		unseen = iota
		open
		done
	)
	states := make(map[string]int, len(c.Functions))
	var visit func(f Function)
	visit = func(f Function) {
		states[f.Name] = open
		names, _ := c.expressions.variables(f.Expr)
		for _, name := range names {
			at := slices.IndexFunc(c.Functions, func(other Function) bool { return other.Name == name })
			switch {
			case at < 0 || states[name] == done:
			case states[name] == open:
				circle = append(circle, name)
			default:
				visit(c.Functions[at])
			}
		}
		states[f.Name] = done
		ordered = append(ordered, f)
	}
	for _, f := range c.Functions {
		if states[f.Name] == unseen {
			visit(f)
		}
	}
	return ordered, circle
}

// expressions remembers which names expressions read: parsing is what costs, and every
// expression is asked about for every tool. It is safe for concurrent use.
type expressions struct {
	mu    sync.Mutex
	known map[string]expressionNames
}

type expressionNames struct {
	names []string
	err   error
}

// variables is [policy.Variables]. On nil, of a catalog that was not validated, it
// remembers nothing.
func (e *expressions) variables(expr string) ([]string, error) {
	if e == nil {
		return policy.Variables(expr)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if k, ok := e.known[expr]; ok {
		return k.names, k.err
	}
	names, err := policy.Variables(expr)
	if e.known == nil {
		e.known = make(map[string]expressionNames)
	}
	e.known[expr] = expressionNames{names, err}
	return names, err
}
