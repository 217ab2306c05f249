package confirmation

import "github.com/guardstream/guardstream/core/words"

// refusal looks for a clause that refuses, stops or forbids. A yes beside one is worth
// nothing wherever the two stand: "yes, no", "go ahead … no, don't". It returns the word
// from which on a yes counts, which is behind a "no" that refuses nothing.
func (m *message) refusal() (from int, refused bool) {
	from = m.answeredNo()
	for _, s := range m.sentences {
		for _, c := range s.clauses {
			if c.start >= from && m.startsWith(c, refuses|halts) {
				return from, true
			}
		}
	}
	return from, m.forbids(from)
}

// answeredNo returns where the message goes on behind a "no" that answers another question
// than the proposal: "No, that's fine, proceed". 0 when it does not start so. The danger
// is a refusal of the proposal in these words; so a yes has to follow, which is no part of
// them: "no, that's fine" alone refuses.
func (m *message) answeredNo() int {
	var clauses []clause
	for _, s := range m.sentences[:min(2, len(m.sentences))] {
		clauses = append(clauses, s.clauses...)
	}
	if len(clauses) < 3 {
		return 0
	}
	no, rest := clauses[0], clauses[1]
	if no.end != no.start+1 || m.at(rest.start, content) != rest.end-rest.start {
		return 0
	}
	switch m.words[no.start].Text {
	case "no", "nope", "нет":
	default:
		return 0
	}
	for i := no.start; i < rest.end; i++ {
		m.harmless[i] = true
	}
	return rest.end
}

// startsWith reports whether a clause starts with one of the tags, behind courtesy, weak
// words and yeses: "ok, no", "yeah no thanks".
func (m *message) startsWith(c clause, tags words.Tags) bool {
	for i := c.start; i < c.end; {
		if length := m.at(i, harmless); length > 0 || m.harmless[i] {
			i += max(length, 1)
			continue
		}
		if length := m.at(i, tags); length > 0 && !m.harmless[i+length-1] { // not "I don't | mind"
			return true
		}
		length := m.at(i, yes|sure|order|orderOnly|performs|says|weak|courtesy|filler)
		if m.words[i].Symbol { // "🙂 no"
			length = 1
		}
		if length == 0 {
			return false
		}
		i += length
	}
	return false
}

// forbids reports whether the message holds a negated order, anywhere: "block the card and
// do not pay". What a person forbids is never proposed to them in the same breath.
func (m *message) forbids(from int) bool {
	for i := from; i < len(m.words); i++ {
		next := "" // in the same clause
		if i+1 < len(m.words) && m.words[i+1].Gap <= words.Space {
			next = m.words[i+1].Text
		}
		switch word := m.words[i].Text; {
		case m.harmless[i]:
		case word == "don't", word == "dont", word == "never", word == "do" && next == "not":
			if m.ordersAfter(i - 1) {
				return true
			}
		case word == "не" && imperative(next):
			return true
		}
	}
	return false
}

// ordersAfter reports whether a verb behind word i is an order: nothing in front of it is
// a subject.
func (m *message) ordersAfter(i int) bool {
	if i < 0 || m.words[i+1].Gap >= words.Comma {
		return true
	}
	switch m.words[i].Text {
	case "and", "so", "please", "but", "just", "then", "or", "also", "kindly":
		return true
	}
	return false
}

// imperative reports whether a Russian verb has an ending of the imperative plural, in
// which one addresses an assistant politely.
func imperative(verb string) bool {
	for _, ending := range [...]string{"йте", "йтесь", "ите", "итесь", "ьте", "ьтесь"} {
		if len(verb) > len(ending) && verb[len(verb)-len(ending):] == ending {
			return true
		}
	}
	return false
}

// takesBack reports whether the message takes something back, anywhere.
func (m *message) takesBack() bool { return m.has(0, len(m.words), retracts) }
