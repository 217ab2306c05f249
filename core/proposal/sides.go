package proposal

import (
	"fmt"
	"slices"
	"sort"
)

// linksOfChange are words between what is replaced and what replaces it: "A for B", "A to B".
var linksOfChange = wordSet("for to with into by на в")

// sides: the old and the new values of a change stand on their sides of "A -> B" and "A for
// B".
func (v *view) sides(r run, t *table) *Problem {
	before := -1 // the index of the place before
	places := v.placesIn(r, t)
	for i := range places {
		if before >= 0 && places[i].Start < places[before].End {
			continue // a place in another one
		}
		if before >= 0 && v.changed(places[before].span, places[i].span) {
			a, b := places[before], places[i]
			if a.new && b.old && !(a.old && b.new) {
				return &Problem{b.argument, fmt.Sprintf("the message replaces %q by %q, the call does the opposite", v.text[a.Start:a.End], v.text[b.Start:b.End])}
			}
		}
		before = i
	}
	return nil
}

// side is a place in the message that names values of a table.
type side struct {
	span
	argument string
	old, new bool // of which columns
}

// placesIn returns where the message names values of a table that has an old and a new
// column.
func (v *view) placesIn(r run, t *table) []side {
	isNew := make([]bool, len(t.columns))
	isOld := make([]bool, len(t.columns))
	for row := range t.cells {
		for column := range t.cells[row] {
			if i := t.cell(row, column); i >= 0 {
				isNew[column] = slices.ContainsFunc(t.values[i].Words, func(w string) bool { return newSide[w] })
				isOld[column] = slices.ContainsFunc(t.values[i].Words, func(w string) bool { return oldSide[w] })
			}
		}
	}
	if !slices.Contains(isNew, true) && !slices.Contains(isOld, true) {
		return nil
	}
	columnOf := make(map[int]int)
	for row := range t.cells {
		for column := range t.cells[row] {
			if i := t.cell(row, column); i >= 0 {
				columnOf[i] = column
			}
		}
	}
	var places []side
	for m := range v.in(r) {
		column, inTable := columnOf[m.value]
		if !inTable {
			continue
		}
		if n := len(places); n == 0 || places[n-1].span != m.span {
			places = append(places, side{span: m.span})
		}
		p := &places[len(places)-1]
		p.argument = t.values[m.value].Argument
		// Beside a column of new values the others are the old ones, and the other way round.
		p.new = p.new || isNew[column] || !isOld[column] && slices.Contains(isOld, true)
		p.old = p.old || isOld[column] || !isNew[column] && slices.Contains(isNew, true)
	}
	return places
}

// changed reports whether the text between two places of one sentence says that the second
// replaces the first: an arrow, or a linking word right behind the first or before the
// second.
func (v *view) changed(a, b span) bool {
	if v.sentenceOf(a.Start) != v.sentenceOf(b.Start) {
		return false
	}
	if hasArrow(v.text[a.End:b.Start]) {
		return true
	}
	const behind, before = 1, 3 // words
	first := sort.Search(len(v.words), func(i int) bool { return v.words[i].Start >= a.End })
	last := sort.Search(len(v.words), func(i int) bool { return v.words[i].Start >= b.Start })
	for i := first; i < last; i++ {
		if (i < first+behind || i >= last-before) && linksOfChange[v.words[i].Text] {
			return true
		}
	}
	return false
}
