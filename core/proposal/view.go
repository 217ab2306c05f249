package proposal

import "github.com/guardstream/guardstream/core/confirmation"

// view is the parts of a reading that are looked at together, with what they name.
type view struct {
	*reading
	parts    []int // indexes of the reading's parts
	mentions [][]mention
	rivals   [][]rival
	cut      []bool // another action begins in the part, or another item stands in it
	left     []int  // of each part, the nearest one before it with a cut; -1: none
	right    []int  // the nearest one behind it; -1: none
	targets  *ranks // see ranks; nil until asked for
}

// view returns the parts that offer, or all.
func (r *reading) view(offersOnly bool) *view {
	v := &view{reading: r}
	at := make([]int, len(r.parts)) // of each part of the reading
	for i, p := range r.parts {
		if at[i] = -1; !offersOnly || p.Offers {
			at[i] = len(v.parts)
			v.parts = append(v.parts, i)
		}
	}
	v.mentions, v.rivals = make([][]mention, len(v.parts)), make([][]rival, len(v.parts))
	v.cut = make([]bool, len(v.parts))
	for _, m := range r.mentions {
		if i := at[m.part]; i >= 0 {
			v.mentions[i] = append(v.mentions[i], m)
		}
	}
	for _, rival := range r.rivals {
		if i := at[rival.part]; i >= 0 {
			v.rivals[i] = append(v.rivals[i], rival)
			v.cut[i] = v.cut[i] || !rival.soft
		}
	}
	v.left, v.right = make([]int, len(v.parts)), make([]int, len(v.parts))
	last := -1
	for i := range v.parts {
		v.left[i] = last
		if v.cut[i] {
			last = i
		}
	}
	last = -1
	for i := len(v.parts) - 1; i >= 0; i-- {
		v.right[i] = last
		if v.cut[i] {
			last = i
		}
	}
	return v
}

func (v *view) part(i int) confirmation.Part { return v.reading.parts[v.parts[i]] }

// span returns the bytes of a range.
func (v *view) span(r run) span { return span{Start: v.part(r.first).Start, End: v.part(r.last).End} }

// in ranges over the mentions in a range.
func (v *view) in(r run) func(yield func(mention) bool) {
	return func(yield func(mention) bool) {
		for i := r.first; i <= r.last; i++ {
			for _, m := range v.mentions[i] {
				if !yield(m) {
					return
				}
			}
		}
	}
}
