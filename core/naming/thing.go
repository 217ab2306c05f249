package naming

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Thing is an object with an id and what is said of it.
type Thing struct {
	ID   string
	Kind string // what ids of this kind are called where they stand: "item_id", "payment_methods"

	fields []field
}

// field is one thing that is said of a thing.
type field struct {
	key   string
	value string
	name  bool // it is a name rather than a property
	own   bool // it says something of the thing alone and not of all beside it
	below bool // it is a member of an object in the thing
}

// Output is what a tool output says of things.
type Output struct {
	Things []Thing
	// Values are the ids, and the items of lists, that stand under each key: what else could
	// stand where one of them does.
	Values map[string][]string
}

// Bounds of what is read. What lies beyond is not known by name.
const (
	maxBytes  = 1 << 20 // of an output
	maxThings = 2000    // of an output
	maxFields = 40      // of a thing
	maxText   = 80      // bytes of a value that names
	maxDepth  = 24      // levels of objects in objects
)

// Read reads a tool output that is JSON, also behind the name of its tool ("get_order:
// {…}"). Any other output says nothing of things.
func Read(output string) *Output {
	v, ok := parse(output)
	if !ok {
		return nil
	}
	r := reader{out: &Output{Values: make(map[string][]string)}, keys: make(map[string]key)}
	r.walk(v, place{}, maxDepth)
	return r.out
}

func parse(output string) (jsonvalue.Value, bool) {
	output = strings.TrimSpace(output)
	if output == "" || len(output) > maxBytes {
		return jsonvalue.Value{}, false
	}
	if output[0] != '{' && output[0] != '[' {
		tool, rest, found := strings.Cut(output, ": ")
		if !found || strings.ContainsAny(tool, " \n{[") || rest == "" || rest[0] != '{' && rest[0] != '[' {
			return jsonvalue.Value{}, false
		}
		output = rest
	}
	v, err := jsonvalue.ParseText(output, jsonvalue.Limits{})
	return v, err == nil
}

// place is where a value stands.
type place struct {
	container string // the key of the list or map that holds it
	key       string // its own key, when it is a member of an object
	siblings  bool   // all members beside it are objects too
	root      bool
	name      *field // the name of what it is part of
}

type reader struct {
	out  *Output
	keys map[string]key // what was found out about keys, of which outputs repeat few
}

func (r *reader) walk(v jsonvalue.Value, at place, depth int) {
	if depth == 0 || len(r.out.Things) >= maxThings {
		return
	}
	switch v.Kind() {
	case jsonvalue.Array:
		key := at.key
		if at.container != "" && key == "" {
			key = at.container
		}
		for _, item := range v.Items() {
			r.value(key, item)
			r.walk(item, place{container: key, root: key == "", name: at.name}, depth-1)
		}
	case jsonvalue.Object:
		at.root = at.root || at.container == "" && at.key == ""
		r.object(v, at, depth)
	}
}

// value notes a text that stands under a key.
func (r *reader) value(key string, v jsonvalue.Value) {
	if text, isText := idText(v); isText && key != "" {
		r.out.Values[key] = append(r.out.Values[key], text)
	}
}

func (r *reader) object(v jsonvalue.Value, at place, depth int) {
	fields := r.fieldsOf(v)
	name := at.name
	for i := range fields {
		if fields[i].name {
			inherited := fields[i]
			inherited.own = false
			name = &inherited
			break
		}
	}
	if id, kind, idKey := r.identity(v, at); id != "" {
		t := Thing{ID: id, Kind: kind}
		for _, f := range fields {
			if f.key != idKey && f.value != id && (name != nil || !f.below) {
				t.fields = append(t.fields, f)
			}
		}
		if name != nil && name == at.name {
			t.fields = append(t.fields, *name)
		}
		r.out.Things = append(r.out.Things, t)
	}
	mapped := true
	for _, member := range v.Members() {
		mapped = mapped && member.Kind() == jsonvalue.Object
	}
	for key, member := range v.Members() {
		if r.key(key).id {
			r.value(key, member)
		}
		below := place{container: at.key, key: key, siblings: mapped, name: name}
		if at.key == "" {
			below.container = at.container
		}
		r.walk(member, below, depth-1)
	}
}

