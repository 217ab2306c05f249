package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxStrictWork is how many times a schema may be applied to a value in one strict
// validation. Alternatives that contain each other apply it exponentially often in
// the depth of the arguments.
const maxStrictWork = 500_000

// regexFormatCost is what compiling a regular expression of the arguments may cost.
const regexFormatCost = 5000

// affordable reports whether validating v takes no more than maxStrictWork. It
// counts what the library would do without doing it: each pair of schema and value
// is looked at once, however often it would be applied.
func affordable(s *jsonschema.Schema, v *jsonvalue.Value) bool {
	e := estimate{known: map[application]int{}}
	return e.cost(s, v) <= maxStrictWork
}

// application is a schema applied to the value at an address.
type application struct {
	schema *jsonschema.Schema
	value  *jsonvalue.Value
}

type estimate struct {
	known map[application]int
}

func (e *estimate) cost(s *jsonschema.Schema, v *jsonvalue.Value) int {
	if s == nil {
		return 0
	}
	key := application{s, v}
	if n, ok := e.known[key]; ok {
		return n
	}
	if len(e.known) > maxStrictWork {
		return maxStrictWork + 1
	}
	e.known[key] = 0 // a reference to itself that consumes nothing is refused by the library
	n := 1 + len(s.Required)
	if s.Enum != nil {
		n += len(s.Enum.Values) * (1 + len(v.Text())/64)
	}
	if s.Format != nil && s.Format.Name == "regex" {
		n += regexFormatCost
	}
	n += searchCost(s.Pattern, v.Text())
	for _, inPlace := range inPlaceSchemas(s) {
		n += e.cost(inPlace, v)
	}
	switch v.Kind() {
	case jsonvalue.Array:
		n += e.items(s, v)
	case jsonvalue.Object:
		n += e.members(s, v)
	}
	n = min(n, maxStrictWork+1)
	e.known[key] = n
	return n
}

// searchCost weighs searching a text so that the budget allows about as much of it as
// the lax reading does.
func searchCost(p jsonschema.Regexp, text string) int {
	if p, ok := p.(strictPattern); ok {
		return 1 + p.work(text)/(maxPatternWork/maxStrictWork)
	}
	return 0
}

// inPlaceSchemas are the schemas within s that apply to the same value.
func inPlaceSchemas(s *jsonschema.Schema) []*jsonschema.Schema {
	list := []*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else}
	list = append(append(append(list, s.AllOf...), s.AnyOf...), s.OneOf...)
	for _, dependent := range s.DependentSchemas {
		list = append(list, dependent)
	}
	for _, dependent := range s.Dependencies {
		if inner, ok := dependent.(*jsonschema.Schema); ok {
			list = append(list, inner)
		}
	}
	return list
}

func (e *estimate) items(s *jsonschema.Schema, v *jsonvalue.Value) int {
	n := 0
	each := []*jsonschema.Schema{s.Items2020, s.Contains, s.UnevaluatedItems, asSchema(s.Items), asSchema(s.AdditionalItems)}
	byPlace := s.PrefixItems
	if older, ok := s.Items.([]*jsonschema.Schema); ok {
		byPlace = older
	}
	for i := range v.Items() {
		for _, inner := range each {
			n = min(n+e.cost(inner, &v.Items()[i]), maxStrictWork+1)
		}
		if i < len(byPlace) {
			n = min(n+e.cost(byPlace[i], &v.Items()[i]), maxStrictWork+1)
		}
	}
	return n
}

func (e *estimate) members(s *jsonschema.Schema, v *jsonvalue.Value) int {
	n := 0
	name := jsonvalue.NewString("")
	for i, property := range v.Names() {
		value := &v.Items()[i]
		n += e.cost(s.Properties[property], value)
		n += e.cost(asSchema(s.AdditionalProperties), value)
		n += e.cost(s.UnevaluatedProperties, value)
		n += e.cost(s.PropertyNames, &name)
		for pattern, inner := range s.PatternProperties {
			n += searchCost(pattern, property) + e.cost(inner, value)
		}
		n = min(n, maxStrictWork+1)
	}
	return n
}

func asSchema(v any) *jsonschema.Schema {
	s, _ := v.(*jsonschema.Schema)
	return s
}
