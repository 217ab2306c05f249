package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/likeness"
)

// piece is a part of a message that values are looked for in, in whatever spelling.
type piece struct {
	text    *grounding.Text // for numbers
	letters *likeness.Text  // for everything else

	runs map[int]map[string]bool // by their number of words, once asked for
}

// newPiece makes one piece of texts that do not go on from one to the next.
func newPiece(texts ...string) *piece {
	return &piece{text: grounding.NewText(strings.Join(texts, "\n")), letters: likeness.Reduce(texts...)}
}

// split is a message by what taints it: what instruction-like passages taint, and the
// rest. Of a message that is no tool output nothing is tainted.
type split struct {
	parts    []taintedPart // of the message's text
	tainted  *piece
	clean    *piece
	passages *piece // the passages alone, which are words to the agent and no content
}

// taintedParts returns what its instruction-like passages taint of a tool output. Of an
// output whose passages were cut away it is not known where they stood, so that it is all
// of it.
func (m *message) taintedParts() []taintedPart {
	switch {
	case !m.carriesInstructions():
		return nil
	case len(m.instructions()) == 0:
		return []taintedPart{{end: len(m.Text)}}
	default:
		return taintedParts(m.Text, m.instructions())
	}
}

// split returns a message by what taints it, once for all checks.
func (m *message) split() *split {
	if m.parts != nil {
		return m.parts
	}
	m.parts = &split{parts: m.taintedParts()}
	var tainted, clean, passages []string
	at := 0
	for _, part := range m.parts.parts {
		clean = append(clean, readingsOf(m.Text[at:part.start], nil)...)
		at = part.end
		own := slices.Clone(part.passages)
		for i := range own {
			passages = append(passages, m.Text[own[i].Start:own[i].End])
			own[i].Start -= part.start
			own[i].End -= part.start
		}
		tainted = append(tainted, readingsOf(m.Text[part.start:part.end], own)...)
	}
	clean = append(clean, readingsOf(m.Text[at:], nil)...)
	m.parts.tainted, m.parts.clean, m.parts.passages = newPiece(tainted...), newPiece(clean...), newPiece(passages...)
	return m.parts
}

// taints reports whether a span of the message lies in what a passage taints.
func (m *message) taints(span grounding.Span) bool {
	start, end := m.text.Bytes(span)
	return slices.ContainsFunc(m.split().parts, func(p taintedPart) bool { return start < p.end && p.start < end })
}
