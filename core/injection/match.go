package injection

// matcher follows the rules through the tokens of one text. It holds no tokens: for
// every slot (a prefix of a rule) where it ended last, and counters that tell how much
// came since. The last end is always the best one, since every gap has only an upper
// bound.
type matcher struct {
	*program
	scope scope
	slots []slot

	tick    int32 // tokens so far, punctuation included
	words   int32 // words so far
	content int32 // words so far that are no fillers

	fired     int32 // the tick when a slot was set last
	firedWord int32 // and the word count then
	hardTick  int32 // the tick when the last sentence ended: older slots are dead
	lineTick  int32 // the tick when the last line ended: no loose gap passes it
	pauseTick int32 // the tick of the last punctuation within the sentence
	breakTick int32 // the tick of the last BREAKER

	at      position // where the next word stands
	around  position // added to every word: posHidden within a comment
	ordered bool     // the sentence has an order
	before  [4]kindID

	begin    int    // where the current segment begins
	marks    uint64 // of the words of the segment
	earlier  uint64 // of the words of the segment before
	pending  []match
	settled  []int32 // per rule, the segment in which it has matched for good
	segment  int32
	passages []Passage
}

type slot struct {
	tick, words, content int32
	begin                int32 // of the segment where the prefix began
}

// match is a rule that matched and may still be taken back by words that follow.
type match struct {
	rule  int16
	left  uint8 // words that may still take it back
	begin int32
}

func (m *matcher) reset(p *program, s scope) {
	*m = matcher{
		program: p, scope: s,
		slots: m.slots, settled: m.settled, pending: m.pending[:0],
		tick: 1, at: posStart, segment: 1, // a slot never set has tick 0 and is dead
	}
	if len(m.slots) != p.slots || len(m.settled) != len(p.rules) {
		m.slots, m.settled = make([]slot, p.slots), make([]int32, len(p.rules))
	}
	clear(m.slots)
	clear(m.settled)
}

// word takes a word of a kind. shape holds what the word's own form adds to its
// position.
func (m *matcher) word(id kindID, shape position) {
	k := &m.kinds[id]
	if m.at&posMaybe != 0 && shape&posCapital != 0 {
		m.at |= posStart
	}
	at := m.at | m.around | shape
	if shape&posApart == 0 {
		at &^= posOrder | posSecond // "pre-pay" is no order
	}
	if len(m.pending) > 0 && shape&posApart != 0 {
		m.takeBack(k.marks)
	}
	m.tick++
	m.words++
	m.steps(k, at, 1)
	if shape&posCapital != 0 && id >= kindsFixed && m.fired > m.hardTick {
		m.follow(m.named[m.scope], k, at, 1) // "to Mark"
	}
	if k.flags&kindFiller == 0 {
		m.content++
	}
	if k.flags&kindBreaker != 0 {
		m.breakTick = m.tick
	}
	m.marks |= k.marks
	m.before = [4]kindID{id, m.before[0], m.before[1], m.before[2]}
	if at&posOrder != 0 && k.turn == turnNone {
		m.ordered = true
	}
	m.at = k.turn.after(at, m.ordered)
	if k.turn == turnNone && shape&posCapitals != 0 {
		m.at |= posMaybe
	}
}

// mark takes a punctuation token of a kind: it is no word and interrupts the words of
// a rule that does not ask for it.
func (m *matcher) mark(id kindID) {
	m.tick++
	m.steps(&m.kinds[id], m.around, 0)
	m.pauseTick = m.tick
}

// lineMark takes a line break for the rules that end with one. It is no token to the
// others: an instruction may be broken into lines anywhere.
func (m *matcher) lineMark() {
	m.tick++
	m.steps(&m.kinds[kindLineEnd], m.around, 0)
	m.tick--
}

// pause notes punctuation that interrupts the words of a rule.
func (m *matcher) pause() {
	m.tick++
	m.pauseTick = m.tick
}

// steps takes the rules on by one token. isWord is how many words the token is.
func (m *matcher) steps(k *kind, at position, isWord int32) {
	for i := range k.first[m.scope] {
		s := &k.first[m.scope][i]
		if s.at != 0 && s.at&at == 0 || s.before != 0 && m.precededBy(s) {
			continue
		}
		m.advance(s, int32(m.begin), k, isWord)
	}
	if m.fired <= m.hardTick || m.words-m.firedWord > m.reach {
		return
	}
	m.follow(k.later[m.scope], k, at, isWord)
}

// follow takes on the rules that have begun.
func (m *matcher) follow(steps []step, k *kind, at position, isWord int32) {
	for i := range steps {
		s := &steps[i]
		p := &m.slots[s.prev]
		if p.tick <= m.hardTick || p.tick >= m.tick || s.at != 0 && s.at&at == 0 {
			continue
		}
		between := m.words - p.words - isWord
		switch s.gap.kind {
		case gapNone:
			if p.tick != m.tick-1 {
				continue
			}
		case gapFillers:
			if m.content-p.content > s.gap.n || between > s.gap.n+maxFillers || m.pauseTick > p.tick {
				continue
			}
		case gapAny:
			if between > s.gap.n || m.lineTick >= p.tick || m.breakTick > p.tick {
				continue
			}
		}
		m.advance(s, p.begin, k, isWord)
	}
}

// precededBy reports whether a word stands before that the step must not follow.
func (m *matcher) precededBy(s *step) bool {
	for _, id := range m.before[:s.beforeSpan] {
		if m.kinds[id].marks&s.before != 0 {
			return true
		}
	}
	return false
}

func (m *matcher) advance(s *step, begin int32, k *kind, isWord int32) {
	if s.next >= 0 {
		content := m.content
		if k.flags&kindFiller == 0 {
			content += isWord
		}
		m.slots[s.next] = slot{m.tick, m.words, content, begin}
		m.fired, m.firedWord = m.tick, m.words
		return
	}
	if m.settled[s.rule] == m.segment {
		return
	}
	left := m.rules[s.rule].afterSpan
	if left == 0 {
		m.settled[s.rule] = m.segment
	}
	m.pending = append(m.pending, match{s.rule, left, begin})
}

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

// endLine ends the segment at a byte offset. Loose gaps do not pass it.
func (m *matcher) endLine(end int) {
	if m.begin < end {
		m.flush(end)
	}
	m.lineTick, m.begin = m.tick, end
	m.at, m.ordered = posStart, false
}

// endSentence ends the segment at a byte offset; no rule passes it.
func (m *matcher) endSentence(end int) {
	m.endLine(end)
	m.hardTick = m.tick
}

// flush makes the matches of the segment passages, unless the sentence speaks against
// them. The first rule that matched names the passage.
func (m *matcher) flush(end int) {
	if len(m.pending) > 0 {
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
	m.earlier, m.marks = m.marks, 0
	m.segment++
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
