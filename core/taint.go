package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/likeness"
)

// taint is a message by what taints it, each part of the answer computed once, when a
// check first asks. Of a message that is no tool output nothing is tainted.
type taint struct {
	known bool
	parts []taintedPart // of the message's text

	tainted  *piece // what is tainted
	passages *piece // of it the passages alone, which are words to the agent and no content
	clean    *piece // the rest
}

// taintedParts returns what its instruction-like passages taint of a message. Of an
// output whose passages were cut away it is not known where they stood, so that it is all
// of it.
func (m *message) taintedParts() []taintedPart {
	if !m.taint.known {
		m.taint.known = true
		switch {
		case !m.carriesInstructions():
		case len(m.instructions()) == 0:
			m.taint.parts = []taintedPart{{end: len(m.Text)}}
		default:
			m.taint.parts = taintedParts(m.Text, m.instructions())
		}
	}
	return m.taint.parts
}

// taints reports whether a span of the message lies in what a passage taints.
func (m *message) taints(span grounding.Span) bool {
	start, end := m.text.Bytes(span)
	return slices.ContainsFunc(m.taintedParts(), func(p taintedPart) bool { return start < p.end && p.start < end })
}

// tainted returns what is tainted of the message.
func (m *message) tainted() *piece {
	if m.taint.tainted == nil {
		var texts []string
		for _, part := range m.taintedParts() {
			own := slices.Clone(part.passages)
			for i := range own {
				own[i].Start -= part.start
				own[i].End -= part.start
			}
			texts = append(texts, readingsOf(m.Text[part.start:part.end], own)...)
		}
		m.taint.tainted = &piece{texts: texts}
	}
	return m.taint.tainted
}

// passageTexts returns the passages that taint the message.
func (m *message) passageTexts() *piece {
	if m.taint.passages == nil {
		var texts []string
		for _, part := range m.taintedParts() {
			for _, p := range part.passages {
				texts = append(texts, readingsOf(m.Text[p.Start:p.End], []injection.Passage{{End: p.End - p.Start, Rule: p.Rule}})...)
			}
		}
		m.taint.passages = &piece{texts: texts}
	}
	return m.taint.passages
}

// untainted returns the message without what is tainted.
func (m *message) untainted() *piece {
	if m.taint.clean == nil {
		var texts []string
		at := 0
		for _, part := range m.taintedParts() {
			texts = append(texts, readingsOf(m.Text[at:part.start], nil)...)
			at = part.end
		}
		m.taint.clean = &piece{texts: append(texts, readingsOf(m.Text[at:], nil)...)}
	}
	return m.taint.clean
}

// piece is a part of a message that values are looked for in, in whatever spelling. Its
// texts do not go on from one to the next.
type piece struct {
	texts   []string
	numbers *grounding.Text
	letters *likeness.Text
	runs    map[int]map[string]bool // by their number of words
}

// size is how much there is to compare with, in bytes.
func (p *piece) size() int {
	size := 0
	for _, text := range p.texts {
		size += len(text)
	}
	return size
}

// asNumbers prepares the piece for numbers, which are compared by their value.
func (p *piece) asNumbers() *grounding.Text {
	if p.numbers == nil {
		p.numbers = grounding.NewText(strings.Join(p.texts, "\n"))
	}
	return p.numbers
}

// asLetters prepares the piece for everything else.
func (p *piece) asLetters() *likeness.Text {
	if p.letters == nil {
		p.letters = likeness.Reduce(p.texts...)
	}
	return p.letters
}

// runsOf returns the runs of n words.
func (p *piece) runsOf(n int) map[string]bool {
	if p.runs == nil {
		p.runs = make(map[int]map[string]bool)
	}
	if p.runs[n] == nil {
		p.runs[n] = make(map[string]bool, p.asLetters().Words())
		for run := range p.asLetters().Runs(n) {
			p.runs[n][run] = true
		}
	}
	return p.runs[n]
}
