package intent

import (
	"slices"
	"strings"
	"unicode"

	"github.com/guardstream/guardstream/core/words"
)

// Span is a part of a text in bytes, half open.
type Span struct{ Start, End int }

// Sentences returns the sentences of a text that ask for a kind of action, for the rule
// that they must also name what to act on (`request.object`). A sentence counts only as
// far as nothing turns it around:
//
//   - "Never pay ACC-1 again" asks for nothing. A negation reaches from its clause to the
//     end of the sentence, "do not send, pay or delete it"; it reaches back to the start
//     of its clause, "pay nothing".
//   - After "but" or "instead" the sentence says something new: of "Don't pay ACC-1 but
//     pay ACC-2" the part from "but" on asks.
//   - "don't forget to pay" and "why not pay" turn nothing around.
//
// A list that a line announces with a colon belongs to the sentence. Lines that quote
// somebody ("> …") belong to nobody. Where the text leaves a doubt, less is returned: the
// cost is a question to a person.
func Sentences(i Intent, text string, more ...Language) []Span {
	t := newTurned(text, i.tags(more))
	var spans []Span
	for start, end := range t.standing {
		if slices.Contains(t.asks[start:end], true) {
			spans = append(spans, t.span(start, end))
		}
	}
	return spans
}

// Sentences returns the sentences of a text in which one of the patterns is found, as
// far as nothing turns them around: what [Sentences] is for kinds of action.
func (p Phrases) Sentences(text string) []Span {
	if p.machine == nil {
		return nil
	}
	t := newTurned(text, 0)
	var spans []Span
	for start, end := range t.standing {
		if s := t.span(start, end); p.Found(text[s.Start:s.End]) {
			spans = append(spans, s)
		}
	}
	return spans
}

// turned is a text with, for every word, whether a wanted phrase ends there and what the
// word turns around.
type turned struct {
	text  string
	words []words.Word
	asks  []bool
	turns []words.Tags // negation and contrast
}

func newTurned(text string, wanted words.Tags) *turned {
	t := &turned{text: text}
	t.words, _ = words.Read(text)
	t.asks = make([]bool, len(t.words))
	t.turns = make([]words.Tags, len(t.words))
	run := loaded().families.NewRun()
	s := words.NewScanner(text)
	s.SkipQuoted()
	for i := 0; s.Next(); i++ {
		t.asks[i] = (run.Step(s)|address(text, s))&wanted != 0
	}
	harmlessUntil := 0
	for i := range t.words {
		loaded().turns.Match(t.words, i, func(length int, tags words.Tags) {
			if tags&harmless != 0 {
				harmlessUntil = max(harmlessUntil, i+length)
			}
			t.turns[i] |= tags
		})
		if i < harmlessUntil {
			t.turns[i] = 0
		}
	}
	return t
}

// standing ranges over the parts of sentences that nothing turns around, as words.
func (t *turned) standing(yield func(start, end int) bool) {
	for start := 0; start < len(t.words); {
		end := t.sentenceEnd(start)
		for start < end {
			part := t.partEnd(start, end)
			if until := t.standsUntil(start, part); until > start && !yield(start, until) {
				return
			}
			start = part
		}
	}
}

// sentenceEnd returns the index behind the sentence that starts with a word.
func (t *turned) sentenceEnd(start int) int {
	list := false
	for i := start + 1; i < len(t.words); i++ {
		switch between := t.text[t.words[i-1].End:t.words[i].Start]; t.words[i].Gap {
		case words.Stop:
			return i
		case words.Line:
			if !list || !t.listItem(i, between) {
				return i
			}
		case words.Comma:
			list = list || strings.Contains(between, ":") && strings.Contains(between, "\n")
		}
	}
	return len(t.words)
}

// listItem reports whether a list item starts with a word: behind a bullet ("- x"), or
// with a number ("2. x").
func (t *turned) listItem(i int, before string) bool {
	if strings.TrimFunc(before[strings.LastIndexByte(before, '\n')+1:], unicode.IsSpace) != "" {
		return true
	}
	numbered := strings.TrimFunc(t.words[i].Text, unicode.IsDigit) == ""
	after := t.text[t.words[i].End:]
	return numbered && (strings.HasPrefix(after, ".") || strings.HasPrefix(after, ")"))
}

// partEnd returns where the sentence says something new, at most end.
func (t *turned) partEnd(start, end int) int {
	for i := start + 1; i < end; i++ {
		if t.turns[i]&contrast != 0 {
			return i
		}
	}
	return end
}

// standsUntil returns the index behind the clauses from start on that are not negated.
func (t *turned) standsUntil(start, end int) int {
	clause := start
	for i := start; i < end; i++ {
		if t.words[i].Gap >= words.Comma {
			clause = i
		}
		if t.turns[i]&negation != 0 {
			return clause
		}
	}
	return end
}

// span returns the bytes of words, with the signs that follow them.
func (t *turned) span(start, end int) Span {
	to := len(t.text)
	if end < len(t.words) {
		to = t.words[end].Start
	}
	from := t.words[start].Start
	return Span{from, from + len(strings.TrimRightFunc(t.text[from:to], unicode.IsSpace))}
}
