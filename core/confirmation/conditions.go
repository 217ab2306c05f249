package confirmation

import "github.com/guardstream/guardstream/core/words"

// window is how many words before a yes a negation turns it around (semantics §8).
const window = 3

// negatedBefore reports whether a negation stands shortly before word i, in its sentence
// or on the line before it.
func (m *message) negatedBefore(i int) bool {
	for k := i - 1; k >= 0 && k >= i-window; k-- {
		if m.words[k+1].Gap == words.Stop {
			return false
		}
		if !m.harmless[k] && m.at(k, negation) > 0 {
			return true
		}
	}
	return false
}

// asksFavour reports whether a question that holds a yes is one that a yes comes with:
// "yes, could you do it today?", "go ahead, will you?". Any other question is not yet a
// yes, and "ok?" is none.
func (m *message) asksFavour(y accepted, s sentence) bool {
	for k, c := range s.clauses {
		if c.start < y.end || k == 0 {
			continue
		}
		if s.clauses[k-1].end != y.end {
			return false
		}
		i := m.skip(c.start, c.end, courtesy|filler)
		return m.at(i, polite) > 0
	}
	return false
}

// answersElse reports whether a yes answers something else than the proposal: it is
// followed by what the user has seen or wants to know. "Yes, I see it." An order beside it
// counts by itself: "Yes, I see it, go ahead."
func (m *message) answersElse(y accepted, s sentence) bool {
	const other = acknowledges | asks
	if y.end < s.end() && m.words[y.end].Gap < words.Comma && m.at(y.end, other) > m.at(y.end, harmless|after|courtesy) {
		return true
	}
	for _, c := range s.clauses {
		if c.start < y.end {
			continue
		}
		for i := c.start; i < c.end; {
			if m.at(i, other) > m.at(i, harmless|after) && !(s.question && m.at(i, polite) > 0) {
				return true
			}
			length := m.at(i, courtesy|filler)
			if length == 0 {
				break
			}
			i += length
		}
	}
	return false
}

// reserved reports whether the sentence that says yes makes a condition or names a fault.
func (m *message) reserved(s sentence) bool {
	return m.has(s.start(), s.end(), reserves|trouble|delays)
}

// undone reports whether something behind the yes, in sentence number at or later, turns
// it around: a negation, a fault, a delay, a condition that a later sentence makes.
func (m *message) undone(y accepted, at int) bool {
	if m.has(y.end, len(m.words), negation|trouble|delays) {
		return true
	}
	for _, s := range m.sentences[at+1:] {
		if m.startsWith(s.clauses[0], reservesLater) {
			return true
		}
		if m.at(s.start(), contrast) > 0 && !s.question && !m.has(s.start(), s.end(), courtesy) {
			return true
		}
	}
	return false
}
