package naming

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Book is what is known of the things of a conversation. It must not be changed while it
// is read.
type Book struct {
	things []known
	byID   map[string][]int // of the things with an id; one of each kind
	kinds  map[string]*kind
	values map[string]map[string]bool // see [Output.Values]
	keys   map[string][]string        // the keys that a text stands under
}

// known is a thing by all that was said of it.
type known struct {
	id, kind string
	fields   []field
}

// NewBook returns a book of what tool outputs say. nil outputs say nothing.
func NewBook(outputs ...*Output) *Book {
	b := &Book{byID: make(map[string][]int), kinds: make(map[string]*kind)}
	for _, o := range outputs {
		if o == nil {
			continue
		}
		for _, t := range o.Things {
			b.add(t)
		}
		b.addValues(o.Values)
	}
	return b
}

// NewNames returns a book of a fact: an object from ids to what they are called, each a
// text, a list of texts, or an object of properties.
func NewNames(fact jsonvalue.Value) *Book {
	b, r := NewBook(), reader{keys: make(map[string]key)}
	for id, called := range fact.Members() {
		t := Thing{ID: id, Kind: "names"}
		switch called.Kind() {
		case jsonvalue.String:
			t.fields = []field{{value: called.Text(), name: true, own: true}}
		case jsonvalue.Array:
			for _, name := range called.Items() {
				if text, isText := name.StringText(); isText {
					t.fields = append(t.fields, field{value: text, name: true, own: true})
				}
			}
		case jsonvalue.Object:
			t.fields = r.fieldsOf(called)
		}
		b.add(t)
	}
	return b
}

func (b *Book) add(t Thing) {
	for _, i := range b.byID[t.ID] {
		if b.things[i].kind == t.Kind {
			b.merge(&b.things[i], t.fields)
			return
		}
	}
	b.byID[t.ID] = append(b.byID[t.ID], len(b.things))
	b.things = append(b.things, known{t.ID, t.Kind, slices.Clip(t.fields)})
}

// merge adds what is new of a thing that several outputs describe.
func (b *Book) merge(k *known, fields []field) {
	for _, f := range fields {
		if len(k.fields) < maxFields && !slices.ContainsFunc(k.fields, func(g field) bool { return g.key == f.key && g.value == f.value }) {
			k.fields = append(k.fields, f)
		}
	}
}

func (b *Book) addValues(values map[string][]string) {
	if b.values == nil {
		b.values, b.keys = make(map[string]map[string]bool), make(map[string][]string)
	}
	for key, texts := range values {
		if b.values[key] == nil {
			b.values[key] = make(map[string]bool, len(texts))
		}
		for _, text := range texts {
			if !b.values[key][text] {
				b.values[key][text] = true
				b.keys[text] = append(b.keys[text], key)
			}
		}
	}
}

// Kinds returns the kinds of the things with an id.
func (b *Book) Kinds(id string) []string {
	var kinds []string
	for _, i := range b.byID[id] {
		kinds = append(kinds, b.things[i].kind)
	}
	return kinds
}

// IDs ranges over the ids of the book by the keys and kinds they stand under.
func (b *Book) IDs(yield func(key, id string) bool) {
	for i := range b.things {
		if !yield(b.things[i].kind, b.things[i].id) {
			return
		}
	}
	for key, texts := range b.values {
		for text := range texts {
			if !yield(key, text) {
				return
			}
		}
	}
}

// Knows reports whether a text is an id of the book.
func (b *Book) Knows(text string) bool { return len(b.byID[text]) > 0 || len(b.keys[text]) > 0 }

// Rivals reports whether an id and a text are of one kind: both are ids of things of a
// kind, or both stand under one key.
func (b *Book) Rivals(id, text string) bool {
	for _, i := range b.byID[id] {
		for _, j := range b.byID[text] {
			if b.things[i].kind == b.things[j].kind {
				return true
			}
		}
	}
	for _, key := range b.keys[id] {
		if b.values[key][text] {
			return true
		}
	}
	return false
}

// kindNamed prepares a kind when it is first needed.
func (b *Book) kindNamed(name string) *kind {
	if k := b.kinds[name]; k != nil {
		return k
	}
	k := newKind()
	for i := range b.things {
		if b.things[i].kind == name {
			k.add(i, b.things[i].fields)
		}
	}
	b.kinds[name] = k
	return k
}
