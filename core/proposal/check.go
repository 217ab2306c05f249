package proposal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/grounding"
)

// Prepared is a call that is compared with messages.
type Prepared struct{ call *prepared }

// Prepare reads a call once, for several messages.
func (c *Call) Prepare() Prepared { return Prepared{c.prepare()} }

// In says whether a message proposes the call. A value that the acceptance writes, and that
// the message does not name otherwise, counts as proposed.
func (p Prepared) In(message, acceptance *grounding.Text) Verdict {
	c := p.call
	for _, v := range c.Values {
		if text, isText := v.Value.StringText(); isText && mixesAlphabets(text) {
			return refused(v.Argument, fmt.Sprintf("%s mixes letters of alphabets that look alike", v.Path))
		}
	}
	if len(c.Values) > MaxValues {
		return refused("", "the call has more values than a person can be asked about")
	}
	for i, v := range c.Values {
		if !c.kin[i].fits(v.Value.Text()) {
			return refused(v.Argument, fmt.Sprintf("%s: %q is none of the ids that stand under this name", v.Path, v.Value.Text()))
		}
	}
	r := c.read(message)
	if len(r.parts) == 0 {
		return refused("", "the message proposes nothing, or asks something else")
	}
	a := c.accept(acceptance)
	if len(a.problems) > 0 {
		return Verdict{Problems: a.problems}
	}
	var best Verdict
	for _, offersOnly := range []bool{true, false} {
		v := r.view(offersOnly)
		if offersOnly && len(v.parts) == len(r.parts) {
			continue
		}
		verdict := v.verdict(a)
		if verdict.Proposed {
			return verdict
		}
		if best.Problems == nil || len(verdict.Problems) > 0 && len(verdict.Problems) <= len(best.Problems) {
			best = verdict
		}
	}
	return best
}

func refused(argument, text string) Verdict {
	return Verdict{Problems: []Problem{{argument, text}}}
}

// verdict looks at every range.
func (v *view) verdict(a accepted) Verdict {
	var best Verdict
	steps, items := make(map[int]bool), make(map[int]bool)
	for _, r := range v.runs() {
		problems := v.check(r, a)
		switch {
		case len(problems) == 0:
			s := v.span(r)
			if !best.Proposed {
				best = Verdict{Proposed: true, Start: s.Start, End: s.End}
			}
			first, last := v.part(r.first), v.part(r.last)
			if first.Step > 0 && first.Step == last.Step {
				steps[first.Step] = true
			}
			if first.Item && first.Sentence == last.Sentence {
				items[first.Sentence] = true
			}
		case !best.Proposed && (best.Problems == nil || len(problems) < len(best.Problems)):
			best = Verdict{Problems: problems}
		}
	}
	switch {
	case best.Proposed:
		best.Times = max(1, len(steps), len(items))
	case len(best.Problems) == 0 || len(best.Problems) > len(v.call.Values):
		best = v.proposesOther()
	}
	return best
}

// proposesOther is the verdict about a message that names nothing of the call.
func (v *view) proposesOther() Verdict {
	for i := range v.parts {
		for _, x := range v.rivals[i] {
			return refused(v.call.Values[x.value].Argument, fmt.Sprintf("%s: %q is proposed in its place", v.call.Values[x.value].Path, v.text[x.Start:x.End]))
		}
	}
	return refused("", "the message does not propose it")
}

// check returns what is wrong with a range.
func (v *view) check(r run, a accepted) []Problem {
	c := v.call
	counts := make([]int, len(c.Values))
	mentioned := false
	for m := range v.in(r) {
		if v.ends(m, r) {
			counts[m.value]++
			mentioned = true
		}
	}
	if !mentioned {
		return v.call.elsewhere
	}
	var problems []Problem
	for i, value := range c.Values {
		switch {
		case value.Switch != nil:
			if why := v.switched(r, i); why != "" {
				problems = append(problems, Problem{value.Argument, why})
			}
		case counts[i] > 0 || value.Unsaid || a.writes[i]:
		default:
			problems = append(problems, Problem{value.Argument, v.notNamed(i)})
		}
	}
	if len(problems) > 0 {
		return problems // the rest would be about the values of another action
	}
	for _, rule := range []func(run) *Problem{v.offered, v.distinct, v.counted, v.alone, v.exclusive, v.whole, v.beside, v.paired, v.complete, v.ranked, v.sameAction} {
		if p := rule(r); p != nil {
			problems = append(problems, *p)
		}
	}
	return problems
}