// identity returns the id of an object: the key it stands under, its member "id", the
// member that is called like the list it stands in (item_id in items), or, of what stands
// alone, its first member that is called an id. Other members are ids of other things.
func (r *reader) identity(v jsonvalue.Value, at place) (id, kind, key string) {
	if at.key != "" {
		for name, member := range v.Members() {
			if text, ok := idText(member); ok && text == at.key {
				return text, r.kindOf(name, at.container), name
			}
		}
		if at.siblings && strings.ContainsAny(at.key, "0123456789") {
			return at.key, at.container, ""
		}
	}
	within := at.key // what it is called by what holds it
	if within == "" {
		within = at.container
	}
	singular := strings.TrimSuffix(strings.ToLower(within), "s")
	for name, member := range v.Members() {
		k := r.key(name)
		if !k.id || !at.root && k.stem != "" && k.stem != singular {
			continue
		}
		if text, ok := idText(member); ok {
			return text, r.kindOf(name, at.container), name
		}
	}
	return "", "", ""
}

// kindOf names the kind of an id by its key, when that says more than that it is one.
func (r *reader) kindOf(name, container string) string {
	if r.key(name).stem == "" {
		return container
	}
	return name
}

// idText returns a value that may be an id.
func idText(v jsonvalue.Value) (string, bool) {
	switch v.Kind() {
	case jsonvalue.String:
		if v.Text() == "" || len(v.Text()) > maxText || strings.ContainsAny(v.Text(), " \n\t") {
			return "", false
		}
	case jsonvalue.Number:
	default:
		return "", false
	}
	return v.Text(), true
}

// key is what the name of a member says about it.
type key struct {
	id   bool   // it is an id
	name bool   // it is what a thing is called
	stem string // what is in front of its last word, in lower case: "item" of "item_id" and "itemId"
}

func (r *reader) key(name string) key {
	k, known := r.keys[name]
	if !known {
		k = readKey(name)
		r.keys[name] = k
	}
	return k
}

func readKey(name string) key {
	at := strings.LastIndexAny(name, "_-. ") + 1
	for i := len(name) - 1; i > at; i-- {
		if 'A' <= name[i] && name[i] <= 'Z' && (name[i-1] < 'A' || name[i-1] > 'Z') {
			at = i
			break
		}
	}
	k := key{stem: strings.ToLower(strings.TrimRight(name[:at], "_-. "))}
	switch strings.ToLower(name[at:]) {
	case "id", "ids", "uuid", "guid", "number", "no", "code", "key", "ref", "reference", "sku", "handle", "slug", "iban":
		k.id = true
	case "name", "title", "label", "product", "subject", "brand", "model":
		k.name = true
	}
	return k
}

// fieldsOf returns what the members of an object, and of objects in it that have no id,
// say of it. Objects in it describe a thing that has a name, by its options; of others, such
// as an order with an address, they are things of their own.
func (r *reader) fieldsOf(v jsonvalue.Value) []field {
	fields := make([]field, 0, v.Len())
	var add func(v jsonvalue.Value, depth int)
	add = func(v jsonvalue.Value, depth int) {
		for key, member := range v.Members() {
			switch member.Kind() {
			case jsonvalue.String, jsonvalue.Number:
				text := member.Text()
				if len(fields) < maxFields && len(text) <= maxText && utf8.ValidString(text) && !(r.key(key).id && isReference(text)) {
					fields = append(fields, field{key: key, value: text, name: r.key(key).name && depth == 0, own: true, below: depth > 0})
				}
			case jsonvalue.Object:
				const levels = 2
				if _, _, known := r.identity(member, place{container: key}); depth < levels && known == "" {
					add(member, depth+1)
				}
			}
		}
	}
	add(v, 0)
	return fields
}

// isReference reports whether the value of an id says nothing to people: a number of a room
// does, a number of ten digits does not.
func isReference(id string) bool {
	const short = 6
	return len(id) >= short && strings.ContainsAny(id, "0123456789")
}
