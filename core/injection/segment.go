package injection

// takeBack drops the matches that a word that follows speaks against.
func (m *matcher) takeBack(marks uint64) {
	kept := m.pending[:0]
	for _, p := range m.pending {
		if p.left > 0 {
			if m.rules[p.rule].after&marks != 0 {
				continue
			}
			if p.left--; p.left == 0 {
				if m.settled[p.rule] == m.segment {
					continue
				}
				m.settled[p.rule] = m.segment
			}
		}
		kept = append(kept, p)
	}
	m.pending = kept
}

// endLine ends the segment at a byte offset and begins one at another. Loose gaps do
// not pass it.
func (m *matcher) endLine(end, next int) {
	if len(m.pending) > 0 {
		m.flush(end)
	}
	m.earlier, m.marks = m.marks, 0
	m.segment++
	m.lineTick, m.begin = m.tick, next
	m.at, m.ordered, m.before = posStart, false, 0
}

// endSentence is endLine for the end of a sentence, which no rule passes.
func (m *matcher) endSentence(end, next int) {
	m.endLine(end, next)
	m.hardTick, m.live = m.tick, 0
}

// flush makes the matches of the segment passages, unless the sentence speaks against
// them. The first rule that matched names the passage.
func (m *matcher) flush(end int) {
	var found *match
	for i := range m.pending {
		p := &m.pending[i]
		marks := m.marks
		if int(p.begin) < m.begin {
			marks |= m.earlier
		}
		if m.rules[p.rule].unless&marks == 0 {
			if found == nil {
				found = p
			}
			found.begin = min(found.begin, p.begin)
		}
	}
	if found != nil {
		m.add(Passage{int(found.begin), end, m.rules[found.rule].name})
	}
	m.pending = m.pending[:0]
}

// add appends a passage. Passages come in the order of their ends; one that reaches
// back into others takes them in.
func (m *matcher) add(p Passage) {
	for len(m.passages) > 0 && m.passages[len(m.passages)-1].End > p.Start {
		last := m.passages[len(m.passages)-1]
		m.passages = m.passages[:len(m.passages)-1]
		p = Passage{min(p.Start, last.Start), max(p.End, last.End), last.Rule}
	}
	m.passages = append(m.passages, p)
}
