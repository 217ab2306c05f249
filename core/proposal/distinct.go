package proposal

import (
	"fmt"
	"slices"
)

// distinct: a text that the call has in several places is named for each of them, where all
// values of the call are named together. The rows of a list may share it: "flights 7 and 8 on
// 5 May".
func (v *view) distinct(r run) *Problem {
	c := v.call
	if c.shared == nil {
		c.shared = c.sharedTexts()
	}
	for _, values := range c.shared {
		if !v.namedApart(r, values) {
			value := c.Values[values[0]]
			return &Problem{value.Argument, fmt.Sprintf("%q is named once, and the call has it in %d places", value.Value.Text(), len(values))}
		}
	}
	return nil
}

// sharedTexts returns the values of every text that stands in several places, one of each.
func (p *prepared) sharedTexts() [][]int {
	places := make(map[string][]int)
	var keys []string
	for i, value := range p.Values {
		text, isText := value.Value.StringText()
		if !isText || value.Switch != nil || value.Unsaid || p.shape(i) != "" && value.List {
			continue
		}
		key := idKey(text)
		if len(places[key]) == 0 {
			keys = append(keys, key)
		}
		if !slices.ContainsFunc(places[key], func(k int) bool { return slices.Equal(p.Values[k].Words, value.Words) }) {
			places[key] = append(places[key], i)
		}
	}
	shared := [][]int{}
	for _, key := range keys {
		if len(places[key]) > 1 {
			shared = append(shared, places[key])
		}
	}
	return shared
}

// namedApart reports whether in one of the smallest ranges that name all of the call the
// values of one text are named as often as there are.
func (v *view) namedApart(r run, values []int) bool {
	for _, w := range v.smallest(r) {
		starts := make(map[int]bool)
		for m := range v.in(w) {
			if slices.Contains(values, m.value) {
				starts[m.Start] = true
			}
		}
		if len(starts) >= len(values) {
			return true
		}
	}
	return false
}

// smallest returns the ranges in a range that name all of its values, and of which no part
// can be left out at the ends.
func (v *view) smallest(r run) []run {
	all := make(map[int]bool)
	for m := range v.in(r) {
		all[m.value] = true
	}
	var found []run
	counts := make(map[int]int)
	first := r.first
	for last := r.first; last <= r.last; last++ {
		for _, m := range v.mentions[last] {
			counts[m.value]++
		}
		for len(counts) == len(all) && first <= last {
			if !v.needed(first, counts) {
				v.leave(first, counts)
				first++
				continue
			}
			if n := len(found); n == 0 || found[n-1].first != first {
				found = append(found, run{first, last})
			}
			break
		}
	}
	return found
}

// needed reports whether a part names a value that nothing else in the range names.
func (v *view) needed(part int, counts map[int]int) bool {
	here := make(map[int]int)
	for _, m := range v.mentions[part] {
		here[m.value]++
	}
	for value, n := range here {
		if counts[value] == n {
			return true
		}
	}
	return false
}

func (v *view) leave(part int, counts map[int]int) {
	for _, m := range v.mentions[part] {
		if counts[m.value]--; counts[m.value] == 0 {
			delete(counts, m.value)
		}
	}
}
