package schema

import (
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// objectNode asks for an object with declared properties.
type objectNode struct {
	properties []property
	index      map[string]int
	open       bool   // additionalProperties: others are taken as they are
	unknown    string // what is said of others when they are not
}

// property is one declared property of an object.
type property struct {
	name     string
	node     node
	limits   *limits         // nil when there are none
	required bool            // must be given; its default is not read
	fill     jsonvalue.Value // what it is when it is not given: the default, else null
	defaults bool            // the schema has a default
}

func (*objectNode) expects() string { return "an object" }
func (*objectNode) types() typeSet  { return objectType }

// coerce coerces each property and fills in what is absent, in the order of the
// schema. A new object is never an exact match, so that a union prefers the one
// with most properties set.
func (n *objectNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if v.Kind() != jsonvalue.Object {
		return r.mismatch(n, v)
	}
	r.floor(strict)
	r.set(0)
	if !r.spend(v.Len() + len(n.properties)) {
		return jsonvalue.Value{}, false
	}
	var few [16]int // saves an allocation
	places, ok := n.places(r, v, few[:0])
	members := make([]jsonvalue.Member, 0, max(len(n.properties), v.Len()))
	for i := range n.properties {
		p := &n.properties[i]
		value, present := p.fill, places[i] > 0
		switch {
		case present:
			var good bool
			value, good = p.coerce(r, v.Items()[places[i]-1])
			ok = ok && good
			r.set(1)
		case p.required:
			r.enter(p.name)
			r.fail("expected " + p.node.expects() + ", but the argument is missing")
			r.leave()
			ok = false
		}
		if r.undecidable != "" {
			return jsonvalue.Value{}, false
		}
		if present || r.fill {
			members = append(members, jsonvalue.Member{Name: p.name, Value: value})
		}
	}
	if !ok {
		return jsonvalue.Value{}, false
	}
	if n.open {
		members = n.appendOthers(members, v)
	}
	return jsonvalue.NewObject(members...), true
}

// places finds each declared property among the members of v: its place + 1, or 0.
// Members that are not declared are failures unless the object is open.
func (n *objectNode) places(r *run, v jsonvalue.Value, places []int) ([]int, bool) {
	if len(n.properties) <= cap(places) {
		places = places[:len(n.properties)]
	} else {
		places = make([]int, len(n.properties))
	}
	ok := true
	for at, name := range v.Names() {
		if i, declared := n.index[name]; declared {
			places[i] = at + 1
		} else if !n.open {
			r.enter(name)
			r.fail(n.unknown)
			r.leave()
			ok = false
		}
	}
	return places, ok
}

// appendOthers appends the members that are not declared, as they came.
func (n *objectNode) appendOthers(members []jsonvalue.Member, v jsonvalue.Value) []jsonvalue.Member {
	for name, value := range v.Members() {
		if _, declared := n.index[name]; !declared {
			members = append(members, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return members
}

func (p *property) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	r.enter(p.name)
	defer r.leave()
	if p.limits != nil && p.limits.refuseLong(r, v, p.node) {
		return jsonvalue.Value{}, false
	}
	value, ok := p.node.coerce(r, v)
	if ok && p.limits != nil {
		ok = p.limits.check(r, value)
	}
	return value, ok
}

// object compiles properties, required and additionalProperties.
func (c *compiler) object(v jsonvalue.Value, at place) (*objectNode, error) {
	properties := member(v, "properties")
	if kind := properties.Kind(); kind != jsonvalue.Object && kind != jsonvalue.Null {
		return nil, c.errorf(at, "properties is %s, expected an object", describe(properties))
	}
	n := &objectNode{index: make(map[string]int, properties.Len())}
	for i, name := range properties.Names() {
		n.index[name] = i
	}
	required, err := c.required(v, n.index, at)
	if err != nil {
		return nil, err
	}
	if n.open, err = c.additional(v, at); err != nil {
		return nil, err
	}
	for name, value := range properties.Members() {
		p, err := c.declared(name, value, required[name], at.of(name))
		if err != nil {
			return nil, err
		}
		n.properties = append(n.properties, p)
	}
	n.unknown = unknownMessage(n.properties)
	c.objects = append(c.objects, declaredObject{node: n, at: at})
	return n, nil
}

func unknownMessage(properties []property) string {
	if len(properties) == 0 {
		return "unknown argument: none is declared here"
	}
	var b strings.Builder
	b.WriteString("unknown argument: declared here are ")
	for i := range properties {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > maxExpected {
			b.WriteString("…")
			break
		}
		b.WriteString(cut(properties[i].name, maxQuoted))
	}
	return b.String()
}

// declared compiles one property. Its default and limits may stand behind its
// reference.
func (c *compiler) declared(name string, v jsonvalue.Value, required bool, at place) (property, error) {
	n, err := c.compile(v, at)
	if err != nil {
		return property{}, err
	}
	whole, _, err := c.effective(v)
	if err != nil {
		return property{}, err
	}
	p := property{name: name, node: n, required: required}
	p.fill, p.defaults = whole.Get("default")
	p.limits, err = c.limits(whole, at)
	return p, err
}

// required reads the list of required names. A name without a property is not asked
// for: nothing that is given could satisfy it.
func (c *compiler) required(v jsonvalue.Value, properties map[string]int, at place) (map[string]bool, error) {
	names := map[string]bool{}
	list, ok := v.Get("required")
	switch {
	case !ok || list.IsNull():
		return names, nil
	case list.Kind() == jsonvalue.Bool:
		c.warn(at, "required is a boolean and not read: an object lists the names of its required properties")
		return names, nil
	case list.Kind() != jsonvalue.Array:
		return nil, c.errorf(at, "required is %s, expected a list of names", describe(list))
	}
	for _, item := range list.Items() {
		name, ok := item.StringText()
		if !ok {
			return nil, c.errorf(at, "required lists %s, expected names", describe(item))
		}
		if _, declared := properties[name]; !declared {
			c.warn(at, "required names "+strconv.Quote(cut(name, maxQuoted))+", which is no property")
		}
		names[name] = true
	}
	return names, nil
}

// additional reads additionalProperties: whether other members may be there. Their
// schema, when it is one, is not read.
func (c *compiler) additional(v jsonvalue.Value, at place) (bool, error) {
	switch additional := member(v, "additionalProperties"); additional.Kind() {
	case jsonvalue.Null:
		return false, nil
	case jsonvalue.Bool:
		return additional.Bool(), nil
	case jsonvalue.Object:
		if additional.Len() > 0 && !c.checkedElse {
			c.warn(at, "the schema in additionalProperties is not read: any value is accepted")
		}
		return true, nil
	default:
		return false, c.errorf(at, "additionalProperties is %s, expected true, false or a schema", describe(additional))
	}
}
