package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/schema"
)

// inspection is one catalog that rules look at.
type inspection struct {
	catalog  *catalog.Catalog
	options  Options
	tools    []tool
	rule     Rule // the one that looks
	warnings []Warning
}

// tool is one tool, and what was found out about it.
type tool struct {
	*catalog.Tool
	properties []schema.Property
	warnings   []string // of its schema
	applying   catalog.Applying
	acts       bool // it does something, as far as can be guessed
}

func inspect(c *catalog.Catalog, o Options) *inspection {
	in := &inspection{catalog: c, options: o}
	for i := range c.Tools {
		t := tool{Tool: &c.Tools[i], applying: c.Applying(&c.Tools[i])}
		if compiled, err := schema.Compile(t.Parameters, schema.Options{Strict: c.Schema == catalog.Strict}); err == nil {
			t.properties, t.warnings = compiled.Properties(), compiled.Warnings()
		}
		t.acts = t.guessActs()
		in.tools = append(in.tools, t)
	}
	return in
}

// warn notes a warning about what stands at a path of the catalog.
func (in *inspection) warn(path []string, message, advice string) {
	in.warnAt(in.catalog.At(path...), path, message, advice)
}

func (in *inspection) warnAt(at catalog.Position, path []string, message, advice string) {
	in.warnings = append(in.warnings, Warning{Rule: in.rule.Name, Recommended: in.rule.Recommends, Position: at, Path: strings.Join(path, "."), Message: message, Advice: advice})
}

// path is a path of the catalog, below the tool.
func (t *tool) path(below ...string) []string {
	return append([]string{"tools", t.Name}, below...)
}

// says reports whether the file gives the tool a key, whatever its value.
func (in *inspection) says(t *tool, key string) bool {
	return in.catalog.At(t.path(key)...) != in.catalog.At(t.path()...)
}

// gives reports whether messages of a role may give the tool's grounded values.
func (t *tool) gives(role conversation.Role) bool { return slices.Contains(t.Roles(), role) }

// grounds reports whether an argument has to be written in the conversation.
func (t *tool) grounds(argument string) bool {
	return slices.ContainsFunc(t.Ground, func(m catalog.Match) bool { return m.Argument == argument })
}

// userSees reports whether a value of an argument is the user's in any case: they have
// to say yes to a message that names it, or a firewall lets only their words pass.
func (t *tool) userSees(p schema.Property) bool {
	if t.Firewall != nil && !slices.Contains(t.Firewall.Exempt, p.Name) {
		return true
	}
	switch c := t.Confirm; {
	case c == nil:
		return false
	case c.Arguments == nil:
		return c.Mode == catalog.ConfirmExact || p.Nameable()
	default:
		return slices.Contains(c.Arguments, p.Name)
	}
}

func (t *tool) property(name string) (schema.Property, bool) {
	i := slices.IndexFunc(t.properties, func(p schema.Property) bool { return p.Name == name })
	if i < 0 {
		return schema.Property{}, false
	}
	return t.properties[i], true
}

// only reports whether every value of an argument is of one of the types, and something
// is known about them.
func only(p schema.Property, types ...schema.Type) bool {
	for _, t := range p.Types {
		if !slices.Contains(types, t) {
			return false
		}
	}
	return len(p.Types) > 0
}

// quoted lists names for a message.
func quoted(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(all, ", ")
}
