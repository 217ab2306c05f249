package core

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// CallsMade is the set of calls that were made and did not fail: what a tool that may
// run once is compared with. The zero value is the empty set.
type CallsMade struct {
	counts map[string]int
	order  []string
}

// CallText is the form in which two calls are the same call: the tool's name and the
// validated arguments as JSON with sorted keys.
func CallText(tool string, arguments jsonvalue.Value) string {
	text := append([]byte(tool), '(')
	return string(append(arguments.Append(text, jsonvalue.Canonical), ')'))
}

// NewCallsMade returns the set of the given [CallText]s.
func NewCallsMade(texts ...string) *CallsMade {
	made := &CallsMade{}
	for _, text := range texts {
		made.Add(text)
	}
	return made
}

// Add counts a call as made.
func (m *CallsMade) Add(text string) {
	if m.counts == nil {
		m.counts = make(map[string]int)
	}
	m.counts[text]++
	m.order = append(m.order, text)
}

// Remove takes a call back that failed after it was counted, and every other with the
// same text: which of several equal calls failed is not known, and it may be tried again.
func (m *CallsMade) Remove(text string) {
	if m.counts[text] == 0 {
		return
	}
	delete(m.counts, text)
	m.order = slices.DeleteFunc(m.order, func(made string) bool { return made == text })
}

// Has reports whether the call was made.
func (m *CallsMade) Has(text string) bool { return m.counts[text] > 0 }

// Len is the number of calls made.
func (m *CallsMade) Len() int { return len(m.order) }

// Texts returns the calls made, in order. The slice must not be changed.
func (m *CallsMade) Texts() []string { return m.order }
