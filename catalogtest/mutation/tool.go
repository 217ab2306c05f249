package mutation

import (
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/schema"
)

// toolChanges are the changes of a tool's declaration, in the order of its keys.
var toolChanges = []func(*toolChange){
	(*toolChange).limits,
	(*toolChange).ground,
	(*toolChange).groundFrom,
	(*toolChange).groundLast,
	(*toolChange).toolValues,
	(*toolChange).injections,
	(*toolChange).scanUser,
	(*toolChange).verified,
	(*toolChange).locale,
	(*toolChange).delegate,
	(*toolChange).once,
	(*toolChange).confirm,
	(*toolChange).request,
	(*toolChange).outgoing,
	(*toolChange).firewall,
}

// toolChange is one tool whose declaration is changed.
type toolChange struct {
	*generator
	tool       *catalog.Tool
	properties map[string]schema.Property
}

func (g *generator) tool(t *catalog.Tool) {
	c := &toolChange{generator: g, tool: t, properties: make(map[string]schema.Property)}
	if compiled, err := schema.Compile(t.Parameters, schema.Options{}); err == nil {
		for _, p := range compiled.Properties() {
			c.properties[p.Name] = p
		}
	}
	for _, change := range toolChanges {
		change(c)
	}
}

// change adds a mutant of the tool. path is below the tool.
func (c *toolChange) change(path []string, change, advice string, edit func(*catalog.Tool)) {
	path = append([]string{"tools", c.tool.Name}, path...)
	c.add(c.catalog.At(path...), []string{c.tool.Name}, path, change, advice, func(part *catalog.Catalog) { edit(part.Tool(c.tool.Name)) })
}

// gives reports whether messages of a role may give values.
func (c *toolChange) gives(role conversation.Role) bool {
	return len(c.tool.Ground) > 0 && slices.Contains(c.tool.Roles(), role)
}

// isText reports whether a matcher matters for an argument: numbers and booleans are
// looked for as what they are.
func (c *toolChange) isText(argument string) bool {
	p, known := c.properties[argument]
	if !known || len(p.Types) == 0 {
		return true
	}
	return slices.ContainsFunc(append(p.Types, p.Items...), func(t schema.Type) bool { return t == schema.String })
}

// isNumber reports whether a locale matters for an argument.
func (c *toolChange) isNumber(argument string) bool {
	p := c.properties[argument]
	return slices.ContainsFunc(append(p.Types, p.Items...), func(t schema.Type) bool { return t == schema.Number || t == schema.Integer })
}

func (c *toolChange) ground() {
	for i, m := range c.tool.Ground {
		c.change([]string{"ground", m.Argument}, "dropped",
			fmt.Sprintf("a case in which nobody writes the value of %s", m.Argument),
			func(t *catalog.Tool) { t.Ground = slices.Delete(slices.Clone(t.Ground), i, i+1) })
		if loose := loosened(m.Matcher); loose != m.Matcher && c.isText(m.Argument) {
			c.change([]string{"ground", m.Argument}, m.Matcher.String()+" becomes "+loose.String(),
				fmt.Sprintf("a case in which the value of %s is only part of what is written, such as %s", m.Argument, partOf[loose]),
				func(t *catalog.Tool) {
					t.Ground = slices.Clone(t.Ground)
					t.Ground[i].Matcher = loose
				})
		}
	}
}

// loosened is the next matcher that finds more.
func loosened(m grounding.Matcher) grounding.Matcher {
	switch m {
	case grounding.URL:
		return grounding.URLPrefix
	default:
		return grounding.Substring
	}
}

// partOf says what a loosened matcher finds that the others do not.
var partOf = map[grounding.Matcher]string{
	grounding.Substring: "12 in 4125 or pay in payroll",
	grounding.URLPrefix: "an address below the one that is written",
}

