package proposal

import (
	"fmt"
	"sort"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/words"
)

// beside: a number of the call stands beside another value of it, or nothing else does that
// could be meant. "Send 10 to Bob and 20 to Alice" proposes neither 20 to Bob nor "(fee 5)"
// the amount 5.
func (v *view) beside(r run) *Problem {
	c := v.call
	others := false
	for i, value := range c.Values {
		others = others || value.Switch == nil && !value.Unsaid && !c.isNumber(i)
	}
	if !others {
		return nil
	}
	for n, value := range c.Values {
		if !c.isNumber(n) || value.Unsaid || value.Switch != nil {
			continue
		}
		stands, named := false, false
		var rival string
		for i := r.first; i <= r.last; i++ {
			anchored := false
			for _, m := range v.mentions[i] {
				anchored = anchored || !c.isNumber(m.value)
			}
			free := v.freeNumber(i)
			for _, m := range v.mentions[i] {
				if m.value == n {
					named = true
					first := v.sumBefore(i, m.span)
					stands = stands || anchored && first == "" && (free == "" || !v.inBrackets(i, m.Start))
					if anchored && first != "" {
						free = first
					}
				}
			}
			if anchored && free != "" {
				rival = free
			}
		}
		if named && !stands && rival != "" {
			return &Problem{value.Argument, fmt.Sprintf("%s is named, but %s stands where it belongs", value.Value.Text(), rival)}
		}
	}
	return nil
}

func (c *prepared) isNumber(i int) bool { return c.Values[i].Value.Kind() == jsonvalue.Number }

// freeNumber returns a number in a part, outside of brackets, that no value of the call is,
// "" when there is none.
func (v *view) freeNumber(part int) string {
	p := v.part(part)
	free := ""
	tokensOf(v.text, p.Start, p.End, func(start, end int) {
		text := strings.TrimLeft(v.text[start:end], currencies+"#")
		if free != "" || text == "" || strings.Trim(text, "0123456789.,'") != "" || v.inBrackets(part, start) {
			return
		}
		for _, m := range v.mentions[part] {
			if m.Start < end && start < m.End {
				return
			}
		}
		free = v.text[start:end]
	})
	return free
}

// sumBefore returns a sum of the same currency or unit that a part names before a number of
// the call and that is none of its values: in "300 EUR and 5 EUR for it" the 300 are meant.
func (v *view) sumBefore(part int, s span) string {
	unit := v.unitOf(s)
	if unit == "" {
		return ""
	}
	p := v.part(part)
	found := ""
	tokensOf(v.text, p.Start, s.Start, func(start, end int) {
		trimmed := strings.TrimLeft(v.text[start:end], currencies)
		if found != "" || trimmed == "" || strings.Trim(trimmed, "0123456789.,'") != "" || v.inBrackets(part, start) {
			return
		}
		number := span{Start: end - len(trimmed), End: end}
		for _, m := range v.mentions[part] {
			if m.Start < end && start < m.End {
				return
			}
		}
		if v.unitOf(number) == unit {
			found = v.text[start:end]
		}
	})
	return found
}

const currencies = "$€£¥₽"

// unitOf returns the sign before a number, or the word behind it.
func (v *view) unitOf(s span) string {
	for _, sign := range currencies {
		if strings.HasSuffix(v.text[:s.Start], string(sign)) || strings.HasPrefix(v.text[s.Start:], string(sign)) {
			return string(sign)
		}
	}
	i := sort.Search(len(v.words), func(i int) bool { return v.words[i].Start >= s.End })
	if i == len(v.words) || v.words[i].Gap > words.Space {
		return ""
	}
	return v.words[i].Text
}

// inBrackets reports whether a byte of a part stands in brackets.
func (v *view) inBrackets(part, at int) bool {
	p := v.part(part)
	before := v.text[p.Start:max(p.Start, at)]
	last := strings.LastIndexAny(before, "()[]")
	return last >= 0 && (before[last] == '(' || before[last] == '[')
}
