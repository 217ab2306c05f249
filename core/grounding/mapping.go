package grounding

import (
	"strings"
	"sync"

	"github.com/guardstream/guardstream/core/runes"
)

// mapping says how the characters of a text are read: clean or fold, and invisible
// ones as absent. The characters of most alphabets are looked up.
type mapping struct {
	low  [0x2100]rune // what visible returns for the characters below
	high func(rune) rune
}

var (
	cleaning = sync.OnceValue(func() *mapping { return newMapping(clean) })
	folding  = sync.OnceValue(func() *mapping { return newMapping(fold) })
)

func newMapping(character func(rune) rune) *mapping {
	m := &mapping{high: character}
	for r := range m.low {
		m.low[r] = m.compute(rune(r))
	}
	return m
}

// visible maps one character, to -1 when it is not seen.
func (m *mapping) visible(r rune) rune {
	if uint32(r) < uint32(len(m.low)) {
		return m.low[r]
	}
	return m.compute(r)
}

func (m *mapping) compute(r rune) rune {
	if runes.IsInvisible(r) {
		return -1
	}
	return m.high(r)
}

// value maps a value as newView maps a text.
func (m *mapping) value(s string) string { return strings.Map(m.visible, s) }
