package confirmation

import (
	"strings"

	"github.com/guardstream/guardstream/core/words"
)

// Span is a part of a text in bytes, half open.
type Span struct{ Start, End int }

// Proposals returns the parts of an assistant's message that propose something to the user,
// in order; none when a yes to the message answers something else. It is for
// `confirm.mode: exact`, where a call must be proposed and not only mentioned: every value
// of the call has to be named in one of these parts.
//
//   - The last question decides what a yes answers. "Is 19122 still your zip code?" and
//     "anything else?" ask something else than leave to act, so nothing is proposed. Without
//     a question the message must say that it is going to act, or await a yes.
//   - A sentence that mentions is left out: it negates ("I will not …"), leaves alone
//     ("stays as it is"), or tells what is or was ("I also see a remark that …"). Of such a
//     sentence only the parts that start with the assistant's own action remain: "I will
//     cancel #W1" of "I will cancel #W1 but leave #W2 as it is".
//   - The items of a list under a line that mentions are mentioned.
//
// The careful answer is less: what is left out is asked for again.
func Proposals(text string) []Span {
	p := readProposal(text)
	if !p.awaitsYes() {
		return nil
	}
	var spans []Span
	mentioning := false // the list being read stands under a line that mentions
	for i, s := range p.sentences {
		mentions := p.mentions(s)
		if !p.listed(i) {
			mentioning = mentions
		}
		switch {
		case mentions || mentioning:
			spans = append(spans, p.offersOf(s)...)
		default:
			spans = append(spans, p.span(s))
		}
	}
	return spans
}

// proposal is an assistant's message as sentences; every line of a list is one.
type proposal struct {
	text      string
	words     []words.Word
	tags      []words.Tags // of the phrases that start at a word
	sentences []said
}

type said struct {
	start, end int
	question   bool
}

func readProposal(text string) *proposal {
	p := &proposal{text: text}
	var question bool
	p.words, question = words.Read(text)
	p.tags = make([]words.Tags, len(p.words))
	for i, w := range p.words {
		proposalLexicon().Match(p.words, i, func(_ int, tags words.Tags) { p.tags[i] |= tags })
		if w.Gap >= words.Line || i > 0 && p.brokenBefore(i) {
			if last := len(p.sentences) - 1; last >= 0 {
				p.sentences[last].question = w.Question
			}
			p.sentences = append(p.sentences, said{start: i})
		}
		p.sentences[len(p.sentences)-1].end = i + 1
	}
	if last := len(p.sentences) - 1; last >= 0 {
		p.sentences[last].question = question
	}
	return p
}

// brokenBefore reports whether a line break stands before word i.
func (p *proposal) brokenBefore(i int) bool {
	return strings.ContainsAny(p.text[p.words[i-1].End:p.words[i].Start], "\r\n")
}

// listed reports whether sentence i is an item of the list that a line before it announces
// with a colon, or goes on with one.
func (p *proposal) listed(i int) bool {
	if i == 0 {
		return false
	}
	before := p.text[p.words[p.sentences[i].start-1].End:p.words[p.sentences[i].start].Start]
	line := strings.TrimSpace(before[strings.LastIndexAny(before, "\r\n")+1:])
	return strings.Contains(before, ":") || line != "" && p.brokenBefore(p.sentences[i].start)
}

// awaitsYes reports whether a yes to the message answers a proposal.
func (p *proposal) awaitsYes() bool {
	for i := len(p.sentences) - 1; i >= 0; i-- {
		if s := p.sentences[i]; s.question {
			return p.asksLeave(s)
		}
	}
	for i := range p.words {
		if p.tags[i]&awaits != 0 {
			return true
		}
	}
	return false
}

// asksLeave reports whether a question asks for leave to act: "Shall I cancel it?", or,
// without a verb of asking, "Refund 31 EUR for #K55?".
func (p *proposal) asksLeave(s said) bool {
	tags := p.tags[s.start]
	if tags&asksOther != 0 {
		return false
	}
	for i := s.start; i < s.end; i++ { // "Everything is booked, shall I pay?"
		if p.tags[i]&asksLeave != 0 && (i == s.start || p.words[i].Gap >= words.Comma) {
			return true
		}
	}
	return tags&asksToKnow == 0
}

// mentions reports whether a sentence, or a part of one, mentions.
func (p *proposal) mentions(s said) bool {
	for i := s.start; i < s.end; i++ {
		if p.tags[i]&mentions != 0 && !p.isValue(i) {
			return true
		}
	}
	return false
}

// isValue reports whether a negation is a value or a choice and negates nothing: "water
// resistance: no", "(coating: not scratched)", "proceed (yes/no)?".
func (p *proposal) isValue(i int) bool {
	if i == 0 {
		return false
	}
	valued := strings.Contains(p.text[p.words[i-1].End:p.words[i].Start], ":")
	switch p.words[i].Text {
	case "no", "none", "without", "нет", "без":
		return valued || p.words[i-1].Text == "yes" || p.words[i-1].Text == "да"
	case "not", "не":
		return valued && p.inBrackets(p.words[i].Start)
	}
	return false
}

// inBrackets reports whether a place in the text stands in brackets, which list the
// properties of a thing.
func (p *proposal) inBrackets(at int) bool {
	const lookBack = 256 // bytes
	before := p.text[max(0, at-lookBack):at]
	last := strings.LastIndexAny(before, "()")
	return last >= 0 && before[last] == '('
}

// offersOf returns the parts of a sentence that mentions which still propose.
func (p *proposal) offersOf(s said) []Span {
	var spans []Span
	for start := s.start; start < s.end; {
		end := start + 1
		for end < s.end && !p.startsPart(end) {
			end++
		}
		first := start
		if joins(p.words[first].Text) && first+1 < end {
			first++
		}
		part := said{start: start, end: end}
		if p.tags[first]&offers != 0 && !p.mentions(part) {
			spans = append(spans, p.span(part))
		}
		start = end
	}
	return spans
}

// startsPart reports whether a part of a sentence starts with a word.
func (p *proposal) startsPart(i int) bool {
	return p.words[i].Gap >= words.Comma || joins(p.words[i].Text)
}

// joins reports whether a word joins the parts of a sentence.
func joins(word string) bool {
	switch word {
	case "and", "but", "while", "whereas", "so", "и", "а", "но":
		return true
	}
	return false
}

// span returns the bytes of the words, with the signs up to the next word or the end of the
// line.
func (p *proposal) span(s said) Span {
	start, last, end := p.words[s.start].Start, p.words[s.end-1].End, len(p.text)
	if s.end < len(p.words) {
		end = p.words[s.end].Start
	}
	if broken := strings.IndexAny(p.text[last:end], "\r\n"); broken >= 0 {
		end = last + broken
	}
	return Span{start, start + len(strings.TrimSpace(p.text[start:end]))}
}