// ends reports whether a mention ends in the range it begins in.
func (v *view) ends(m mention, r run) bool {
	return m.End <= v.part(r.last).End
}

func (v *view) notNamed(value int) string {
	path := v.call.Values[value].Path
	for i := range v.parts {
		for _, m := range v.mentions[i] {
			if m.value != value || !v.cut[i] {
				continue
			}
			for _, x := range v.rivals[i] {
				if x.soft {
					continue
				}
				return fmt.Sprintf("%s: its value is named together with %q, which the call does not have", path, v.text[x.Start:x.End])
			}
		}
	}
	for _, m := range v.named {
		if m.value == value {
			return fmt.Sprintf("%s: what is proposed names its value as something else", path)
		}
	}
	return path + ": what is proposed does not name its value"
}

// offered: the range says what the assistant is going to do about the call, and does not
// only tell of its values.
func (v *view) offered(r run) *Problem {
	for i := r.first; i <= r.last; i++ {
		if p := v.part(i); p.Offers && !p.Asks && (len(v.mentions[i]) > 0 || v.call.actions.own.in(v.text[p.Start:p.End])) {
			return nil
		}
	}
	return &Problem{"", "the message tells of these values and does not propose to use them"}
}

// counted: every id of a list is named as often as the call has it. Items of lists count
// each, a sentence may say it again.
func (v *view) counted(r run) *Problem {
	c := v.call
	for _, values := range c.ids {
		if !slices.ContainsFunc(values, func(i int) bool { return c.Values[i].List }) {
			continue
		}
		items, sentence := 0, 0
		for i := r.first; i <= r.last; i++ {
			written, described := 0, 0
			for _, m := range v.mentions[i] {
				switch {
				case m.value != values[0]:
				case m.written:
					written++
				default:
					described++
				}
			}
			if n := max(written, described); v.part(i).Item {
				items += n
			} else {
				sentence = max(sentence, n)
			}
		}
		if has := max(items, sentence); has != len(values) {
			return &Problem{c.Values[values[0]].Argument,
				fmt.Sprintf("%s is named %d times where the call has it %d times", c.Values[values[0]].Value.Text(), has, len(values))}
		}
	}
	return nil
}

// alone: no other item of the list is named beside the range, unless another action is
// about it, which has another target or is another step.
func (v *view) alone(r run) *Problem {
	step := v.oneStep(r)
	for _, i := range []int{v.left[r.first], v.right[r.last]} {
		if i < 0 || step > 0 && v.part(i).Step != step {
			continue
		}
		var other *rival
		target := false
		for k := range v.rivals[i] {
			x := &v.rivals[i][k]
			target = target || x.target
			if x.list && !x.soft && other == nil {
				other = x
			}
		}
		if other != nil && !target {
			return &Problem{v.call.Values[other.value].Argument, fmt.Sprintf("%q is proposed too, and the call does not have it", v.text[other.Start:other.End])}
		}
	}
	return nil
}

// complete: where the call leaves a text empty, the list of its texts names nothing else:
// "5 Hill Road, Flat 2, Leeds" is not the address without the flat.
func (v *view) complete(r run) *Problem {
	if !v.call.Empty {
		return nil
	}
	var before *mention
	for m := range v.in(r) {
		if v.call.shape(m.value) != "" {
			continue
		}
		if before != nil && m.Start >= before.End {
			if item := listedBetween(v.text[before.End:m.Start]); item != "" {
				return &Problem{"", fmt.Sprintf("%q is proposed too, and the call leaves it out", item)}
			}
		}
		before = &m
	}
	return nil
}

// listedBetween returns the item between two items of a list with commas, "" when there is
// none.
func listedBetween(text string) string {
	const longest = 40
	if len(text) > longest || strings.ContainsAny(text, "\r\n.;:()[]") {
		return ""
	}
	text = strings.TrimSpace(text)
	if len(text) < 2 || text[0] != ',' || text[len(text)-1] != ',' {
		return ""
	}
	return strings.Trim(text, ", ")
}
