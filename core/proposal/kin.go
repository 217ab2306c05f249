package proposal

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/naming"
)

// kin are the ids that the conversation knows under the name of an argument: what an
// order_id can be is what stands under "order_id" and "orders".
type kin struct {
	known  bool
	keys   map[string]bool
	ids    map[string]bool // as idKey writes them
	shapes map[string]bool
}

// kinOf finds the ids of every value's name.
func (p *prepared) kinOf(book *naming.Book) []kin {
	byName := make(map[string]*kin)
	for _, v := range p.Values {
		if byName[v.Name] == nil && v.Value.Kind() == jsonvalue.String {
			byName[v.Name] = &kin{keys: make(map[string]bool), ids: make(map[string]bool), shapes: make(map[string]bool)}
		}
	}
	same := make(map[string]map[string]bool) // by name and key
	for name := range byName {
		same[name] = make(map[string]bool)
	}
	stems := make(map[string][]string)
	stemOf := func(name string) []string {
		if stems[name] == nil {
			stems[name] = stem(name)
		}
		return stems[name]
	}
	book.IDs(func(key, id string) bool {
		for name, k := range byName {
			is, asked := same[name][key]
			if !asked {
				is = slices.EqualFunc(stemOf(name), stemOf(key), sameWord) && len(stemOf(name)) > 0
				same[name][key] = is
			}
			if is {
				k.known, k.keys[key], k.ids[idKey(id)], k.shapes[shapeOf(id)] = true, true, true, true
			}
		}
		return true
	})
	all := make([]kin, len(p.Values))
	for i, v := range p.Values {
		if k := byName[v.Name]; k != nil {
			all[i] = *k
		}
	}
	return all
}

// stem returns the words of a name without those that only say that it is an id, or on which
// side of a change it stands: payment, method of payment_method_id and payment_methods.
func stem(name string) []string {
	plain, _ := WithoutSides(Words(name))
	return slices.DeleteFunc(plain, func(word string) bool { return idWords[word] })
}

var idWords = wordSet("id ids uuid guid number numbers no code codes key keys ref reference sku")

// isCalledID reports whether the value's name says that it is an id.
func (v Value) isCalledID() bool {
	words := Words(v.Name)
	return len(words) > 0 && idWords[words[len(words)-1]]
}

// fits reports whether a text can be the id that is asked for: it is one of those, or looks
// like one. Where none are known, everything fits.
func (k kin) fits(text string) bool {
	return !k.known || k.ids[idKey(text)] || k.shapes[shapeOf(text)]
}

// isOf reports whether ids of a kind can be what is asked for.
func (k kin) isOf(kind string) bool { return !k.known || k.keys[kind] }
