package proposal

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/guardstream/guardstream/core/words"
)

//go:embed lexicon/actions.txt
var families string

// family returns the verbs that name the same action as a verb, itself included.
var family = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	for line := range strings.Lines(families) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		verbs := strings.Fields(line)
		for _, verb := range verbs {
			all[verb] = verbs
		}
	}
	return all
})

// actions are the words by which the call's action is told from those of other tools.
type actions struct {
	own    vocabulary
	others []other
}

// other is another tool: its verb, and the words of the call's tool that it does not share.
type other struct {
	verb vocabulary
	own  vocabulary
}

// vocabulary is a list of words, any form of which may be said.
type vocabulary []string

func actionsOf(c *Call) actions {
	own := wordsOf(c.Tool)
	a := actions{own: own}
	for _, tool := range c.Others {
		theirs := wordsOf(tool)
		if tool == c.Tool || len(theirs) == 0 {
			continue
		}
		verb := verbsOf(Words(tool)[0])
		if own.has(verb[0]) {
			continue
		}
		var left vocabulary
		for _, word := range own {
			if !theirs.has(word) {
				left = append(left, word)
			}
		}
		a.others = append(a.others, other{verb, left})
	}
	return a
}

// wordsOf returns the words of a tool's name, with the verbs of its action's family.
func wordsOf(tool string) vocabulary {
	var all vocabulary
	for i, word := range Words(tool) {
		if i == 0 {
			all = append(all, verbsOf(word)...)
		} else {
			all = append(all, word)
		}
	}
	return all
}

func verbsOf(verb string) vocabulary {
	if verbs := family()[verb]; verbs != nil {
		return verbs
	}
	return vocabulary{verb}
}

func (l vocabulary) has(word string) bool {
	for _, own := range l {
		if sameWord(own, word) {
			return true
		}
	}
	return false
}

// in reports whether a text has one of the words.
func (l vocabulary) in(text string) bool {
	list, _ := words.Read(text)
	for _, w := range list {
		if l.has(w.Text) {
			return true
		}
	}
	return false
}

// sameAction: the message does not name another tool's action in place of the call's.
func (v *view) sameAction(r run) *Problem {
	s := v.span(r)
	list, _ := words.Read(v.text[s.Start:s.End])
	says := func(vocabulary vocabulary) string {
		for _, w := range list {
			if vocabulary.has(w.Text) {
				return w.Text
			}
		}
		return ""
	}
	for _, o := range v.call.actions.others {
		if word := says(o.verb); word != "" && says(o.own) == "" {
			return &Problem{"", fmt.Sprintf("the message proposes to %s", word)}
		}
	}
	return nil
}

// ranked: where the message names as many targets as values of an enumeration, they belong
// to each other in their order: the first reason is the first order's.
func (v *view) ranked(r run) *Problem {
	c := v.call
	if c.target < 0 {
		return nil
	}
	targets, own := v.rankOf(run{0, len(v.parts) - 1}, func(m mention) bool { return m.value == c.target }, func(x rival) bool { return x.target }, true)
	if len(targets) < 2 {
		return nil
	}
	for i, value := range c.Values {
		if len(value.Others) == 0 || value.Switch != nil {
			continue
		}
		places, _ := v.rankOf(run{0, len(v.parts) - 1}, func(m mention) bool { return m.value == i }, func(x rival) bool { return x.soft && x.value == i }, false)
		if len(places) != len(targets) {
			continue
		}
		fits := false
		for m := range v.in(r) {
			fits = fits || m.value == i && places[own].Start == m.Start
		}
		if !fits {
			return &Problem{value.Argument, fmt.Sprintf("%s is named for another one", value.Value.Text())}
		}
	}
	return nil
}

// rankOf returns the places that name certain values, in order, and which of them is the
// first mention of the call's own. Distinct leaves out what is named again.
func (v *view) rankOf(r run, isOwn func(mention) bool, isOther func(rival) bool, distinct bool) (places []span, own int) {
	seen := make(map[string]bool)
	add := func(s span) bool {
		text := idKey(v.text[s.Start:s.End])
		if distinct && seen[text] {
			return false
		}
		seen[text] = true
		places = append(places, s)
		return true
	}
	for i := r.first; i <= r.last; i++ {
		m, x := v.mentions[i], v.rivals[i]
		for len(m) > 0 || len(x) > 0 {
			if len(x) == 0 || len(m) > 0 && m[0].Start <= x[0].Start {
				if isOwn(m[0]) && add(m[0].span) {
					own = len(places) - 1
				}
				m = m[1:]
				continue
			}
			if isOther(x[0]) {
				add(x[0].span)
			}
			x = x[1:]
		}
	}
	return places, own
}
