package confirmation

import (
	"strings"

	"github.com/guardstream/guardstream/core/words"
)

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
	for at, s := range m.sentences {
		if y, said := m.yesIn(s, from); said {
			return !m.reserved(s) && !m.undone(y, at)
		}
	}
	return m.onlyWeak() || m.plain()
}

// kind is how a yes was said, as far as the rules tell it apart.
type kind uint8

const (
	particle  kind = iota + 1 // "yes", "that's correct": may answer something else
	emphatic                  // "of course": may go on as anything
	ordered                   // "go ahead", "do it"
	performed                 // "I confirm"
)

// accepted is a yes at the start of a clause.
type accepted struct {
	kind       kind
	start, end int // words
}

// yesIn returns the first yes of a sentence that counts, at or behind word from.
func (m *message) yesIn(s sentence, from int) (accepted, bool) {
	weakBefore := false
	for _, c := range s.clauses {
		found, next, sawWeak := m.yesesAtStart(c, weakBefore)
		for _, y := range found {
			if y.start >= from && m.counts(y, s) {
				return y, true
			}
		}
		weakBefore = sawWeak && next == c.end
	}
	return accepted{}, false
}

// counts reports whether a yes is the user's own, to the proposal and meant so.
func (m *message) counts(y accepted, s sentence) bool {
	switch {
	case m.negatedBefore(y.start):
		return false
	case m.has(s.start(), y.start, reports): // she said yes
		return false
	case s.question && !m.asksFavour(y, s): // "is that correct?", "ok?"
		return false
	}
	switch y.kind {
	case particle:
		return !m.answersElse(y, s)
	case emphatic: // "of course, you would say that"
		return !m.answersElse(y, s) && m.ordersBehind(y, s)
	case performed: // "подтверждаю, что получил письмо"
		return y.end == s.end() || m.words[y.end].Gap < words.Comma || m.at(y.end, asks) == 0
	}
	return true
}

// yesesAtStart reads a clause from its start, over courtesy, weak words and yeses, up to
// the first word that is something else. A yes counts only there: in the middle of a
// clause ("I need to confirm", "what I agreed to") it is a mention. It returns the yeses,
// where it stopped and whether a weak word was there.
func (m *message) yesesAtStart(c clause, weakBefore bool) (found []accepted, next int, sawWeak bool) {
	sawWeak = weakBefore
	i := c.start
	for i < c.end {
		kind, length := m.yesAt(i, c, sawWeak)
		if kind != 0 {
			found = append(found, accepted{kind, i, i + length})
			i += length
			continue
		}
		length = m.at(i, weak|courtesy|filler|harmless)
		if length == 0 || m.at(i, notYes|notOrdered|notPerformed) >= length {
			break
		}
		sawWeak = sawWeak || m.at(i, weak) > 0
		i += length
	}
	return found, i, sawWeak
}

// yesAt returns the yes that starts at word i of a clause, if one does.
func (m *message) yesAt(i int, c clause, afterWeak bool) (kind, int) {
	if length := m.at(i, yes); length > 0 && m.at(i, notYes) <= length && m.goesOnFrom(i, i+length, c) {
		return particle, length
	}
	if length := m.at(i, order); length > 0 && m.at(i, notOrdered) <= length {
		return ordered, length
	}
	if length := m.at(i, performs); length > 0 && m.at(i, notPerformed) < length {
		return performed, length
	}
	if length := m.at(i, sure|says|orderOnly); length > 0 && m.ends(i+length, c) {
		switch length {
		case m.at(i, orderOnly):
			return ordered, length
		case m.at(i, says):
			return particle, length
		}
		return emphatic, length
	}
	if length := m.at(i, may); length > 0 {
		if then := m.at(i+length, order|orderOnly|mayDo); then > 0 &&
			(m.at(i+length, order) == then && m.at(i+length, notOrdered) <= then || m.ends(i+length+then, c)) {
			return ordered, length + then
		}
	}
	if length := m.at(i, act); length > 0 && afterWeak {
		return ordered, length
	}
	return 0, 0
}

// goesOnFrom reports whether a yes from start to end may go on as its clause does. After
// the Russian particle without a comma only a yes goes on: "да кто вы такие" is none.
func (m *message) goesOnFrom(start, end int, c clause) bool {
	if m.words[start].Text != "да" || end == c.end {
		return true
	}
	if m.at(start, yesThen) > 0 || isNumber(m.words[end].Text) {
		return true
	}
	return m.at(end, yes|sure|order|orderOnly|performs|says|weak|courtesy|may) > 0
}

// ends reports whether a clause holds nothing but courtesy and the like from word i on,
// or another yes.
func (m *message) ends(i int, c clause) bool {
	for i < c.end {
		if m.at(i, order|performs) > 0 {
			return true
		}
		length := m.at(i, after|courtesy|filler|weak|sure|says|orderOnly|yes|harmless)
		if length == 0 && !m.words[i].Symbol {
			return false
		}
		i += max(length, 1)
	}
	return true
}

// onlyWeak reports whether the message is a weak yes with courtesy at most: "OK, thanks!".
// Anything more makes it an acknowledgement: "OK, I see".
func (m *message) onlyWeak() bool {
	said := false
	for i := 0; i < len(m.words); {
		length := m.at(i, weak|courtesy|filler|harmless|after)
		switch {
		case m.words[i].Symbol:
			said, length = said || symbols[m.words[i].Text] > 0, 1
		case length == 0:
			return false
		}
		said = said || m.at(i, weak) > 0
		i += length
	}
	return said && !m.asksAnything() && !m.has(0, len(m.words), reserves|negation|trouble|delays|contrast)
}

// plain reports whether the message is a yes in a language with a plain list.
func (m *message) plain() bool {
	if m.asksAnything() {
		return false
	}
	list := make([]words.Word, 0, len(m.words))
	for _, w := range m.words {
		if !w.Symbol {
			list = append(list, w)
		}
	}
	for _, language := range loaded().plain {
		if language.accepts(list) {
			return true
		}
	}
	return false
}

func (m *message) asksAnything() bool {
	for _, s := range m.sentences {
		if s.question {
			return true
		}
	}
	return false
}

// symbols are pictures that say yes (1) or no (-1). Others say nothing.
var symbols = map[string]int{
	"👍": 1, "✅": 1, "👌": 1, "✔": 1, "☑": 1, "🆗": 1, "🙆": 1, "🤝": 1, "💯": 1, "🟢": 1,
	"👎": -1, "❌": -1, "🚫": -1, "✋": -1, "🛑": -1, "⛔": -1, "✖": -1, "❎": -1, "🙅": -1, "🔴": -1,
}

// rejects reports whether a picture in the message says no.
func (m *message) rejects() bool {
	for _, w := range m.words {
		if w.Symbol && symbols[w.Text] < 0 {
			return true
		}
	}
	return false
}
