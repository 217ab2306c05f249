package proposal

import (
	"fmt"
	"sort"
)

// switched returns why a switch is not proposed as the call has it, "" when it is. What is
// not said is off, or as the schema's default has it.
func (v *view) switched(r run, value int) string {
	on, off := v.heard(r, value)
	s := v.call.Values[value]
	switch want := s.Switch.On; {
	case on && off:
		return fmt.Sprintf("%s: the message says that it is on and that it is off", s.Path)
	case !on && !off && s.Unsaid, on && want, off && !want:
		return ""
	case on:
		return fmt.Sprintf("%s: the message says that it is on", s.Path)
	case off:
		return fmt.Sprintf("%s: the message says that it is off", s.Path)
	}
	return fmt.Sprintf("%s: the message does not say so", s.Path)
}

// heard looks for the switch's own words in the sentences of a range, also where they only
// say what is left out: "express delivery", "no gift wrap", "insurance: yes".
func (v *view) heard(r run, value int) (on, off bool) {
	own := v.call.switchWords(value)
	if len(own) == 0 {
		return false, false
	}
	start, end := v.sentencesOf(r)
	first := sort.Search(len(v.words), func(i int) bool { return v.words[i].Start >= start })
	for i := first; i < len(v.words) && v.words[i].End <= end; i++ {
		if !v.says(i, own) {
			continue
		}
		if v.isOff(i, i+len(own), first) {
			off = true
		} else {
			on = true
		}
		i += len(own) - 1
	}
	return on, off
}

// switchWords returns the words of a switch's name that say what it is about: gift, wrap of
// add_gift_wrap.
func (c *prepared) switchWords(value int) []string {
	words := c.Values[value].Words
	var own []string
	for _, word := range words {
		if !aroundSwitches[word] {
			own = append(own, word)
		}
	}
	return own
}

// aroundSwitches are words of names that every switch may have.
var aroundSwitches = wordSet("is has have with use add include includes including enable enabled allow want wants needs need apply requested flag")

func (v *view) says(i int, own []string) bool {
	if i+len(own) > len(v.words) {
		return false
	}
	for k, word := range own {
		if !sameWord(word, v.words[i+k].Text) {
			return false
		}
	}
	return true
}

// isOff reports whether the words of a switch stand behind a negation or in front of an
// answer that is one: "no gift wrap", "insurance: none".
func (v *view) isOff(start, end, first int) bool {
	const near = 3
	for i := max(first, start-near); i < start; i++ {
		if negates[v.words[i].Text] {
			return true
		}
	}
	for i := end; i < min(end+near, len(v.words)); i++ {
		switch word := v.words[i].Text; {
		case affirms[word]:
			return false
		case negates[word]:
			return true
		case !betweenSwitch[word]:
			return false
		}
	}
	return false
}

var (
	negates       = wordSet("no not non none without off false never exclude excludes excluding excluded skip skipping decline declined disable disabled 0 нет не без")
	affirms       = wordSet("yes on true included includes 1 да")
	betweenSwitch = wordSet("is are will be will set to it")
)

// sentencesOf returns the bytes of the sentences of a range, with what is left out of them.
func (v *view) sentencesOf(r run) (start, end int) {
	start, end = v.part(r.first).Start, v.part(r.last).End
	if i := v.parts[r.last]; i+1 < len(v.reading.parts) {
		end = max(end, v.reading.parts[i+1].Start)
	} else {
		end = len(v.text)
	}
	if i := v.parts[r.first]; i > 0 {
		start = min(start, v.reading.parts[i-1].End)
	} else {
		start = 0
	}
	return start, end
}
