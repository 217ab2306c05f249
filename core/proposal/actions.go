package proposal

import (
	_ "embed"
	"fmt"
	"slices"
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

// actionsOf leaves out verbs that are words of the call's places: "order #7" names no action.
func actionsOf(c *Call, places vocabulary) actions {
	own := wordsOf(c.Tool)
	a := actions{own: own}
	for _, tool := range c.Others {
		theirs := wordsOf(tool)
		if tool == c.Tool || len(theirs) == 0 {
			continue
		}
		verb := verbsOf(Words(tool)[0])
		if own.has(verb[0]) || slices.ContainsFunc(verb, places.has) {
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
