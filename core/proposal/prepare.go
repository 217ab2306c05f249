package proposal

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/naming"
	"github.com/guardstream/guardstream/core/runes"
)

// prepared is a call with what its values are compared by.
type prepared struct {
	*Call
	ids     map[string][]int // the values that are ids, by their text as [idKey] writes it
	shapes  map[string][]int // the values of a shape
	target  int              // the first id that stands alone: what the call is about; -1: none
	kin     []kin            // of each value that is an id, the ids it is one of
	names   []string         // the words of all places
	places  [][]string       // of each value, the words of its place that no other value's has
	actions actions
	known   *naming.Book
	shared  [][]int // see sharedTexts; nil until asked for
	// elsewhere are the problems of a range that names nothing of the call: one for each
	// value, so that any other range comes nearer.
	elsewhere []Problem
}

// prepare reads a call once, for several messages.
func (c *Call) prepare() *prepared {
	p := &prepared{Call: c, ids: make(map[string][]int), shapes: make(map[string][]int), target: -1}
	for i, v := range c.Values {
		p.names = append(p.names, v.Words...)
		shape := p.shape(i)
		if shape == "" {
			continue
		}
		p.ids[idKey(v.Value.Text())] = append(p.ids[idKey(v.Value.Text())], i)
		p.shapes[shape] = append(p.shapes[shape], i)
		if p.target < 0 && !v.List && shape != dateShape {
			p.target = i
		}
	}
	p.places, p.actions = placesOf(c.Values), actionsOf(c, p.names)
	p.kin = p.kinOf(p.book())
	for range len(c.Values) + 1 {
		p.elsewhere = append(p.elsewhere, Problem{"", "the message does not propose it"})
	}
	return p
}

// book returns what things are called.
func (p *prepared) book() *naming.Book {
	if p.known == nil {
		if p.Book != nil && (len(p.ids) > 0 || slices.ContainsFunc(p.Values, Value.isCalledID)) {
			p.known = p.Book()
		} else {
			p.known = naming.NewBook()
		}
	}
	return p.known
}

// shape returns the shape of a value that is an id, "" of any other.
func (p *prepared) shape(i int) string {
	v := p.Values[i]
	if v.Value.Kind() != jsonvalue.String || v.Switch != nil || len(v.Others) > 0 {
		return ""
	}
	text := v.Value.Text()
	if shape := shapeOf(text); shape != "" || !isCode(text) {
		return shape
	}
	return codeShape
}

// codeShape stands for ids without digits, which look like no other: only the book knows
// what could stand in their place.
const codeShape = "code"

// isCode reports whether a text without digits may be an id: "VAAOXJ", "gift_card".
func isCode(text string) bool {
	const shortest = 5
	if len(text) < shortest || strings.ContainsFunc(text, func(r rune) bool { return !runes.IsWord(r) }) {
		return false
	}
	return strings.Contains(text, "_") || strings.ToUpper(text) == text
}

// idKey is the form in which ids are the same: case and a "#" in front aside.
func idKey(text string) string { return strings.ToLower(strings.TrimPrefix(text, "#")) }
