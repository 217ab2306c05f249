package injection

// matcher follows the rules through the tokens of one text. It holds no tokens: for
// every slot (a prefix of a rule) where it ended last, and counters that tell how much
// came since. The last end is always the best one, since every gap has only an upper
// bound.
type matcher struct {
	*program
	slots []slot

	tick    int32 // tokens so far, punctuation included
	words   int32 // words so far
	content int32 // words so far that are no fillers

	live      slotSet // the slots that are set, near ones by the token before
	hardTick  int32   // the tick when the last sentence ended: older slots are dead
	lineTick  int32   // the tick when the last line ended: no loose gap passes it
	pauseTick int32   // the tick of the last punctuation within the sentence
	breakTick int32   // the tick of the last BREAKER

	at      position // where the next word stands
	around  position // added to every word: posHidden within a comment
	ordered bool     // the sentence has an order
	before  uint64   // the kinds of the last four words, the last in the low bits

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

// maxTicks leaves room for one more text before the counters overflow: a token is a
// byte at least.
const maxTicks = 1 << 30

func (m *matcher) reset(p *program) {
	// The counters go on where the last text ended, so that its slots are dead: they
	// need not be cleared for every small text.
	tick, segment := m.tick+1, m.segment+1
	if len(m.slots) != p.slots || len(m.settled) != len(p.rules) || tick > maxTicks {
		m.slots, m.settled = make([]slot, p.slots), make([]int32, len(p.rules))
		tick, segment = 1, 1
	}
	*m = matcher{
		program: p, slots: m.slots, settled: m.settled, pending: m.pending[:0],
		tick: tick, hardTick: tick, lineTick: tick, segment: segment, at: posStart,
	}
}

// word takes a word of a kind. shape holds what the word's own form adds to its
// position.
func (m *matcher) word(id kindID, shape position) {
	k := &m.kinds[id]
	if m.at&posMaybe != 0 && shape&posCapital != 0 {
		m.at |= posStart
	}
	at := m.at | m.around | shape
	isWord := int32(1)
	if shape&posApart == 0 { // part of the word before
		isWord = 0
		at &^= posOrder | posSecond // "pre-pay" is no order
	}
	if len(m.pending) > 0 && shape&posApart != 0 {
		m.takeBack(k.marks)
	}
	m.tick++
	m.words += isWord
	live := m.live
	m.live &^= nearSlots
	if k.starts&at != 0 {
		m.start(k, at, isWord)
	}
	if live&k.wants != 0 {
		m.follow(k.later, live, k, at, isWord)
	}
	if shape&posCapital != 0 && id >= kindsFixed && live != 0 {
		m.follow(m.named, live, k, at, isWord) // "to Mark"
	}
	if k.flags&kindFiller == 0 {
		m.content += isWord
	}
	if k.flags&kindBreaker != 0 {
		m.breakTick = m.tick
	}
	m.marks |= k.marks
	m.before = m.before<<16 | uint64(id)
	if k.turn == turnNone {
		switch {
		case at&posOrder != 0:
			m.ordered = true
			m.at = posSecond
		default:
			m.at = 0
		}
		if shape&posCapitals != 0 {
			m.at |= posMaybe
		}
		return
	}
	m.at = k.turn.after(at, m.ordered)
}

// skipUnknown takes a word that is in no list and begins with a small letter, if no
// rule waits for one: most words of a text are such.
func (m *matcher) skipUnknown() bool {
	if m.live&m.kinds[kindUnknown].wants != 0 || len(m.pending) > 0 {
		return false
	}
	m.tick++
	m.words++
	m.content++
	m.live &^= nearSlots
	m.before <<= 16
	if m.at&posOrder != 0 {
		m.ordered = true
		m.at = posSecond
	} else {
		m.at = 0
	}
	return true
}

// mark takes a punctuation token of a kind: it is no word and interrupts the words of
// a rule that does not ask for it.
func (m *matcher) mark(id kindID) {
	live := m.live
	m.pause()
	m.step(&m.kinds[id], live)
}

// pause notes punctuation that interrupts the words of a rule.
func (m *matcher) pause() {
	m.tick++
	m.pauseTick = m.tick
	m.live &^= nearSlots
}

// lineMark takes a line break for the rules that end with one. It is no token to the
// others: an instruction may be broken into lines anywhere.
func (m *matcher) lineMark() {
	live := m.live
	m.tick++
	m.step(&m.kinds[kindLineEnd], live)
	m.tick--
	m.live = live
}

// step takes the rules on by a token that is no word.
func (m *matcher) step(k *kind, live slotSet) {
	if len(k.first) > 0 {
		m.start(k, m.around, 0)
	}
	if live&k.wants != 0 {
		m.follow(k.later, live, k, m.around, 0)
	}
}

// start begins the rules that begin with a token. isWord is how many words it is.
func (m *matcher) start(k *kind, at position, isWord int32) {
	for i := range k.first {
		s := &k.first[i]
		if s.at != 0 && s.at&at == 0 || s.before != 0 && m.precededBy(s) {
			continue
		}
		m.advance(s, int32(m.begin), k, isWord)
	}
}

// follow takes on the rules that have begun. live are the slots before the token.
func (m *matcher) follow(steps []step, live slotSet, k *kind, at position, isWord int32) {
	for i := range steps {
		s := &steps[i]
		if live&s.from == 0 {
			continue
		}
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
			if m.content-p.content > s.gap.n || between > s.gap.n+maxFillers || m.pauseTick > p.tick && m.pauseTick < m.tick {
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
	words := m.before
	for range s.beforeSpan {
		if m.kinds[words&0xffff].marks&s.before != 0 {
			return true
		}
		words >>= 16
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
		m.live |= s.opens
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
