package confirmation

// kind is how a yes was said, as far as the rules tell it apart.
type kind uint8

const (
	particle  kind = iota + 1 // "yes", "that's correct": may answer something else
	emphatic                  // "of course": may go on as anything
	ordered                   // "go ahead", "do it"
	performed                 // "I confirm"
	tasked                    // "send it": may order something else
)

// accepted is a yes at the start of a clause.
type accepted struct {
	kind       kind
	start, end int // words
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
		if m.words[i].Symbol { // "🙂 yes"
			length = 1
		}
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
	if length := m.at(i, sure|says|orderOnly); length > 0 && m.ends(i+length) {
		switch length {
		case m.at(i, orderOnly):
			return tasked, length
		case m.at(i, says):
			return particle, length
		}
		return emphatic, length
	}
	if length := m.at(i, may); length > 0 {
		if then := m.at(i+length, performs); then > 0 && m.at(i+length, notPerformed) < then && m.ends(i+length+then) {
			return performed, length + then
		}
		if then := m.at(i+length, order|orderOnly|mayDo); then > 0 &&
			(m.at(i+length, order) == then && m.at(i+length, notOrdered) <= then || m.ends(i+length+then)) {
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
