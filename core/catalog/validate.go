package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/spelling"
)

// Validate checks what no single key shows: names that collide, arguments and tools
// that do not exist, expressions that do not parse, functions that need themselves.
// [Read] has done it; a program that builds or changes a Catalog calls it before it
// uses it. The error holds an [*Error] for everything that is wrong.
func (c *Catalog) Validate() error { return join(c.problems()) }

func (c *Catalog) problems() []*Error {
	c.expressions = &expressions{}
	c.expressions.ordered, c.expressions.circle = c.expressions.functionOrder(c.Functions)
	v := &validation{catalog: c, tools: make(map[string]bool, len(c.Tools))}
	for _, t := range c.Tools {
		v.tools[t.Name] = true
	}
	v.eachOnce("tools", len(c.Tools), func(i int) string { return c.Tools[i].Name })
	v.eachOnce("facts", len(c.Facts), func(i int) string { return c.Facts[i].Name })
	v.eachOnce("functions", len(c.Functions), func(i int) string { return c.Functions[i].Name })
	v.eachOnce("policies", len(c.Policies), func(i int) string { return c.Policies[i].Name })
	v.declaredNames()
	for i := range c.Tools {
		if c.Tools[i].Name != "" {
			v.tool(&c.Tools[i])
		}
	}
	v.expressions()
	return v.problems
}

type validation struct {
	catalog  *Catalog
	tools    map[string]bool // their names
	problems []*Error
}

// fail says what is wrong with a value, for as long as errors are told: finding a
// place takes time.
func (v *validation) fail(path []string, format string, arguments ...any) {
	if v.full() {
		return
	}
	v.problems = append(v.problems, &Error{
		Position: v.catalog.At(path...), Path: strings.Join(path, "."), Message: fmt.Sprintf(format, arguments...)})
}

// full reports whether there are more errors than are told.
func (v *validation) full() bool { return len(v.problems) > maxErrors }

func (v *validation) toolNames() []string { return slices.Sorted(maps.Keys(v.tools)) }

// hint says what a name was probably meant to be, for as long as errors are told.
func (v *validation) hint(name string, known []string) string {
	if v.full() {
		return ""
	}
	return spelling.Hint(name, known)
}

// eachOnce looks for declarations without a name, or with the name of another.
func (v *validation) eachOnce(list string, count int, name func(i int) string) {
	seen := make(map[string]bool, count)
	for i := range count {
		switch n := name(i); {
		case n == "":
			v.fail([]string{list, strconv.Itoa(i)}, "expected a name")
		case seen[n]:
			v.fail([]string{list, strconv.Itoa(i), "name"}, "expected each name once, %s is there already", n)
		default:
			seen[n] = true
		}
	}
}

// declaredNames looks for facts, functions and policies that are named like something
// that means something in every decision, or like each other: which of the two an
// expression or a reason is about would be anybody's guess.
func (v *validation) declaredNames() {
	c := v.catalog
	declared := make(map[string]string)
	requests := make(map[string]string) // the tool that a check asks about
	for _, t := range c.Tools {
		if t.Request != nil {
			requests[t.Request.CheckName()] = t.Name
		}
	}
	look := func(list, name string) {
		path := []string{list, name}
		switch {
		case name == "":
		case taken[name] != "":
			v.fail(path, "expected another name, %s is %s", name, taken[name])
		case requests[name] != "":
			v.fail(path, "expected another name, %s is the check of the request of %s", name, requests[name])
		case declared[name] != "" && declared[name] != list:
			v.fail(path, "expected another name, %s is in %s already", name, declared[name])
		}
		declared[name] = list
	}
	for _, f := range c.Facts {
		look("facts", f.Name)
	}
	for _, f := range c.Functions {
		look("functions", f.Name)
	}
	for _, p := range c.Policies {
		look("policies", p.Name)
	}
}

