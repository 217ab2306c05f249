package proposal

// oneStep returns the step that names all values of the range, 0 when there is none.
func (v *view) oneStep(r run) int {
	step := -1
	for i := r.first; i <= r.last; i++ {
		if len(v.mentions[i]) == 0 {
			continue
		}
		if s := v.part(i).Step; step < 0 {
			step = s
		} else if s != step {
			return 0
		}
	}
	return max(step, 0)
}

// whole: numbered steps are actions of their own, or the items of one list. A range over
// several has all of each, and what the call has once stands outside of them: before them,
// or behind the last item of the list.
func (v *view) whole(r run) *Problem {
	first, last := v.part(r.first).Step, v.part(r.last).Step
	if first == last {
		return nil
	}
	if first > 0 && r.first > 0 && v.part(r.first-1).Step == first || r.last+1 < len(v.parts) && v.part(r.last+1).Step == last {
		return &Problem{"", "its values are named in steps that are about something else"}
	}
	if first == 0 && last == 1 {
		return nil // what stands before the only step belongs to it
	}
	outside := make([]bool, len(v.call.Values))
	listed := make(map[int]bool) // the steps that name items of lists
	for i := r.first; i <= r.last; i++ {
		p := v.part(i)
		for _, m := range v.mentions[i] {
			if v.call.Values[m.value].List && p.Step > 0 {
				listed[p.Step] = true
			}
			outside[m.value] = outside[m.value] || p.Step == 0 || len(listed) > 1 && p.Step == last && !p.Item
		}
	}
	for i, value := range v.call.Values {
		if !value.List && !value.Unsaid && value.Switch == nil && !outside[i] {
			return &Problem{value.Argument, value.Path + ": its value is named in a step that is about something else"}
		}
	}
	return nil
}
