package confirmation

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/words"
)

// message is a text with the phrases found in it.
type message struct {
	words     []words.Word
	phrases   []phrases // at every word
	harmless  []bool    // the word is part of a negation that turns nothing around
	sentences []sentence
	closes    []bool // the rest of the clause from the word on is courtesy and the like
}

// phrases holds, for every tag, the length of the longest phrase that starts at a word.
type phrases struct {
	tags    words.Tags
	lengths [numberOfTags]uint8
}

// sentence and clause are runs of words. A clause is what stands between commas.
type sentence struct {
	clauses  []clause
	question bool // it ends with a question mark

	firstReport  int // the first word that reports what somebody says, or the end
	lastCourtesy int // the last word of courtesy, or -1
	lastElse     int // the last clause that starts with what the user has seen or asks, or -1
}

type clause struct{ start, end int }

func (s sentence) start() int { return s.clauses[0].start }
func (s sentence) end() int   { return s.clauses[len(s.clauses)-1].end }

func read(text string) *message {
	m := new(message)
	var question bool
	m.words, question = words.Read(text)
	m.phrases = make([]phrases, len(m.words))
	m.harmless = make([]bool, len(m.words))
	for i := range m.words {
		m.words[i].Text = plainSpelling(m.words[i].Text)
	}
	for i := range m.words {
		m.find(i)
		m.joinLine(i)
	}
	for i := range m.words {
		for k := range m.at(i, harmless) {
			m.harmless[i+k] = true
		}
		if m.words[i].Text == "no" && i+1 < len(m.words) && isNumber(m.words[i+1].Text) { // "order no 5"
			m.harmless[i] = true
		}
	}
	m.split(question)
	return m
}

// find looks for the phrases that start with word i.
func (m *message) find(i int) {
	p := &m.phrases[i]
	loaded().whole.Match(m.words, i, func(length int, tags words.Tags) {
		p.tags |= tags
		for rest := tags; rest != 0; rest &= rest - 1 {
			tag := bits.TrailingZeros64(uint64(rest))
			p.lengths[tag] = max(p.lengths[tag], uint8(length))
		}
	})
}

// joinLine makes a line break before word i plain white space when the line before ends
// with a word that ends no sentence: "I do not" and "confirm" on two lines are one
// refusal. The other breaks end sentences.
func (m *message) joinLine(i int) {
	if i > 0 && m.words[i].Gap == words.Line && m.at(i-1, unfinished) == 1 {
		m.words[i].Gap = words.Space
		m.phrases[i-1] = phrases{}
		m.find(i - 1)
	}
}

// split divides the message into sentences and clauses.
func (m *message) split(question bool) {
	for i, w := range m.words {
		if w.Gap >= words.Line {
			if last := len(m.sentences) - 1; last >= 0 {
				m.sentences[last].question = w.Question
			}
			m.sentences = append(m.sentences, sentence{})
		}
		s := &m.sentences[len(m.sentences)-1]
		if w.Gap >= words.Comma {
			s.clauses = append(s.clauses, clause{start: i})
		}
		s.clauses[len(s.clauses)-1].end = i + 1
	}
	if last := len(m.sentences) - 1; last >= 0 {
		m.sentences[last].question = question
	}
	m.findClosings()
	for i := range m.sentences {
		m.findOthers(&m.sentences[i])
	}
}

// findClosings marks, from the end of each clause back, the words from which on the clause
// holds nothing but courtesy and the like, or goes on with another yes.
func (m *message) findClosings() {
	m.closes = make([]bool, len(m.words))
	for i := len(m.words) - 1; i >= 0; i-- {
		length := m.at(i, after|courtesy|filler|weak|sure|says|orderOnly|yes|harmless)
		if m.words[i].Symbol {
			length = 1
		}
		m.closes[i] = m.at(i, order|performs) > 0 || length > 0 && m.ends(i+length)
	}
}

// ends reports whether a clause that holds the word before word i ends there, courtesy and
// the like aside.
func (m *message) ends(i int) bool {
	return i == len(m.words) || m.words[i].Gap >= words.Comma || m.closes[i]
}

// findOthers looks in a sentence for what decides whether a yes beside it answers the
// proposal.
func (m *message) findOthers(s *sentence) {
	s.firstReport, s.lastCourtesy, s.lastElse = s.end(), -1, -1
	for i := s.start(); i < s.end(); i++ {
		if m.has(i, i+1, reports) {
			s.firstReport = min(s.firstReport, i)
		}
		if m.has(i, i+1, courtesy) {
			s.lastCourtesy = i
		}
	}
	for _, c := range s.clauses {
		if m.startsElse(c, s.question) {
			s.lastElse = c.start
		}
	}
}

// at returns the length of the longest phrase with one of the tags at word i, or 0.
func (m *message) at(i int, tags words.Tags) int {
	if i >= len(m.words) {
		return 0
	}
	p, longest := &m.phrases[i], uint8(0)
	for rest := p.tags & tags; rest != 0; rest &= rest - 1 {
		longest = max(longest, p.lengths[bits.TrailingZeros64(uint64(rest))])
	}
	return int(longest)
}

// has reports whether a phrase with one of the tags starts at a word from start to
// before end. One that is part of a negation that turns nothing around does not count, nor
// one that a yes goes beyond: "make it so" does not "make it" something else.
func (m *message) has(start, end int, tags words.Tags) bool {
	for i := start; i < end; i++ {
		if length := m.at(i, tags); length > 0 && !m.harmless[i] && m.at(i, says|orderOnly) <= length {
			return true
		}
	}
	return false
}

// skip returns the first word from start on, at most end, that starts no phrase with one of
// the tags.
func (m *message) skip(start, end int, tags words.Tags) int {
	for start < end {
		length := m.at(start, tags)
		if length == 0 {
			break
		}
		start += length
	}
	return min(start, end)
}

// plainSpelling takes the emphasis off a word: "_yes_" is "yes", and a letter drawn out
// ("yesss", "nooo") is written once when the list knows the word so.
func plainSpelling(word string) string {
	word = strings.Trim(word, "_")
	once := drawnIn(word)
	if once == word || !drawnOut(once) {
		return word
	}
	return once
}

// drawnOut reports whether people draw the word out.
func drawnOut(word string) bool {
	switch word {
	case "yes", "yep", "yup", "yeah", "no", "nope", "ok", "okay", "sure", "go", "wait", "stop", "please",
		"да", "ага", "угу", "нет", "стоп", "ок", "ладно", "конечно":
		return true
	}
	return false
}

// drawnIn writes every letter that is repeated once.
func drawnIn(word string) string {
	var out []byte
	last := rune(-1)
	for i, r := range word {
		if r == last && out == nil {
			out = append(out, word[:i]...)
		}
		if r != last && out != nil {
			out = utf8.AppendRune(out, r)
		}
		last = r
	}
	if out == nil {
		return word
	}
	return string(out)
}

func isNumber(word string) bool {
	return word != "" && strings.TrimFunc(word, unicode.IsDigit) == ""
}