func (c *toolChange) groundFrom() {
	if len(c.tool.Ground) == 0 {
		return
	}
	for _, role := range []conversation.Role{conversation.User, conversation.Tool, conversation.System, conversation.Assistant} {
		if c.gives(role) {
			continue
		}
		c.change([]string{"ground_from"}, "also "+role.String(),
			fmt.Sprintf("a case in which only a message of the role %s writes the value of %s", role, c.tool.Ground[0].Argument),
			func(t *catalog.Tool) {
				t.GroundFrom = append(slices.Clone(t.Roles()), role)
				slices.Sort(t.GroundFrom)
				if role == conversation.Tool { // every output is a source then
					t.Delegate, t.DelegateOn = nil, catalog.DelegateEscalate
				}
			})
	}
}

func (c *toolChange) groundLast() {
	if c.tool.GroundLast > 0 && c.gives(conversation.User) {
		c.change([]string{"ground_last"}, "dropped",
			fmt.Sprintf("a case in which the user wrote a value before their last %d messages", c.tool.GroundLast),
			func(t *catalog.Tool) { t.GroundLast = 0 })
	}
}

func (c *toolChange) toolValues() {
	if len(c.tool.Ground) > 0 && !c.gives(conversation.Tool) {
		c.change([]string{"tool_values"}, "becomes "+other(c.tool.ToolValues).String(),
			"a case in which a value is written in a tool output only",
			func(t *catalog.Tool) { t.ToolValues = other(t.ToolValues) })
	}
}

func (c *toolChange) injections() {
	switch {
	case c.tool.Injections == catalog.InjectionsAny:
		c.change([]string{"injections"}, "becomes grounded",
			"a case in which some tool output carries instructions and no value comes from it",
			func(t *catalog.Tool) { t.Injections = catalog.InjectionsGrounded })
	case c.tool.Injections == catalog.InjectionsGrounded && c.gives(conversation.Tool):
		c.change([]string{"injections"}, "becomes off",
			"a case in which a value is written in a tool output only, and a tool output carries instructions",
			func(t *catalog.Tool) { t.Injections = catalog.InjectionsOff })
	case c.tool.Injections == catalog.InjectionsValue:
		c.change([]string{"injections"}, "becomes off",
			"a case in which a value is written beside instructions in a tool output, and nowhere else",
			func(t *catalog.Tool) { t.Injections = catalog.InjectionsOff })
	}
}

func (c *toolChange) scanUser() {
	if c.tool.ScanUser && c.gives(conversation.User) {
		c.change([]string{"scan_user"}, "becomes false",
			"a case in which the user's text carries a value beside words such as \"ignore all previous instructions\"",
			func(t *catalog.Tool) { t.ScanUser = false })
	}
}

func (c *toolChange) locale() {
	if c.tool.Locale != grounding.NoLocale && slices.ContainsFunc(c.tool.Ground, func(m catalog.Match) bool { return c.isNumber(m.Argument) }) {
		c.change([]string{"locale"}, "dropped",
			"a case in which a number over a thousand is written as people of "+c.tool.Locale.String()+" write it",
			func(t *catalog.Tool) { t.Locale = grounding.NoLocale })
	}
}

func (c *toolChange) once() {
	if c.tool.Once {
		c.change([]string{"once"}, "dropped", "a case whose calls_made holds the same call",
			func(t *catalog.Tool) { t.Once, t.OnceKey, t.OnceScope = false, nil, catalog.OnceSession })
	}
	if c.tool.OnceKey != nil {
		c.change([]string{"once_key"}, "dropped", "a case whose calls_made holds a call with the same key and other arguments",
			func(t *catalog.Tool) { t.OnceKey = nil })
	}
	if c.tool.OnceScope == catalog.OnceTenant {
		c.change([]string{"once_scope"}, "becomes session", "a case whose tenant_calls_made holds the same call",
			func(t *catalog.Tool) { t.OnceScope = catalog.OnceSession })
	}
}

func other(e catalog.Effect) catalog.Effect {
	if e == catalog.Deny {
		return catalog.Escalate
	}
	return catalog.Deny
}
