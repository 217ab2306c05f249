package schema

import "github.com/guardstream/guardstream/core/jsonvalue"

// Property is one argument as the schema declares it: what expressions, grounding
// and confirmation need to know about it.
type Property struct {
	Name string
	// Types are the JSON types a validated value may have besides null; nil when
	// it may be anything. A Number is always a double.
	Types []Type
	// Items are the types of the items when the value is a list; nil when they
	// may be anything or there is no list.
	Items []Type
	// Nullable: a validated value may be null, because null is accepted or is
	// what an absent argument becomes.
	Nullable bool
	// Required: it must be given; a default is not read then.
	Required bool
	// HasDefault and Default: what an absent argument becomes, else null.
	HasDefault bool
	Default    jsonvalue.Value
}

// Properties lists the declared arguments in the order of the schema.
func (s *Schema) Properties() []Property {
	list := make([]Property, len(s.arguments.properties))
	for i := range s.arguments.properties {
		p := &s.arguments.properties[i]
		set := p.node.types()
		fillsNull := !p.required && p.fill.IsNull()
		list[i] = Property{
			Name:       p.name,
			Types:      (set &^ nullType).list(),
			Items:      itemTypes(p.node, maxNestedUnions),
			Nullable:   set.has(nullType|anyType) || fillsNull,
			Required:   p.required,
			HasDefault: p.defaults && !p.required,
		}
		if list[i].HasDefault {
			list[i].Default = p.fill
		}
	}
	return list
}

// Open reports whether arguments that are not declared are accepted.
func (s *Schema) Open() bool { return s.arguments.open }

// Nameable reports whether every value of the property is a text, a number or a list
// of them: what a person can be told, and confirm, in words.
func (p Property) Nameable() bool {
	for _, t := range p.Types {
		switch t {
		case Boolean, Object:
			return false
		case Array:
			if !allNameable(p.Items) {
				return false
			}
		}
	}
	return len(p.Types) > 0
}

func allNameable(types []Type) bool {
	for _, t := range types {
		if t == Boolean || t == Object || t == Array {
			return false
		}
	}
	return len(types) > 0
}

// maxNestedUnions is how deep references are followed to find the items of a list.
const maxNestedUnions = 8

// itemTypes lists the types of the items of the lists that a node may give; nil when
// it gives none or they may be anything.
func itemTypes(n node, depth int) []Type {
	if set := itemSet(n, depth); set != 0 {
		return set.list()
	}
	return nil
}

func itemSet(n node, depth int) typeSet {
	if depth == 0 {
		return anyType
	}
	var set typeSet
	switch n := n.(type) {
	case anyNode:
		return anyType
	case *arrayNode:
		if n.items == nil {
			return anyType
		}
		return n.items.types()
	case *refNode:
		return itemSet(n.node, depth-1)
	case *unionNode:
		for _, alternative := range n.alternatives {
			set |= itemSet(alternative, depth-1)
		}
	case *enumNode:
		for _, value := range n.values {
			if value.Kind() != jsonvalue.Array {
				continue
			}
			for _, item := range value.Items() {
				set |= typeOf(item)
			}
		}
	}
	return set
}
