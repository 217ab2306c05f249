package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// definition is a part of the schema that references name. Each is compiled once,
// so that a schema never grows by being referenced.
type definition struct {
	id       int // the same for every definition that one pointer names
	node     node
	set      typeSet
	expected string
}

// refNode is a $ref. Followed from inside of itself it is any object, so that a
// recursive definition is read once.
type refNode struct{ *definition }

func (n *refNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if r.follows(n.id) {
		return anyObjectNode{}.coerce(r, v)
	}
	if !r.spend(1 + len(r.inside)/16) { // what following and comparing takes
		return jsonvalue.Value{}, false
	}
	r.follow(n.id)
	defer r.unfollow()
	return n.node.coerce(r, v)
}

func (n *refNode) expects() string { return n.expected }
func (n *refNode) types() typeSet  { return n.set }

// reference compiles {"$ref": pointer, …}. Keywords beside the reference stand in
// the place of those of the definition.
func (c *compiler) reference(v jsonvalue.Value, pointer string, at place) (node, error) {
	target, ok := c.lookup(pointer)
	if !ok {
		c.warn(at, "$ref "+strconv.Quote(cut(pointer, maxQuoted))+" leads nowhere: any value is accepted")
		return anyNode{}, nil
	}
	beside := shapeBeside(v)
	key := pointer
	if beside.Len() > 0 {
		key += "\x00" + beside.Write(jsonvalue.Canonical)
		target = merge(target, beside)
	}
	if d, ok := c.definitions[key]; ok {
		return &refNode{d}, nil
	}
	d := &definition{id: c.idOf(pointer), expected: "an object"}
	c.definitions[key] = d // before it is compiled: it may name itself
	c.ordered = append(c.ordered, d)
	n, err := c.compile(target, place{path: pointer, property: at.property})
	d.node = n
	return &refNode{d}, err
}

// idOf numbers what pointers name.
func (c *compiler) idOf(pointer string) int {
	id, ok := c.pointers[pointer]
	if !ok {
		id = len(c.pointers)
		c.pointers[pointer] = id
	}
	return id
}

// lookup finds what a JSON pointer ("#/$defs/Account") names in the schema.
func (c *compiler) lookup(pointer string) (jsonvalue.Value, bool) {
	if v, ok := c.found[pointer]; ok {
		return v, true
	}
	path, ok := strings.CutPrefix(pointer, "#")
	if !ok {
		return jsonvalue.Value{}, false
	}
	v := c.root
	for _, step := range strings.Split(strings.Trim(path, "/"), "/") {
		if step == "" {
			continue
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		c.parts += v.Len() / 100 // looking for it takes as long
		if v, ok = child(v, step); !ok {
			return jsonvalue.Value{}, false
		}
	}
	c.found[pointer] = v
	return v, true
}

func child(v jsonvalue.Value, step string) (jsonvalue.Value, bool) {
	if v.Kind() == jsonvalue.Array {
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= v.Len() {
			return jsonvalue.Value{}, false
		}
		return v.Items()[i], true
	}
	return v.Get(step)
}

// effective is a property's schema with the keywords of the definitions it names,
// nearest first, and the pointers to them: where its default and its limits are
// read. What leads back to itself or nowhere adds none.
func (c *compiler) effective(v jsonvalue.Value) (whole jsonvalue.Value, followed []string, err error) {
	for {
		pointer, ok := v.GetString("$ref")
		if !ok {
			return v, followed, nil
		}
		if err := c.spend(v); err != nil {
			return v, followed, err
		}
		v = without(v, "$ref")
		if target, found := c.lookup(pointer); found && !slices.Contains(followed, pointer) {
			v = merge(target, v)
		}
		followed = append(followed, pointer)
	}
}

// shapeKeywords decide what type of value a schema asks for.
var shapeKeywords = []string{
	"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "oneOf",
}

// shapeBeside is the part of a reference's neighbours that changes its shape.
func shapeBeside(v jsonvalue.Value) jsonvalue.Value {
	var members []jsonvalue.Member
	for name, value := range v.Members() {
		if slices.Contains(shapeKeywords, name) {
			members = append(members, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return jsonvalue.NewObject(members...)
}

// merge returns base with the members of over in the place of its own.
func merge(base, over jsonvalue.Value) jsonvalue.Value {
	if base.Kind() != jsonvalue.Object {
		return over
	}
	replacing := make(map[string]int, over.Len())
	for i, name := range over.Names() {
		replacing[name] = i
	}
	members := make([]jsonvalue.Member, 0, base.Len()+over.Len())
	for name, value := range base.Members() {
		if i, ok := replacing[name]; ok {
			value = over.Items()[i]
			delete(replacing, name)
		}
		members = append(members, jsonvalue.Member{Name: name, Value: value})
	}
	for name, value := range over.Members() {
		if _, ok := replacing[name]; ok {
			members = append(members, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return jsonvalue.NewObject(members...)
}

func without(v jsonvalue.Value, drop string) jsonvalue.Value {
	var members []jsonvalue.Member
	for name, value := range v.Members() {
		if name != drop {
			members = append(members, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return jsonvalue.NewObject(members...)
}
