package mutation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// limitKeywords bound the values of an argument.
var limitKeywords = []string{"enum", "const", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"minLength", "maxLength", "minItems", "maxItems"}

// limits drops what the schema demands of arguments, one demand at a time.
func (c *toolChange) limits() { c.limitsOf(c.tool.Parameters, nil) }

// limitsOf looks at a schema of an object that stands in the tool's parameters at path.
func (c *toolChange) limitsOf(object jsonvalue.Value, path []string) {
	properties, _ := object.Get("properties")
	required, _ := object.Get("required")
	for name, property := range properties.Members() {
		at := append(slices.Clone(path), "properties", name)
		for _, keyword := range limitKeywords {
			if limit, found := property.Get(keyword); found {
				c.dropKeyword(append(at, keyword), fmt.Sprintf("a case whose %s is not within %s: %s", name, keyword, limit.Write(jsonvalue.Readable)))
			}
		}
		if c.catalog.Schema == catalog.Strict {
			if format, found := property.GetString("format"); found {
				c.dropKeyword(append(at, "format"), fmt.Sprintf("a case whose %s is no %s", name, format))
			}
		}
		if slices.ContainsFunc(required.Items(), func(v jsonvalue.Value) bool { return v.Text() == name }) {
			c.dropRequired(append(slices.Clone(path), "required"), name)
		}
		c.limitsOf(property, at)
	}
}

func (c *toolChange) dropKeyword(path []string, advice string) {
	path = slices.Clone(path)
	c.change(append([]string{"parameters"}, path...), "dropped", advice,
		func(t *catalog.Tool) {
			t.Parameters = edited(t.Parameters, path, func(jsonvalue.Value) (jsonvalue.Value, bool) { return jsonvalue.Value{}, false })
		})
}

func (c *toolChange) dropRequired(path []string, name string) {
	c.change(append([]string{"parameters"}, path...), name+" dropped", "a case whose call has no "+name,
		func(t *catalog.Tool) {
			t.Parameters = edited(t.Parameters, path, func(list jsonvalue.Value) (jsonvalue.Value, bool) {
				kept := slices.DeleteFunc(slices.Clone(list.Items()), func(v jsonvalue.Value) bool { return v.Text() == name })
				return jsonvalue.NewArray(kept...), true
			})
		})
}

// edited returns an object with the member at a path replaced, or left out when edit
// says so.
func edited(object jsonvalue.Value, path []string, edit func(jsonvalue.Value) (jsonvalue.Value, bool)) jsonvalue.Value {
	var members []jsonvalue.Member
	for name, value := range object.Members() {
		keep := true
		if name == path[0] {
			if len(path) == 1 {
				value, keep = edit(value)
			} else {
				value = edited(value, path[1:], edit)
			}
		}
		if keep {
			members = append(members, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return jsonvalue.NewObject(members...)
}

// schemaMode reads the schemas of all tools less strictly.
func (g *generator) schemaMode() {
	if g.catalog.Schema != catalog.Strict {
		return
	}
	var tools []string
	for i := range g.catalog.Tools {
		if readStrictlyOnly(&g.catalog.Tools[i]) {
			tools = append(tools, g.catalog.Tools[i].Name)
		}
	}
	if tools != nil {
		g.add(g.catalog.At("schema"), tools, []string{"schema"}, "becomes compatible",
			"a case whose arguments break what only strict schemas check, such as format or limits of items",
			func(part *catalog.Catalog) { part.Schema = catalog.Compatible })
	}
}

// readStrictlyOnly reports whether a tool's schema says something that compatible
// reading does not check.
func readStrictlyOnly(t *catalog.Tool) bool {
	compiled, err := schema.Compile(t.Parameters, schema.Options{})
	return err == nil && slices.ContainsFunc(compiled.Warnings(), func(w string) bool { return strings.Contains(w, "read") })
}
