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
// yes, and "ok?" is none. next is the clause behind the yes, if there is one.
func (m *message) asksFavour(y accepted, next *clause) bool {
	return next != nil && next.start == y.end && m.at(m.skip(next.start, next.end, courtesy|filler), polite) > 0
}

// answersElse reports whether a yes answers something else than the proposal: it is
// followed by what the user has seen or wants to know. "Yes, I see it." An order beside it
// counts by itself: "Yes, I see it, go ahead."
func (m *message) answersElse(y accepted, s sentence) bool {
	return s.lastElse >= y.end || m.startsElse(clause{y.end, s.end()}, s.question)
}

// startsElse reports whether a clause, or the rest of one, starts with what the user has
// seen or wants to know.
func (m *message) startsElse(c clause, question bool) bool {
	const other = acknowledges | asks
	for i := c.start; i < c.end; {
		if m.at(i, other) > m.at(i, harmless|after) && !(question && m.at(i, polite) > 0) {
			return true
		}
		length := m.at(i, courtesy|filler)
		if m.words[i].Symbol {
			length = 1
		}
		if length == 0 {
			break
		}
		i += length
	}
	return false
}

// ordersBehind reports whether the sentence goes on behind an emphatic yes, if it does, with
// another yes, courtesy, a favour or an order.
func (m *message) ordersBehind(next *clause) bool {
	if next == nil {
		return true
	}
	i := m.skip(next.start, next.end, courtesy|filler)
	return i == next.end || imperative(m.words[i].Text) || m.words[i].Symbol ||
		m.at(i, yes|sure|order|orderOnly|performs|says|may|act|commands|polite|harmless) > 0
}

// reserved reports whether the sentence that says yes makes a condition or names a fault.
func (m *message) reserved(s sentence) bool {
	return m.has(s.start(), s.end(), reserves|trouble|delays)
}

// undone reports whether something around the sentence number at, which says yes, turns it
// around: behind the yes a negation, a fault or a delay; in another sentence a condition.
func (m *message) undone(y accepted, at int) bool {
	if m.has(y.end, len(m.words), negation|trouble|delays) {
		return true
	}
	for k, s := range m.sentences {
		for _, c := range s.clauses {
			if k != at && m.startsWith(c, reservesLater) || k > at && !s.question && m.takesSome(c, s) {
				return true
			}
		}
	}
	return false
}

// takesSome reports whether a clause behind the yes starts with "but" and its sentence does
// not plead: "But send me a receipt, please" asks for something more, "But I want the red
// one" takes something back.
func (m *message) takesSome(c clause, s sentence) bool {
	return s.lastCourtesy < c.start && m.startsWith(c, contrast)
}
