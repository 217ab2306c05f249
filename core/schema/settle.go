package schema

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// declaredObject is a compiled object and where it stands.
type declaredObject struct {
	node *objectNode
	at   place
}

// settle finishes what needs every definition to be compiled, since definitions may
// name each other: what they ask for, and what properties behind them are.
func (c *compiler) settle() {
	for changed := true; changed; { // sets only grow, so this ends
		changed = false
		for _, d := range c.ordered {
			set := d.set | d.node.types()
			changed = changed || set != d.set
			d.set = set
		}
	}
	for _, d := range slices.Backward(c.ordered) { // a definition is met before those it names
		if d.set == 0 {
			d.set = objectType // it leads back to itself
		}
		d.expected = d.node.expects()
	}
	for _, o := range c.objects {
		for i := range o.node.properties {
			p := &o.node.properties[i]
			if p.limits != nil {
				p.limits.nullable = hasNullAlternative(p.node, maxNestedUnions)
			}
			if p.defaults {
				p.fill = asDeclared(p.fill, p.node)
				c.checkDefault(p, o.at.of(p.name))
			}
		}
	}
}

// hasNullAlternative reports whether a node is a union with null.
func hasNullAlternative(n node, depth int) bool {
	switch n := n.(type) {
	case *refNode:
		return depth > 0 && hasNullAlternative(n.node, depth-1)
	case *unionNode:
		return slices.ContainsFunc(n.alternatives, func(alternative node) bool {
			return isNull(alternative, depth) || depth > 0 && hasNullAlternative(alternative, depth-1)
		})
	}
	return false
}

func isNull(n node, depth int) bool {
	if ref, ok := n.(*refNode); ok && depth > 0 {
		return isNull(ref.node, depth-1)
	}
	_, ok := n.(nullNode)
	return ok
}

// asDeclared writes an integer default of a number as the double that a given value
// would be, so that policies always read one type. Any other default stays as it is.
func asDeclared(v jsonvalue.Value, n node) jsonvalue.Value {
	if v.IsInteger() && n.types()&^nullType == numberType {
		return jsonvalue.NewDouble(v.Float64())
	}
	return v
}

// checkDefault warns of a default that would not be valid if it were given.
func (c *compiler) checkDefault(p *property, at place) {
	if len(c.warnings) >= maxWarnings {
		return
	}
	r := newRun(0, false)
	value, ok := p.node.coerce(r, p.fill)
	if ok && p.limits != nil {
		ok = p.limits.check(r, value)
	}
	if !ok {
		c.warn(at, "the default is not valid itself; it is filled in as it is")
	}
}
