package proposal

import "fmt"

// exclusive: nothing is named that could stand in a value's place, but for what belongs to
// another target ([view.ranks]).
func (v *view) exclusive(r run) *Problem {
	for i := r.first; i <= r.last; i++ {
		for _, x := range v.rivals[i] {
			if ranks := v.ranks(x.value); ranks != nil && ranks.ofAnother(x.Start) {
				continue
			}
			return &Problem{v.call.Values[x.value].Argument, fmt.Sprintf("%q is named too, so that it is not clear which is meant", v.text[x.Start:x.End])}
		}
	}
	return nil
}

// ranked: a value of an enumeration that is named for another target is not the call's.
func (v *view) ranked(r run) *Problem {
	for i, value := range v.call.Values {
		ranks := v.ranks(i)
		if ranks == nil {
			continue
		}
		own := false
		for m := range v.in(r) {
			own = own || m.value == i && !ranks.ofAnother(m.Start)
		}
		if !own {
			return &Problem{value.Argument, fmt.Sprintf("%s is named for another one", value.Value.Text())}
		}
	}
	return nil
}

// ranks are the places that name a value of an enumeration or what could stand in its place,
// in a message that names as many targets: they belong to each other in their order. The
// first reason is the first order's, whether it stands before or behind it.
type ranks struct {
	places []int
	own    int // the rank of the call's target
}

func (k *ranks) ofAnother(at int) bool { return k.places[k.own] != at }

// ranks returns the ranks of a value, nil when the message gives none.
func (v *view) ranks(value int) *ranks {
	c := v.call
	if c.target < 0 || len(c.Values[value].Others) == 0 || c.Values[value].Switch != nil {
		return nil
	}
	if v.targets == nil {
		v.targets = &ranks{own: -1}
		seen := make(map[string]bool)
		v.inOrder(func(s span, own bool) {
			if text := idKey(v.text[s.Start:s.End]); !seen[text] {
				seen[text] = true
				if own {
					v.targets.own = len(v.targets.places)
				}
				v.targets.places = append(v.targets.places, s.Start)
			}
		}, func(m mention) bool { return m.value == c.target }, func(x rival) bool { return x.target })
	}
	if len(v.targets.places) < 2 || v.targets.own < 0 {
		return nil
	}
	k := &ranks{own: v.targets.own}
	v.inOrder(func(s span, _ bool) { k.places = append(k.places, s.Start) },
		func(m mention) bool { return m.value == value }, func(x rival) bool { return x.soft && x.value == value })
	if len(k.places) != len(v.targets.places) {
		return nil
	}
	return k
}

// inOrder visits the mentions and rivals that are asked for in the order of the text.
func (v *view) inOrder(visit func(s span, own bool), isOwn func(mention) bool, isOther func(rival) bool) {
	for i := range v.parts {
		m, x := v.mentions[i], v.rivals[i]
		for len(m) > 0 || len(x) > 0 {
			if len(x) == 0 || len(m) > 0 && m[0].Start <= x[0].Start {
				if isOwn(m[0]) {
					visit(m[0].span, true)
				}
				m = m[1:]
				continue
			}
			if isOther(x[0]) {
				visit(x[0].span, false)
			}
			x = x[1:]
		}
	}
}