// tool looks at one tool: its arguments, and the names of arguments that it uses.
func (v *validation) tool(t *Tool) {
	path := []string{"tools", t.Name}
	if k := t.Parameters.Kind(); k != jsonvalue.Null && k != jsonvalue.Object {
		v.fail(append(path, "parameters"), "expected a JSON Schema of an object, not %s", k)
	}
	for _, c := range v.catalog.Collisions(t) {
		v.fail(append(path, "parameters", "properties", c.Argument), "expected another name, %s is %s", c.Argument, c.With)
	}
	arguments, open := t.ArgumentNames()
	isOne := make(map[string]bool, len(arguments))
	for _, name := range arguments {
		isOne[name] = true
	}
	isArgument := func(name string, path ...string) {
		if !open && !isOne[name] {
			v.fail(path, "expected an argument of the tool, %s is none%s", name, v.hint(name, arguments))
		}
	}
	for _, m := range t.Ground {
		isArgument(m.Argument, append(path, "ground", m.Argument)...)
	}
	v.verifiable(t, path)
	v.delegate(t, path)
	v.once(t, path, isArgument)
	if t.Request != nil {
		for i, name := range t.Request.Object {
			isArgument(name, append(path, "request", "object", strconv.Itoa(i))...)
		}
	}
	if t.Outgoing != nil {
		if len(t.Outgoing.Arguments) == 0 {
			v.fail(append(path, "outgoing"), "expected the arguments whose text leaves")
		}
		for i, name := range t.Outgoing.Arguments {
			isArgument(name, append(path, "outgoing", "arguments", strconv.Itoa(i))...)
		}
	}
	if t.Firewall != nil {
		for i, name := range t.Firewall.Exempt {
			isArgument(name, append(path, "firewall", "exempt", strconv.Itoa(i))...)
		}
	}
	if t.Confirm == nil {
		return
	}
	v.confirm(t, path, isArgument)
}

// canBeNamed reports whether an argument may have a value that a proposal names when
// the catalog does not say which: not one that is certainly a boolean, an object or null.
func (t *Tool) canBeNamed(argument string) bool {
	properties, _ := t.Parameters.Get("properties")
	property, _ := properties.Get(argument)
	declared, _ := property.Get("type")
	kinds := declared.Items()
	if declared.Kind() == jsonvalue.String {
		kinds = []jsonvalue.Value{declared}
	}
	never := func(kind jsonvalue.Value) bool {
		return kind.Text() == "boolean" || kind.Text() == "object" || kind.Text() == "null"
	}
	return len(kinds) == 0 || slices.ContainsFunc(kinds, func(kind jsonvalue.Value) bool { return !never(kind) })
}

// expressions looks at functions and policies: the tools they are for, their text, and
// functions that need themselves.
func (v *validation) expressions() {
	c := v.catalog
	for _, f := range c.Functions {
		v.expression("functions", f.Name, f.Tools, f.Expr)
	}
	for _, p := range c.Policies {
		v.expression("policies", p.Name, p.Tools, p.Expr)
	}
	for _, name := range c.expressions.circle {
		v.fail([]string{"functions", name, "expr"}, "expected functions that do not need each other: %s needs itself, perhaps by way of others", name)
	}
}

func (v *validation) expression(list, name string, tools []string, expr string) {
	if name == "" {
		return // said already; without a name nothing else has a place
	}
	for i, t := range tools {
		if !v.tools[t] {
			v.fail([]string{list, name, "tools", strconv.Itoa(i)}, "expected a tool of the catalog, %s is none%s", t, v.hint(t, v.toolNames()))
		}
	}
	path := []string{list, name, "expr"}
	if expr == "" {
		v.fail(path, "expected an expression")
		return
	}
	_, err := v.catalog.expressions.variables(expr)
	for _, e := range policy.Errors(err) {
		if v.full() {
			return
		}
		v.problems = append(v.problems, &Error{
			Position: v.catalog.InText(e.Line, e.Column, path...), Path: strings.Join(path, "."), Message: e.Message, Err: e})
	}
}
