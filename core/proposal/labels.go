package proposal

import (
	"slices"
	"sort"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/words"
)

// Words that say on which side of a change a value stands. They are compared as they are.
var (
	oldSide = wordSet("from old current currently existing origin source previous previously departure sender instead replacing original из с со старый старая старое текущий текущая прежний")
	newSide = wordSet("to new destination target recipient replacement arrival receiver into with на в новый новая новое")
)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// WithoutSides returns the words of a name without those that say on which side of a change
// its value stands, and the side: -1 the old one, 1 the new one, 0 neither.
func WithoutSides(words []string) (plain []string, side int) {
	for _, word := range words {
		switch {
		case newSide[word]:
			side = 1
		case oldSide[word]:
			side = -1
		default:
			plain = append(plain, word)
		}
	}
	return plain, side
}

// placesOf returns, of each value, the words that tell its place from the places of the
// other values of its type.
func placesOf(values []Value) [][]string {
	type place struct {
		number bool
		word   string
	}
	paths := make(map[place]map[string]bool) // the paths whose names have a word
	for _, v := range values {
		for _, word := range v.Words {
			key := place{v.Value.Kind() == jsonvalue.Number, word}
			if paths[key] == nil {
				paths[key] = make(map[string]bool)
			}
			paths[key][strings.Join(v.Words, " ")] = true
		}
	}
	all := make(map[bool]map[string]bool)
	for _, v := range values {
		number := v.Value.Kind() == jsonvalue.Number
		if all[number] == nil {
			all[number] = make(map[string]bool)
		}
		all[number][strings.Join(v.Words, " ")] = true
	}
	places := make([][]string, len(values))
	for i, v := range values {
		number := v.Value.Kind() == jsonvalue.Number
		for _, word := range v.Words {
			if len(paths[place{number, word}]) < len(all[number]) {
				places[i] = append(places[i], word)
			}
		}
	}
	return places
}

// dropMislabelled takes out the mentions that a label says to be another argument's: "to:
// 7" is not the account that is paid from.
func (r *reading) dropMislabelled() {
	r.mentions = slices.DeleteFunc(r.mentions, func(m mention) bool {
		if !r.mislabelled(m) {
			return false
		}
		r.named = append(r.named, m)
		return true
	})
}

func (r *reading) mislabelled(m mention) bool {
	label := r.labelOf(m)
	if len(label) == 0 || r.call.speaksOf(m.value, label) || r.call.sidesWith(m.value, label) {
		return false
	}
	own := r.call.Values[m.value]
	for i, v := range r.call.Values {
		if i == m.value || v.Switch != nil || (v.Value.Kind() == jsonvalue.Number) != (own.Value.Kind() == jsonvalue.Number) {
			continue
		}
		if r.call.speaksOf(i, label) || SameThing(own.Words, v.Words) && r.call.sidesWith(i, label) {
			return true
		}
	}
	return false
}

// speaksOf reports whether a label has a word of a value's place.
func (c *prepared) speaksOf(value int, label []string) bool {
	for _, word := range label {
		if vocabulary(c.places[value]).has(word) {
			return true
		}
	}
	return false
}

// sidesWith reports whether a label says the side of a change that a value stands on.
func (c *prepared) sidesWith(value int, label []string) bool {
	for _, word := range label {
		for _, own := range c.Values[value].Words {
			if oldSide[own] && oldSide[word] || newSide[own] && newSide[word] {
				return true
			}
		}
	}
	return false
}

// SameThing reports whether two places are the old and the new side of one thing.
func SameThing(a, b []string) bool {
	plainA, sideA := WithoutSides(a)
	plainB, sideB := WithoutSides(b)
	return sideA != sideB && slices.Equal(plainA, plainB)
}

