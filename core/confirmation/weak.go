package confirmation

import "github.com/guardstream/guardstream/core/words"

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
