package grounding

import "strings"

// occurrences walks over the places where a value is written, overlapping ones
// included, in linear time: strings.Index to the first one, and where a value can
// overlap itself ("--" in "-----", a prefix that repeats), an automaton over the rest.
type occurrences struct {
	s, value string
	at       int   // where to go on
	matched  int   // how much of the value ends at at
	borders  []int // of value: borders[i] is the longest border of value[:i+1]; nil until needed
}

// next returns where the next occurrence begins, -1 when there is none.
func (o *occurrences) next() int {
	if o.matched == len(o.value) {
		o.overlap()
	}
	for o.matched > 0 {
		if o.at == len(o.s) {
			return -1
		}
		for o.matched > 0 && o.s[o.at] != o.value[o.matched] {
			o.matched = o.borders[o.matched-1]
		}
		if o.s[o.at] == o.value[o.matched] {
			o.matched++
		}
		o.at++
		if o.matched == len(o.value) {
			return o.at - len(o.value)
		}
	}
	i := strings.Index(o.s[o.at:], o.value)
	if i < 0 {
		o.at = len(o.s)
		return -1
	}
	start := o.at + i
	o.at, o.matched = start+len(o.value), len(o.value)
	return start
}

// overlap keeps of the last occurrence what the next one may begin with.
func (o *occurrences) overlap() {
	if o.borders == nil {
		o.borders = bordersOf(o.value)
	}
	o.matched = o.borders[len(o.value)-1]
}

// bordersOf returns for each prefix of a value the length of the longest proper prefix
// that is also its suffix.
func bordersOf(value string) []int {
	borders := make([]int, len(value))
	for i, k := 1, 0; i < len(value); i++ {
		for k > 0 && value[i] != value[k] {
			k = borders[k-1]
		}
		if value[i] == value[k] {
			k++
		}
		borders[i] = k
	}
	return borders
}