// labelOf returns the words that say what a mention is: all of a label that ends in a colon
// ("Total bags: 3"), else the nearest word that means something and what says on which side
// of a change it stands ("from account 7").
func (r *reading) labelOf(m mention) []string {
	const (
		longest = 5 // words of a label with a colon
		near    = 3 // words in front of a value
	)
	i := sort.Search(len(r.words), func(i int) bool { return r.words[i].Start >= m.Start }) - 1
	if i < 0 || i+1 == len(r.words) {
		return nil
	}
	between := r.text[r.words[i].End:m.Start]
	colon := strings.ContainsAny(between, ":=")
	if !colon && r.words[i+1].Gap > words.Space || strings.ContainsAny(between, "\r\n") || r.isNamed(i) {
		return nil
	}
	var label []string
	found := false
	for k := i; k >= 0 && (colon && i-k < longest || i-k < near); k-- {
		if w := r.words[k]; colon || oldSide[w.Text] || newSide[w.Text] {
			label = append(label, w.Text)
		} else if !found && !small[w.Text] {
			label, found = append(label, w.Text), true
		}
		if r.words[k].Gap > words.Space || r.isNamed(k-1) {
			break
		}
	}
	return label
}

// isNamed reports whether a word is the end of a mention.
func (r *reading) isNamed(word int) bool {
	if word < 0 {
		return true
	}
	end := r.words[word].End
	i := sort.Search(len(r.mentions), func(i int) bool { return r.mentions[i].Start >= end }) - 1
	return i >= 0 && r.mentions[i].End >= end
}

// small are words that say nothing of a value.
var small = wordSet("the a an your my our his her their of for at in on by is are and or no number id code")

// dropReplaced takes out what is being replaced by another value of the same place: "from A to
// B", "A -> B", when both could be the value of one argument that stands alone. Neither does
// the old value name the argument, nor stands it in the new one's way.
func (r *reading) dropReplaced() {
	replaced := func(s span, part, value int) bool {
		return !r.call.Values[value].List && r.replacing(s, part, value)
	}
	r.mentions = slices.DeleteFunc(r.mentions, func(m mention) bool {
		old := replaced(m.span, m.part, m.value)
		if old {
			r.named = append(r.named, m)
		}
		return old
	})
	r.rivals = slices.DeleteFunc(r.rivals, func(v rival) bool { return !v.list && replaced(v.span, v.part, v.value) })
}

// replacing reports whether what stands in a span is being replaced by what follows it: a
// word of the old side stands before it and one of the new side behind it, or an arrow, and
// then a mention or a rival of the same value.
func (r *reading) replacing(s span, part, value int) bool {
	next, found := r.next(value, s.End)
	if !found || r.sentenceOf(next) != r.parts[part].Sentence {
		return false
	}
	if hasArrow(r.text[s.End:next]) {
		return true
	}
	i := sort.Search(len(r.words), func(i int) bool { return r.words[i].Start >= s.Start }) - 1
	return i >= 0 && oldSide[r.words[i].Text] && r.linked(s.End, next, newSide)
}

// next returns where the next mention or rival of a value stands.
func (r *reading) next(value, from int) (at int, found bool) {
	if r.places == nil {
		r.places = make([][]int, len(r.call.Values))
		for _, m := range r.mentions {
			r.places[m.value] = append(r.places[m.value], m.Start)
		}
		for _, v := range r.rivals {
			r.places[v.value] = append(r.places[v.value], v.Start)
		}
		for _, list := range r.places {
			slices.Sort(list)
		}
	}
	list := r.places[value]
	i, _ := slices.BinarySearch(list, from)
	if i == len(list) {
		return 0, false
	}
	return list[i], true
}

func (r *reading) sentenceOf(at int) int {
	if part := r.partAt(at); part >= 0 {
		return r.parts[part].Sentence
	}
	return -1
}

func hasArrow(text string) bool {
	return strings.Contains(text, "->") || strings.Contains(text, "=>") || strings.ContainsAny(text, "→⇒➔➡⟶")
}

// linked reports whether one of the words stands between two bytes.
func (r *reading) linked(start, end int, set map[string]bool) bool {
	for i := sort.Search(len(r.words), func(i int) bool { return r.words[i].Start >= start }); i < len(r.words) && r.words[i].End <= end; i++ {
		if set[r.words[i].Text] {
			return true
		}
	}
	return false
}
