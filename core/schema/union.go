package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// unionNode asks for one of several alternatives: anyOf, oneOf or a list of types.
// An exact match wins at once; else the object with most properties set, else the
// least coercion (an integer for a number before a lax one), and the first of
// equals.
type unionNode struct {
	alternatives []node // no unions among them, except behind references
}

// contest is the search for the best alternative for one value.
type contest struct {
	found    bool
	value    jsonvalue.Value
	exact    exactness
	fields   int
	followed []int // references whose alternatives were tried
}

func (n *unionNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	outer, mark := r.trial, len(r.failures)
	r.trial = trial{exact: exact, fields: -1, depth: len(r.path)}
	var c contest
	n.run(r, v, &c)
	itself := r.trial.failed || len(r.failures) == mark
	r.trial = outer
	switch {
	case r.undecidable != "":
		return jsonvalue.Value{}, false
	case !c.found && itself:
		return r.mismatch(n, v)
	case !c.found:
		return jsonvalue.Value{}, false
	}
	r.failures = r.failures[:mark]
	r.floor(c.exact)
	if c.fields >= 0 {
		r.set(c.fields)
	}
	return c.value, true
}

// run tries the alternatives in order and reports whether the search is over.
func (n *unionNode) run(r *run, v jsonvalue.Value, c *contest) bool {
	for _, alternative := range n.alternatives {
		if isNull(alternative, maxNestedUnions) && !v.IsNull() {
			continue // says nothing about what is wrong with another value
		}
		if nested, done := n.follow(r, alternative, v, c); nested {
			if done {
				return true
			}
			continue
		}
		r.trial.exact, r.trial.fields = exact, -1
		value, ok := alternative.coerce(r, v)
		switch {
		case r.undecidable != "" || !r.spend(1):
			return true
		case !ok:
			continue
		case r.trial.exact == exact && r.trial.fields < 0:
			*c = contest{found: true, value: value, exact: exact, fields: -1}
			return true
		case !c.found || c.beatenBy(r.trial.exact, r.trial.fields):
			c.found, c.value, c.exact, c.fields = true, value, r.trial.exact, r.trial.fields
		}
	}
	return false
}

// beatenBy compares the best so far with a later success.
func (c *contest) beatenBy(e exactness, fields int) bool {
	if c.fields >= 0 && fields >= 0 && c.fields != fields {
		return c.fields < fields
	}
	return c.exact < e
}

// follow tries the alternatives of a union behind a reference as those of this one,
// each reference once. It reports whether the alternative is such a reference.
func (n *unionNode) follow(r *run, alternative node, v jsonvalue.Value, c *contest) (nested, done bool) {
	ref, ok := alternative.(*refNode)
	if !ok || r.follows(ref.id) {
		return false, false
	}
	inner, ok := ref.node.(*unionNode)
	if chained, isRef := ref.node.(*refNode); isRef {
		inner, ok = &unionNode{alternatives: []node{chained}}, true
	}
	if !ok {
		return false, false
	}
	if slices.Contains(c.followed, ref.id) {
		return true, false
	}
	c.followed = append(c.followed, ref.id)
	r.follow(ref.id)
	defer r.unfollow()
	return true, inner.run(r, v, c)
}

func (n *unionNode) expects() string {
	var b strings.Builder
	for i, alternative := range n.alternatives {
		if i > 0 {
			b.WriteString(" or ")
		}
		if b.Len() > maxExpected {
			b.WriteString("…")
			break
		}
		b.WriteString(alternative.expects())
	}
	return b.String()
}

func (n *unionNode) types() typeSet {
	var set typeSet
	for _, alternative := range n.alternatives {
		set |= alternative.types()
	}
	return set
}

// union compiles anyOf or oneOf. An alternative takes over what stands beside the
// union ("type": "object", "properties") and it does not say itself. A single
// alternative is no union, and a union within one adds to its alternatives.
func (c *compiler) union(v jsonvalue.Value, keyword string, alternatives []jsonvalue.Value, at place) (node, error) {
	beside := without(without(shapeBeside(v), "anyOf"), "oneOf")
	nodes := make([]node, 0, len(alternatives))
	for i, alternative := range alternatives {
		if alternative.Kind() == jsonvalue.Object && beside.Len() > 0 {
			alternative = inherit(beside, alternative)
		}
		n, err := c.compile(alternative, at.inside(keyword+"["+strconv.Itoa(i)+"]"))
		if err != nil {
			return nil, err
		}
		nodes = appendAlternative(nodes, n)
	}
	if len(nodes) == 1 {
		return nodes[0], nil
	}
	return &unionNode{alternatives: nodes}, nil
}

// inherit is an alternative with what stands beside its union; properties of both
// are declared.
func inherit(beside, alternative jsonvalue.Value) jsonvalue.Value {
	if _, ok := alternative.Get("$ref"); ok {
		return alternative // it names its shape
	}
	merged := merge(beside, alternative)
	outer, inner := member(beside, "properties"), member(alternative, "properties")
	if outer.Kind() == jsonvalue.Object && inner.Kind() == jsonvalue.Object {
		merged = merge(merged, jsonvalue.NewObject(jsonvalue.Member{Name: "properties", Value: merge(outer, inner)}))
	}
	return merged
}

// typeList compiles a list of types: the same schema, once for each.
func (c *compiler) typeList(v jsonvalue.Value, types []jsonvalue.Value, at place) (node, error) {
	nodes := make([]node, 0, len(types))
	for _, t := range types {
		name, ok := t.StringText()
		if !ok {
			return nil, c.errorf(at, "type lists %s, expected names of types", describe(t))
		}
		if err := c.spend(t); err != nil {
			return nil, err
		}
		n, err := c.named(v, Type(name), at)
		if err != nil {
			return nil, err
		}
		nodes = appendAlternative(nodes, n)
	}
	if len(nodes) == 1 {
		return nodes[0], nil
	}
	return &unionNode{alternatives: nodes}, nil
}

func appendAlternative(nodes []node, n node) []node {
	if nested, ok := n.(*unionNode); ok {
		return append(nodes, nested.alternatives...)
	}
	return append(nodes, n)
}
