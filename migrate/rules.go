package migrate

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
)

// stub is a rule that stands for one that could not be migrated: it refuses every call
// that the rule was about.
type stub struct {
	name   string
	tools  []string // nil: every tool
	onFail string
	reason string
	source string
}

// stub remembers a rule to be written with the policies.
func (m *migration) stub(s stub) { m.pending = append(m.pending, s) }

// factTypes are the types of facts by the Python annotations that mean them.
var factTypes = map[string]string{
	"float": "double", "int": "int", "bool": "bool", "str": "string", "list": "list", "dict": "map",
	"list[float]": "list<double>", "list[int]": "list<int>", "list[bool]": "list<bool>", "list[str]": "list<string>",
}

// facts writes what the application gives: what is declared, and what policies read that
// no tool has as an argument.
func (m *migration) facts() {
	kinds := make(map[string]string)
	var names []string
	add := func(name, kind string) {
		if _, known := kinds[name]; !known {
			names = append(names, name)
		}
		if kinds[name] == "" {
			kinds[name] = kind
		}
	}
	for _, f := range m.export.facts {
		add(f.name, f.kind)
	}
	for _, c := range m.code() {
		for _, p := range c.reads {
			if !m.isProvided(p.name) {
				add(p.name, p.kind)
			} else if _, declared := kinds[p.name]; declared {
				add(p.name, p.kind) // its type
			}
		}
	}
	if len(names) == 0 {
		return
	}
	m.line("facts:")
	m.in(func() {
		for _, name := range names {
			kind, known := factTypes[strings.ReplaceAll(strings.ToLower(kinds[name]), " ", "")]
			if !known {
				kind = policy.FactTypes[slices.Index(policy.FactTypes, "string")]
				m.note("facts."+name, "its type is not known (%q): say which one it is", kinds[name])
			}
			m.line(scalar(name) + ": " + scalar(kind))
		}
	})
}

// code returns all Python functions of the export.
func (m *migration) code() []code {
	all := slices.Clone(m.export.functions)
	for _, p := range m.export.policies {
		all = append(all, p.code)
	}
	return all
}

// isProvided reports whether a name that Python code reads is an argument of a tool, a
// function, or given by the guard.
func (m *migration) isProvided(name string) bool {
	return slices.Contains(catalog.GivenVariables, name) || slices.Contains(pythonGiven, name) ||
		slices.ContainsFunc(m.export.functions, func(c code) bool { return c.name == name }) ||
		slices.ContainsFunc(m.export.tools, func(t tool) bool { return slices.Contains(argumentsOf(t), name) })
}

// pythonGiven are names that Python policies read and that are called otherwise here, or
// are not there.
var pythonGiven = []string{"tool_arguments", "conversation_roles", "call_arguments", "argument_errors", "confirmation", "proposal"}

func argumentsOf(t tool) []string {
	properties, _ := t.schema.Get("properties")
	return properties.Names()
}

// functions writes computed values as comments: what they compute is Python.
func (m *migration) functions() {
	if len(m.export.functions) == 0 {
		return
	}
	m.line("")
	for _, f := range m.export.functions {
		m.note("functions."+f.name, "write it as an expression, the policies that read it need it")
		m.comment("functions:\n  - name: " + f.name + "\n    expr: …")
		m.comment(f.source)
	}
}

// rules writes the policies: each refuses until its expression is written.
func (m *migration) rules() {
	for _, p := range m.export.policies {
		reason := p.reason
		if reason == "" {
			reason = p.name
		}
		tools := p.tools
		if tools == nil {
			tools = m.toolsThatProvide(p.code)
		}
		if tools != nil && len(tools) == 0 {
			m.note("policies."+p.name, "no tool provides what it reads: it is left out")
			m.comment(p.source)
			continue
		}
		m.notes = append(m.notes, Note{"policies." + p.name, "write its Python as an expression; until then it refuses (" + onFail(p.onFail, "deny") + ")"})
		m.stub(stub{p.name, tools, onFail(p.onFail, "deny"), reason, p.source})
	}
	if len(m.pending) == 0 {
		return
	}
	m.line("")
	m.line("policies:")
	m.in(func() {
		for _, s := range m.pending {
			m.comment(s.source)
			m.line("- name: " + scalar(s.name))
			m.in(func() {
				if s.tools != nil {
					m.key("tools", texts(s.tools))
				}
				m.line(`expr: "false" # MIGRATE: true when the call may go ahead`)
				m.line("on_fail: " + s.onFail)
				m.key("reason", jsonvalue.NewString(s.reason))
			})
		}
	})
}

// toolsThatProvide returns the tools that a policy is about which names none: those that
// have every argument it reads. nil: every tool, as far as can be told.
func (m *migration) toolsThatProvide(c code) []string {
	if !c.readsKnown {
		return nil
	}
	var needed []string // arguments of some tool; everything else is a fact, or computed
	seen := make(map[string]bool)
	for _, p := range c.reads {
		needed = append(needed, m.argumentsBehind(p.name, seen)...)
	}
	if len(needed) == 0 {
		return nil
	}
	tools := []string{}
	for _, t := range m.export.tools {
		arguments := argumentsOf(t)
		unknown := t.schema.IsNull() // adopted later: it may have them all
		if unknown || !slices.ContainsFunc(needed, func(name string) bool { return !slices.Contains(arguments, name) }) {
			tools = append(tools, t.name)
		}
	}
	return tools
}

// argumentsBehind returns the arguments that a name stands for: itself, or of a function
// what that reads, but for functions that were seen already.
func (m *migration) argumentsBehind(name string, seen map[string]bool) []string {
	for _, f := range m.export.functions {
		if f.name != name {
			continue
		}
		var names []string
		if !seen[name] {
			seen[name] = true
			for _, p := range f.reads {
				names = append(names, m.argumentsBehind(p.name, seen)...)
			}
		}
		return names
	}
	if slices.ContainsFunc(m.export.tools, func(t tool) bool { return slices.Contains(argumentsOf(t), name) }) {
		return []string{name}
	}
	return nil
}
