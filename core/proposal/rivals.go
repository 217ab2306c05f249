package proposal

import (
	"slices"

	"github.com/guardstream/guardstream/core/naming"
)

// findTokens looks for ids that could stand in the place of the call's: of the same shape,
// or of the same kind in the book.
func (r *reading) findTokens(book *naming.Book) {
	c := r.call
	if len(c.ids) == 0 {
		return
	}
	for i, part := range r.parts {
		tokensOf(r.text, part.Start, part.End, func(start, end int) {
			text := r.text[start:end]
			if len(c.ids[idKey(text)]) > 0 {
				return // the call's own
			}
			values := c.shapes[shapeOf(text)]
			if values == nil && book.Knows(text) {
				for key := range c.ids {
					if own := c.Values[c.ids[key][0]].Value.Text(); book.Rivals(own, text) {
						values = append(values, c.ids[key]...)
					}
				}
			}
			if s := (span{Start: start, End: end}); len(values) > 0 && !r.within(s) {
				r.rivals = append(r.rivals, c.rivalOf(values, s, i))
			}
		})
	}
}

func (c *prepared) rivalOf(values []int, s span, part int) rival {
	v := rival{span: s, part: part, value: values[0]}
	v.soft = c.shape(values[0]) == dateShape
	for _, i := range values {
		v.list = v.list || c.Values[i].List
		v.target = v.target || i == c.target
	}
	return v
}

// findDescriptions looks for what the message calls things: the call's own, and others of
// their kind.
func (r *reading) findDescriptions(book *naming.Book) {
	c := r.call
	var kinds []string
	values := make(map[string][]int) // of a kind
	for _, own := range c.ids {
		for _, kind := range book.Kinds(c.Values[own[0]].Value.Text()) {
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			values[kind] = append(values[kind], own...)
		}
	}
	slices.Sort(kinds)
	text := naming.NewText(r.text)
	for _, kind := range kinds {
		slices.Sort(values[kind])
		for _, d := range book.Descriptions(text, kind) {
			s := span{Start: d.Start, End: d.End}
			part, ok := r.partOf(s)
			if !ok {
				continue
			}
			own := c.ids[idKey(d.ID)]
			for _, i := range own {
				if c.kin[i].isOf(kind) {
					r.mentions = append(r.mentions, mention{s, i, part, false})
				}
			}
			if len(own) == 0 && d.Clear {
				r.rivals = append(r.rivals, c.rivalOf(values[kind], s, part))
			}
		}
	}
}
