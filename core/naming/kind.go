package naming

import "strings"

// kind is how the things of one kind are described. Lists of things are sorted.
type kind struct {
	values  map[string]*phrase   // by the value as it is written
	phrases map[string][]*phrase // by their first word
	words   map[string]*holders  // of the words of names that have several
	labels  map[string][]label   // by the last word of a key
	starts  map[string][]label   // by its first word
	neutral map[string]bool      // words of keys, which say nothing by themselves
}

// holders are the things with a value.
type holders struct {
	all []int
	own []int // those of which it says something that is not said of all beside them
}

// phrase is a value of fields, as words.
type phrase struct {
	words []string
	holders
	byKey map[string][]int // the things with the value under a key
	key   string           // the one key there is, else ""
	name  bool             // under some key it is a name
}

// label is a key, as words.
type label struct {
	words []string
	key   string
}

func newKind() *kind {
	return &kind{values: make(map[string]*phrase), phrases: make(map[string][]*phrase), words: make(map[string]*holders),
		labels: make(map[string][]label), starts: make(map[string][]label), neutral: make(map[string]bool)}
}

// add adds a thing. Things are added in order.
func (k *kind) add(thing int, fields []field) {
	for _, f := range fields {
		p := k.phrase(f.value)
		if p == nil {
			continue
		}
		p.add(thing, f.own)
		p.name = p.name || f.name
		if p.byKey[f.key] == nil {
			k.addKey(f.key)
			if p.key = f.key; len(p.byKey) > 0 {
				p.key = ""
			}
		}
		p.byKey[f.key] = with(p.byKey[f.key], thing)
		if len(p.words) == 1 || !f.name {
			continue
		}
		for _, word := range p.words {
			if k.words[word] == nil {
				k.words[word] = &holders{}
			}
			k.words[word].add(thing, f.own)
		}
	}
}

// phrase returns the phrase of a value, nil when it has no words. "gift_card" and "Gift
// card" are one.
func (k *kind) phrase(value string) *phrase {
	if p, known := k.values[value]; known {
		return p
	}
	list := texts(value)
	if len(list) == 0 {
		k.values[value] = nil
		return nil
	}
	same := strings.Join(list, " ")
	p := k.values[same]
	if p == nil {
		p = &phrase{words: list, byKey: make(map[string][]int)}
		k.phrases[list[0]] = append(k.phrases[list[0]], p)
		k.values[same] = p
	}
	k.values[value] = p
	return p
}

func (k *kind) addKey(key string) {
	list := texts(key)
	if len(list) == 0 || k.hasLabel(list, key) {
		return
	}
	last := list[len(list)-1]
	k.labels[last] = append(k.labels[last], label{list, key})
	k.starts[list[0]] = append(k.starts[list[0]], label{list, key})
	for _, word := range list {
		k.neutral[word] = true
	}
}

func (k *kind) hasLabel(words []string, key string) bool {
	for _, l := range k.labels[words[len(words)-1]] {
		if l.key == key {
			return true
		}
	}
	return false
}

func (h *holders) add(thing int, own bool) {
	h.all = with(h.all, thing)
	if own {
		h.own = with(h.own, thing)
	}
}

// with appends a thing to a sorted list that things are added to in order.
func with(list []int, thing int) []int {
	if n := len(list); n > 0 && list[n-1] == thing {
		return list
	}
	return append(list, thing)
}
