package catalog

import (
	"strings"
	"unicode"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/runes"
)

// catalog reads a whole file.
func (d *decoder) catalog(n *node, c *Catalog) {
	if defaults := n.member("defaults"); defaults != nil { // tools are read with them, wherever they stand
		quiet := &decoder{}
		quiet.object(defaults, "", quiet.defaultsFields(&c.Defaults))
	}
	d.object(n, "a catalog: an object with the key tools", d.catalogFields(c))
}

func (d *decoder) catalogFields(c *Catalog) []field {
	return []field{
		{name: "name", read: d.text(&c.Name)},
		{name: "version", read: d.text(&c.Version)},
		{name: "language", read: d.filled(&c.Language)},
		{name: "languages", read: d.languages(&c.Languages)},
		{name: "user_keys", read: d.userKeys(&c.UserKeys)},
		{name: "schema", read: choice(d, &c.Schema, schemaModes[:], ParseSchemaMode)},
		{name: "defaults", read: func(n *node) {
			d.object(n, "an object of defaults", d.defaultsFields(&c.Defaults))
		}},
		{name: "facts", read: func(n *node) { d.facts(n, c) }},
		{name: "tools", read: func(n *node) {
			d.items(n, "a list of tools", func(_ int, item *node) {
				t := newTool(c.Defaults)
				d.object(item, "a tool: an object with the key name", d.toolFields(&t))
				c.Tools = append(c.Tools, t)
			})
		}},
		{name: "functions", read: func(n *node) {
			d.items(n, "a list of functions", func(_ int, item *node) {
				var f Function
				d.object(item, "a function: an object with the keys name and expr", d.functionFields(&f))
				c.Functions = append(c.Functions, f)
			})
		}},
		{name: "policies", read: func(n *node) {
			d.items(n, "a list of policies", func(_ int, item *node) {
				var p Policy
				d.object(item, "a policy: an object with the keys name and expr", d.policyFields(&p))
				c.Policies = append(c.Policies, p)
			})
		}},
	}
}

func (d *decoder) defaultsFields(defaults *Defaults) []field {
	return []field{
		{name: "scan_user", read: d.boolean(&defaults.ScanUser)},
		{name: "tool_values", read: choice(d, &defaults.ToolValues, effects[:], ParseEffect)},
	}
}

// facts reads an object of types, or of objects with a type and a description.
func (d *decoder) facts(n *node, c *Catalog) {
	if n.kind != jsonvalue.Object {
		d.expected(n, "an object of fact names and types")
		return
	}
	if len(n.items) > MaxDeclared {
		d.fail(n.place, "expected at most %d of them", MaxDeclared)
		return
	}
	for i, k := range n.keys {
		f := Fact{Name: k.name}
		d.in(k.name, func() {
			d.identifier(k.name, k.place)
			if n.items[i].kind == jsonvalue.Object {
				d.object(n.items[i], "", d.factFields(&f))
			} else {
				d.factType(&f.Type)(n.items[i])
			}
		})
		c.Facts = append(c.Facts, f)
	}
}

func (d *decoder) factFields(f *Fact) []field {
	return []field{
		{name: "type", required: true, read: d.factType(&f.Type)},
		{name: "description", read: d.text(&f.Description)},
	}
}

func (d *decoder) factType(into *policy.Type) func(*node) {
	return choice(d, into, policy.FactTypes, func(name string) (policy.Type, bool) {
		t, err := policy.ParseType(name)
		return t, err == nil
	})
}

func (d *decoder) functionFields(f *Function) []field {
	return []field{
		{name: "name", required: true, read: func(n *node) {
			d.filled(&f.Name)(n)
			if f.Name != "" {
				d.identifier(f.Name, n.place)
			}
		}},
		{name: "tools", read: d.tools(&f.Tools)},
		{name: "expr", required: true, read: d.filled(&f.Expr)},
	}
}

func (d *decoder) policyFields(p *Policy) []field {
	return []field{
		{name: "name", required: true, read: d.name(&p.Name)},
		{name: "tools", read: d.tools(&p.Tools)},
		{name: "expr", required: true, read: d.filled(&p.Expr)},
		{name: "on_fail", read: choice(d, &p.OnFail, effects[:], ParseEffect)},
		{name: "reason", read: d.text(&p.Reason)},
	}
}

// tools reads which tools a function or a policy is for. null says in so many words
// that it is for every tool: nowhere else is null a value.
func (d *decoder) tools(into *[]string) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.Null {
			d.texts(into, "a list of tool names, or null for every tool")(n)
		}
	}
}

// items reads a list that may be empty.
func (d *decoder) items(n *node, what string, item func(i int, n *node)) {
	switch {
	case n.kind == jsonvalue.Array && len(n.items) == 0:
	case len(n.items) > MaxDeclared:
		d.fail(n.place, "expected at most %d of them", MaxDeclared)
	default:
		d.list(n, what, item)
	}
}

// identifier says when expressions could not read a name.
func (d *decoder) identifier(name string, at place) {
	if !policy.IsIdentifier(name) {
		d.fail(at, "expected a name of letters, digits and _ that expressions can read, not %q", name)
	}
}

// name reads the name of a tool or a policy: something that people can tell from
// others, in logs and subjects.
func (d *decoder) name(into *string) func(*node) {
	return func(n *node) {
		d.filled(into)(n)
		if strings.ContainsFunc(*into, func(r rune) bool { return runes.IsSpace(r) || runes.IsInvisible(r) || unicode.IsControl(r) }) {
			d.expected(n, "a name without spaces and invisible characters")
		}
	}
}
