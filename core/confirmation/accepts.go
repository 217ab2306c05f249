package confirmation

import "strings"

// MaxBytes is the length of the longest message that is read as an acceptance. Nobody says
// yes in more: what is longer is a document, and its yes is not the user's.
const MaxBytes = 32 << 10

// Accepts reports whether a user's message is an explicit acceptance of what was proposed
// to them just before. The rules are those of the package comment.
func Accepts(text string) bool {
	switch strings.TrimSpace(text) {
	case "+", "+1": // they hold no word
		return true
	}
	if len(text) > MaxBytes {
		return false
	}
	m := read(text)
	if len(m.words) == 0 || m.rejects() {
		return false
	}
	from, refused := m.refusal()
	if refused || m.takesBack() {
		return false
	}
	asked := false
	for at, s := range m.sentences {
		// "What else? Send it all." goes on to another task.
		if y, said := m.yesIn(s, from); said && !(asked && y.kind == tasked) {
			return !m.reserved(s) && !m.undone(y, at)
		}
		asked = asked || s.question
	}
	return m.onlyWeak() || m.plain()
}

// yesIn returns the first yes of a sentence that counts, at or behind word from.
func (m *message) yesIn(s sentence, from int) (accepted, bool) {
	weakBefore := false
	for k, c := range s.clauses {
		var next *clause
		if k+1 < len(s.clauses) {
			next = &s.clauses[k+1]
		}
		found, end, sawWeak := m.yesesAtStart(c, weakBefore)
		for _, y := range found {
			if y.start >= from && m.counts(y, s, next) {
				return y, true
			}
		}
		weakBefore = sawWeak && end == c.end
	}
	return accepted{}, false
}

// counts reports whether a yes is the user's own, to the proposal and meant so. next is the
// clause behind the one it stands in.
func (m *message) counts(y accepted, s sentence, next *clause) bool {
	switch {
	case m.negatedBefore(y.start):
		return false
	case s.firstReport < y.start: // she said yes
		return false
	case s.question && !m.asksFavour(y, next): // "is that correct?", "ok?"
		return false
	}
	switch y.kind {
	case particle:
		return !m.answersElse(y, s)
	case emphatic: // "of course, you would say that"
		return !m.answersElse(y, s) && m.ordersBehind(next)
	case performed: // "подтверждаю, что получил письмо"
		return next == nil || next.start != y.end || m.at(y.end, asks) <= m.at(y.end, harmless)
	}
	return true
}
