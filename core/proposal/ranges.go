package proposal

// runs is a range of parts, both ends included.
type run struct{ first, last int }

// runs returns the ranges in which the call may be proposed: every sentence, every numbered
// step, and everything, each divided where another action begins. The parts are those of
// the reading that say something of the proposal: all, or the ones that offer.
func (v *view) runs() []run {
	var all []run
	seen := make(map[run]bool)
	add := func(first, last int) {
		for start := first; start <= last; start++ {
			if v.cut[start] {
				continue
			}
			end := start
			for end < last && !v.cut[end+1] {
				end++
			}
			if r := (run{start, end}); !seen[r] {
				seen[r] = true
				all = append(all, r)
			}
			start = end
		}
	}
	blocks := func(same func(a, b int) bool) {
		for start := 0; start < len(v.parts); {
			end := start
			for end+1 < len(v.parts) && same(start, end+1) {
				end++
			}
			add(start, end)
			start = end + 1
		}
	}
	blocks(func(a, b int) bool { return v.part(a).Sentence == v.part(b).Sentence })
	blocks(func(a, b int) bool { return v.part(a).Step == v.part(b).Step })
	if len(v.parts) > 0 {
		add(0, len(v.parts)-1)
	}
	return all
}
