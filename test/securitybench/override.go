package securitybench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Override changes one option of every catalog, so that variants can be compared
// without editing them.
//
// An option of tools is changed on every tool that has it written, or on which it is
// not off without being written; an option inside of another (confirm.mode) on every
// tool that has the outer one. Where no tool has an option of that name but a catalog
// as a whole does (schema, defaults.tool_values), it is the catalog's that is changed.
type Override struct {
	path  []string
	value jsonvalue.Value
	text  string
}

// ParseOverride reads option=value: dots go into nested options, and the value is JSON
// where it reads as such (true, 2, ["id"]), else a text. It fails with [ErrOverride]
// when catalogs have no such option.
func ParseOverride(text string) (Override, error) {
	option, written, found := strings.Cut(text, "=")
	if !found || option == "" {
		return Override{}, fmt.Errorf("%w %q: expected option=value", ErrOverride, text)
	}
	o := Override{path: strings.Split(option, "."), text: text}
	var err error
	if o.value, err = jsonvalue.ParseText(written, jsonvalue.Limits{}); err != nil {
		o.value = jsonvalue.NewString(written)
	}
	if !hasOption(toolOptions(), o.path) && !hasOption(catalogOptions(), o.path) {
		return Override{}, fmt.Errorf("%w %q: catalogs have no option %s", ErrOverride, text, option)
	}
	return o, nil
}

// identity are the keys that say what a thing is: changing them on every tool is no
// variant of a catalog.
var identity = []string{"name", "description", "parameters", "facts", "tools", "functions", "policies"}

func hasOption(schema jsonvalue.Value, path []string) bool {
	if slices.Contains(identity, path[0]) {
		return false
	}
	for _, name := range path {
		if schema = property(schema, name); schema.IsNull() {
			return false
		}
	}
	return true
}

// property is the published schema of a key below another: one of its own, one of an
// alternative, or the one of all keys where their names are free.
func property(schema jsonvalue.Value, name string) jsonvalue.Value {
	schema = resolve(schema)
	properties, _ := schema.Get("properties")
	if p, found := properties.Get(name); found {
		return p
	}
	alternatives, _ := schema.Get("anyOf")
	for _, alternative := range alternatives.Items() {
		if p := property(alternative, name); !p.IsNull() {
			return p
		}
	}
	if all, found := schema.Get("additionalProperties"); found && all.Kind() == jsonvalue.Object {
		return all
	}
	return jsonvalue.Value{}
}

func resolve(schema jsonvalue.Value) jsonvalue.Value {
	for {
		reference, found := schema.GetString("$ref")
		if !found {
			return schema
		}
		schema = catalogOptions()
		for _, name := range strings.Split(strings.TrimPrefix(reference, "#/"), "/") {
			schema, _ = schema.Get(name)
		}
	}
}

var publishedSchema = func() jsonvalue.Value {
	v, err := jsonvalue.Parse(catalog.JSONSchema(), jsonvalue.Limits{})
	if err != nil {
		panic("the published schema of catalogs is not JSON: " + err.Error())
	}
	return v
}()

func catalogOptions() jsonvalue.Value { return publishedSchema }

func toolOptions() jsonvalue.Value {
	definitions, _ := publishedSchema.Get("$defs")
	tool, _ := definitions.Get("tool")
	return tool
}

// override returns the catalog with every override applied.
func override(c *catalog.Catalog, overrides []Override) (*catalog.Catalog, error) {
	if len(overrides) == 0 {
		return c, nil
	}
	value := c.Value()
	for _, o := range overrides {
		if !hasOption(toolOptions(), o.path) {
			value = with(value, o.path, o.value)
			continue
		}
		tools, _ := value.Get("tools")
		items := slices.Clone(tools.Items())
		for i := range items {
			if o.reaches(c, items[i]) {
				items[i] = with(items[i], o.path, o.value)
			}
		}
		value = with(value, []string{"tools"}, jsonvalue.NewArray(items...))
	}
	changed, err := catalog.Read("changed.json", value.Append(nil, jsonvalue.Compact))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", overridesError(overrides), err)
	}
	return changed, nil
}

func overridesError(overrides []Override) error {
	var all []string
	for _, o := range overrides {
		all = append(all, o.text)
	}
	return fmt.Errorf("%w %s", ErrOverride, strings.Join(all, " "))
}

// reaches reports whether the option is one of this tool, of which value has every
// default written out.
func (o Override) reaches(c *catalog.Catalog, tool jsonvalue.Value) bool {
	name, _ := tool.GetString("name")
	outer, there := tool.Get(o.path[0])
	if len(o.path) > 1 {
		return there && outer.Kind() == jsonvalue.Object
	}
	return written(c, "tools", name, o.path[0]) || there && !isOff(outer)
}

// written reports whether a value stands in the catalog's file: otherwise its place is
// that of what should hold it.
func written(c *catalog.Catalog, path ...string) bool {
	return c.At(path...) != c.At(path[:len(path)-1]...)
}

func isOff(v jsonvalue.Value) bool {
	return v.IsNull() || v.Text() == "off" || v.Kind() == jsonvalue.Bool && !v.Bool()
}

// with returns an object in which the value at the path is another; what is missing on
// the way becomes an object.
func with(v jsonvalue.Value, path []string, to jsonvalue.Value) jsonvalue.Value {
	if len(path) == 0 {
		return to
	}
	var members []jsonvalue.Member
	found := false
	for name, old := range v.Members() {
		if name == path[0] {
			old, found = with(old, path[1:], to), true
		}
		members = append(members, jsonvalue.Member{Name: name, Value: old})
	}
	if !found {
		members = append(members, jsonvalue.Member{Name: path[0], Value: with(jsonvalue.Value{}, path[1:], to)})
	}
	return jsonvalue.NewObject(members...)
}
