package schema

import "github.com/guardstream/guardstream/core/jsonvalue"

// arrayNode asks for a list. A text or an object is none, and limits of the items
// are not read here.
type arrayNode struct {
	items node // nil: anything
}

func (n *arrayNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	if v.Kind() != jsonvalue.Array {
		return r.mismatch(n, v)
	}
	if n.items == nil {
		return v, true
	}
	if !r.spend(v.Len()) {
		return jsonvalue.Value{}, false
	}
	ok := true
	coerced := make([]jsonvalue.Value, v.Len())
	for i, item := range v.Items() {
		r.enterItem(i)
		var good bool
		coerced[i], good = n.items.coerce(r, item)
		ok = ok && good
		r.leave()
		if r.undecidable != "" {
			return jsonvalue.Value{}, false
		}
	}
	return jsonvalue.NewArray(coerced...), ok
}

func (*arrayNode) expects() string { return "a list" }
func (*arrayNode) types() typeSet  { return arrayType }

// array compiles items. The draft-4 form, a list of schemas by place, is not read.
func (c *compiler) array(v jsonvalue.Value, at place) (node, error) {
	items, ok := v.Get("items")
	if !ok || items.IsNull() {
		return &arrayNode{}, nil
	}
	if items.Kind() == jsonvalue.Array {
		c.warn(at, "a list of schemas as items is not read: any items are accepted")
		return &arrayNode{}, nil
	}
	n, err := c.compile(items, at.inside("items"))
	if _, anything := n.(anyNode); anything {
		return &arrayNode{}, err // such a list matches exactly
	}
	return &arrayNode{items: n}, err
}
