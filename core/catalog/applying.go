package catalog

import (
	"slices"

	"sync"

	"github.com/guardstream/guardstream/core/policy"
)

// Applying are the functions and policies that decide about one tool's calls.
type Applying struct {
	Facts     []Fact     // those that the functions, the policies and the confirmation read
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
	ordered, _ := c.expressions.functionOrder(c.Functions)
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
	if t.Confirm != nil && t.Confirm.Names != "" {
		p.read[t.Confirm.Names] = true
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

// expressions remembers what was found out about the expressions of a catalog: parsing
// is what costs, and every expression is asked about for every tool. It is safe for
// concurrent use. On nil, of a catalog that was not validated, nothing is remembered.
type expressions struct {
	mu      sync.Mutex
	names   map[string]expressionNames
	ordered []Function
	circle  []string
}

type expressionNames struct {
	names []string
	err   error
}

// variables is [policy.Variables].
func (e *expressions) variables(expr string) ([]string, error) {
	if e == nil {
		return policy.Variables(expr)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if known, ok := e.names[expr]; ok {
		return known.names, known.err
	}
	names, err := policy.Variables(expr)
	if e.names == nil {
		e.names = make(map[string]expressionNames)
	}
	e.names[expr] = expressionNames{names, err}
	return names, err
}

// functionOrder returns the functions each after those it reads, otherwise as
// declared, and the names of those that need themselves, in a circle.
func (e *expressions) functionOrder(functions []Function) (ordered []Function, circle []string) {
	if e != nil && e.ordered != nil {
		return e.ordered, e.circle
	}
	const (
		open = iota + 1
		done
	)
	states := make(map[string]int, len(functions))
	byName := make(map[string]Function, len(functions))
	for _, f := range functions {
		byName[f.Name] = f
	}
	var visit func(f Function)
	visit = func(f Function) {
		states[f.Name] = open
		names, _ := e.variables(f.Expr)
		for _, name := range names {
			other, isFunction := byName[name]
			switch {
			case !isFunction || states[name] == done:
			case states[name] == open:
				circle = append(circle, name)
			default:
				visit(other)
			}
		}
		states[f.Name] = done
		ordered = append(ordered, f)
	}
	for _, f := range functions {
		if states[f.Name] == 0 {
			visit(f)
		}
	}
	return ordered, circle
}
