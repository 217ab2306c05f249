package core

import (
	"sort"

	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/runes"
)

// overrides returns the places of a user's message that override rules: what a value
// next to them may have been pasted with.
func (m *message) overrides() []injection.Passage {
	if !m.scannedUser {
		m.userPassages, m.scannedUser = injection.ScanUser(m.Text), true
		for i, p := range m.userPassages {
			m.userPassages[i] = narrow(m.Text, p)
		}
	}
	return m.userPassages
}

// narrow shortens a passage, which is a whole sentence, to the words of it that carry
// the override: the reach of an override counts from them, however long the sentence
// around them is. It leaves words out at the beginning, then at the end, as many as it
// can by halving.
func narrow(text string, p injection.Passage) injection.Passage {
	words := wordStarts(text[p.Start:p.End])
	carries := func(from, to int) bool { return len(injection.ScanUser(text[from:to])) > 0 }
	first := sort.Search(len(words), func(i int) bool { return !carries(p.Start+words[i], p.End) })
	if first > 0 {
		p.Start += words[first-1]
	}
	words = wordStarts(text[p.Start:p.End])
	if last := sort.Search(len(words), func(i int) bool { return carries(p.Start, p.Start+words[i]) }); last < len(words) {
		p.End = p.Start + words[last]
	}
	return p
}

// wordStarts returns the byte offsets where the words of a text begin, in order.
func wordStarts(text string) []int {
	var starts []int
	inWord := false
	for i, r := range text {
		if word := !runes.IsSpace(r); word != inWord {
			if inWord = word; word {
				starts = append(starts, i)
			}
		}
	}
	return starts
}
