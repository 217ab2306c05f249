package injection

import (
	"slices"
	"sync"
)

// program is the rules and word lists, compiled. It is immutable.
type program struct {
	rules       []compiledRule
	kinds       []kind
	slots       int
	cipherMarks [len(ciphers)][2]uint64 // of the words in ciphers
	ciphers     uint64                  // all of their first lists
	named       []step                  // steps that a capitalised word of a list takes as a name
	latin       *keyTable
	others      map[string]kindID // words of other scripts that write spaces
	dense       *denseNode        // words of scripts that do not
}

type compiledRule struct {
	name      string
	unless    uint64 // marks that the sentence must not have
	after     uint64 // marks that the words after the match must not have
	afterSpan uint8
}

// rulebooks are the programs of this package, one for each scope. The word lists and
// rules are part of the binary, so a mistake in them is a mistake of the build: the tests
// load them.
var rulebooks = sync.OnceValue(func() (programs [scopes]*program) {
	words, err := readLexicon(wordFiles)
	if err != nil {
		panic("injection: " + err.Error())
	}
	rules, err := readRules(ruleFiles)
	if err != nil {
		panic("injection: " + err.Error())
	}
	for s := range programs {
		if scope(s) == scopeUser {
			rules = slices.DeleteFunc(rules, func(r rule) bool { return !r.user })
		}
		if programs[s], err = compile(words, rules); err != nil {
			panic("injection: " + err.Error())
		}
	}
	return programs
})

// slotSet is a set of slots, folded into bits: it may say that a slot is in it which is
// not, never the opposite. The low bits are of slots that only the very next token can
// go on from.
type slotSet uint64

const (
	nearBits          = 24
	nearSlots slotSet = 1<<nearBits - 1
)

// setOf is the set of one slot.
func setOf(slot int, near bool) slotSet {
	if near {
		return 1 << (slot % nearBits)
	}
	return 1 << (nearBits + slot%(64-nearBits))
}

// step is one element of a rule: when a token of its kind comes after the prefix in
// slot prev, the prefix in slot next is there too, or the rule matches.
type step struct {
	prev, next  int16 // slots; prev -1 begins a rule, next -1 ends it
	rule        int16
	gap         gap
	at          position
	from, opens slotSet // the slots prev and next
	before      uint64  // marks that must not stand in the span words before
	beforeSpan  uint8
}
