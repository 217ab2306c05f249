package core

import (
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// leaf is one text, number or boolean of a call's arguments, however deep; also a name
// that the schema does not declare, where it leaves names open: a name can carry data too.
type leaf struct {
	argument string // the argument it is part of
	path     string // where it stands: "items[0].account"
	value    jsonvalue.Value
	listed   bool // the schema itself gives the value: an enumeration, a constant or a default
}

// leaves returns every leaf of the validated arguments, in their order. null says
// nothing and is none.
func (c *examination) leaves() []leaf {
	if c.allLeaves == nil {
		w := leafWalk{root: c.tool.parameters, leaves: make([]leaf, 0, c.validation.Arguments.Len())}
		for name, value := range c.validation.Arguments.Members() {
			w.argument = name
			w.member(name, name, value, w.expand(nil, w.root, maxSchemaDepth), maxSchemaDepth)
		}
		c.allLeaves = w.leaves
	}
	return c.allLeaves
}

// Bounds of the search for what a schema says about a value: beyond them a value counts
// as not listed, which only makes checks stricter.
const (
	maxSchemaDepth = 32
	maxSchemas     = 64 // alternatives looked at side by side
)

type leafWalk struct {
	root     jsonvalue.Value
	argument string
	leaves   []leaf
}

// walk collects the leaves of a value that these schemas are about.
func (w *leafWalk) walk(path string, v jsonvalue.Value, schemas []jsonvalue.Value, depth int) {
	if depth == 0 {
		schemas = nil
	}
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Array:
		items := w.items(schemas)
		for i, item := range v.Items() {
			w.walk(path+"["+strconv.Itoa(i)+"]", item, items, max(0, depth-1))
		}
	case jsonvalue.Object:
		for name, member := range v.Members() {
			w.member(path+"."+name, name, member, schemas, max(0, depth-1))
		}
	default:
		w.leaves = append(w.leaves, leaf{w.argument, path, v, lists(schemas, v)})
	}
}

// member collects the leaves of an object's member, of which these schemas are.
func (w *leafWalk) member(path, name string, v jsonvalue.Value, schemas []jsonvalue.Value, depth int) {
	below, declared := w.below(schemas, name)
	if !declared {
		w.leaves = append(w.leaves, leaf{w.argument, path, jsonvalue.NewString(name), false})
	}
	w.walk(path, v, below, depth)
}

// lists reports whether one of the schemas names the value.
func lists(schemas []jsonvalue.Value, v jsonvalue.Value) bool {
	for _, s := range schemas {
		for _, keyword := range []string{"const", "default"} {
			if named, found := s.Get(keyword); found && jsonvalue.Equal(named, v) {
				return true
			}
		}
		values, _ := s.Get("enum")
		for _, named := range values.Items() {
			if jsonvalue.Equal(named, v) {
				return true
			}
		}
	}
	return false
}

// below returns the schemas of an object's member, and whether one of them names it.
func (w *leafWalk) below(schemas []jsonvalue.Value, name string) (found []jsonvalue.Value, declared bool) {
	for _, s := range schemas {
		properties, _ := s.Get("properties")
		if p, named := properties.Get(name); named {
			found, declared = w.expand(found, p, maxSchemaDepth), true
		} else if p, open := s.Get("additionalProperties"); open {
			found = w.expand(found, p, maxSchemaDepth)
		}
	}
	return found, declared
}

// items returns the schemas of a list's items.
func (w *leafWalk) items(schemas []jsonvalue.Value) []jsonvalue.Value {
	var found []jsonvalue.Value
	for _, s := range schemas {
		if items, there := s.Get("items"); there {
			found = w.expand(found, items, maxSchemaDepth)
		}
	}
	return found
}

// expand adds a schema and all it refers to for the same value.
func (w *leafWalk) expand(into []jsonvalue.Value, s jsonvalue.Value, depth int) []jsonvalue.Value {
	if depth == 0 || len(into) >= maxSchemas || s.Kind() != jsonvalue.Object {
		return into
	}
	into = append(into, s)
	if reference, ok := s.GetString("$ref"); ok && strings.HasPrefix(reference, "#/") {
		target := w.root
		for _, name := range strings.Split(reference[2:], "/") {
			target, _ = target.Get(name)
		}
		into = w.expand(into, target, depth-1)
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		alternatives, _ := s.Get(keyword)
		for _, alternative := range alternatives.Items() {
			into = w.expand(into, alternative, depth-1)
		}
	}
	return into
}
