package confirmation

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/words"
)

// Span is a part of a text in bytes, half open.
type Span struct{ Start, End int }

// Part is a part of an assistant's message that says what it proposes: a sentence, a line
// of a list, or a piece of one between the words that join pieces ("and").
type Part struct {
	Span
	// Offers says that the part is about what the assistant is going to do or asks leave
	// for. Otherwise it tells something beside it: "The total is 30 EUR".
	Offers bool
	// Asks says that the part holds nothing but the words of asking and announcing: "Do you
	// want me to proceed (yes/no)?", "I will do the following:".
	Asks bool
	// Item says that it stands in a line of a list.
	Item bool
	// Step is the number, counted from 1, of the numbered line that it belongs to; 0 in
	// front of the first.
	Step int
	// Sentence is the number of its sentence, which the pieces of one share.
	Sentence int
}

// Proposals returns the parts of an assistant's message that propose something to the user,
// in order; none when a yes to the message answers something else. It is for
// `confirm.mode: exact`, where a call must be proposed and not only mentioned: every value
// of the call has to be named in these parts.
//
//   - The last question decides what a yes answers. "Is 19122 still your zip code?" and
//     "anything else?" ask something else than leave to act, so nothing is proposed. Without
//     a question the message must say that it is going to act, or await a yes.
//   - A sentence that mentions is left out: it negates ("I will not …"), leaves alone
//     ("stays as it is"), or tells what somebody says or what was ("I also see a remark that
//     …"). Of such a sentence only the parts that start with the assistant's own action
//     remain: "I will cancel #W1" of "I will cancel #W1 but leave #W2 as it is".
//   - The items of a list under a line that mentions are mentioned.
//   - What stands in quotation marks is somebody's words, unless it is short or a value of the
//     call; what goes without something ("without insurance") is left out.
//
// known is what is known of the call. The careful answer is less: what is left out is asked
// for again.
func Proposals(text string, known Known) []Part {
	p := readProposal(text, known)
	if !p.awaitsYes() {
		return nil
	}
	var parts []Part
	var under, steps heading // what the list being read, and the numbered one, stand under
	for i, s := range p.sentences {
		at := p.lines.at(p.words[s.start].Start)
		mentions := p.mentions(s)
		switch {
		case at.first(p.words[s.start].Start) && at.step > 1:
			under = steps
		case at.first(p.words[s.start].Start) && at.step == 1:
			steps = under
		case !p.listed(i):
			under = heading{mentions: mentions, tells: !p.offers(s)}
		}
		starts := p.startsPiece
		if mentions || under.mentions {
			starts = p.startsPart
		}
		for _, piece := range p.pieces(s, starts) {
			if (mentions || under.mentions) && !p.offersDespite(piece) {
				continue
			}
			offers := p.offers(piece) && !(under.tells && p.listed(i))
			parts = append(parts, Part{Span: p.span(piece), Offers: offers, Asks: p.asksOnly(piece), Item: at.item, Step: at.step, Sentence: i})
		}
	}
	return parts
}

// heading is what a list stands under.
type heading struct{ mentions, tells bool }

// Known is what is known of a call that may be proposed.
type Known struct {
	// Values are where values of the call stand that have several words. A negation inside
	// of one negates nothing ("no longer needed").
	Values []Span
	// Names are the words of its arguments' names: what a call writes as its note is none
	// that somebody else has written.
	Names []string
}

// proposal is an assistant's message as sentences; every line of a list is one.
type proposal struct {
	text      string
	words     []words.Word
	tags      []words.Tags // of the phrases that start at a word
	silent    []bool       // the word proposes nothing, whatever its sentence does
	value     []bool       // the word is part of a value of the call
	bracket   []bool       // the word stands in brackets
	sentences []said
	lines     lines
}

// said is a run of words.
type said struct {
	start, end int
	question   bool
}

func readProposal(text string, known Known) *proposal {
	p := &proposal{text: text, lines: readLines(text)}
	var question bool
	p.words, question = words.Read(text)
	p.tags = make([]words.Tags, len(p.words))
	p.silent = make([]bool, len(p.words))
	p.bracket = make([]bool, len(p.words))
	p.markValues(known.Values)
	for i, w := range p.words {
		proposalLexicon().Match(p.words, i, func(_ int, tags words.Tags) { p.tags[i] |= tags })
		if p.value[i] {
			p.tags[i] &^= mentions | past | tells | goesWithout
		}
		if p.tags[i]&somebodys != 0 && !slices.Contains(known.Names, w.Text) {
			p.tags[i] |= mentions
		}
		if w.Start < p.lines.at(w.Start).text { // the number of a step
			p.silent[i] = true
		}
		begins := w.Gap >= words.Line || i > 0 && p.brokenBefore(i) || p.lines.at(w.Start).first(w.Start)
		if begins && !(i > 0 && p.silent[i-1] && !p.brokenBefore(i)) {
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
	p.markBrackets()
	p.silenceQuotes()
	p.silenceAbsent()
	return p
}

// markValues marks the words of values. Values may overlap.
func (p *proposal) markValues(values []Span) {
	p.value = make([]bool, len(p.words))
	if len(values) == 0 {
		return
	}
	starts := make([]int, len(p.text)+1)
	for _, v := range values {
		starts[v.Start]++
		starts[v.End]--
	}
	open, at := 0, 0
	for i, w := range p.words {
		for ; at <= w.Start; at++ {
			open += starts[at]
		}
		p.value[i] = open > 0
	}
}

// brokenBefore reports whether a line break stands before word i.
func (p *proposal) brokenBefore(i int) bool {
	return strings.ContainsAny(p.between(i), "\r\n")
}

// between returns the signs before word i.
func (p *proposal) between(i int) string {
	if i == 0 {
		return p.text[:p.words[0].Start]
	}
	return p.text[p.words[i-1].End:p.words[i].Start]
}

// listed reports whether sentence i is an item of the list that a line before it announces
// with a colon, or goes on with one.
func (p *proposal) listed(i int) bool {
	if i == 0 {
		return false
	}
	before := p.between(p.sentences[i].start)
	marks := strings.TrimSpace(before[strings.LastIndexAny(before, "\r\n")+1:])
	isItem := marks != "" || p.lines.at(p.words[p.sentences[i].start].Start).item
	return strings.Contains(before, ":") || isItem && p.brokenBefore(p.sentences[i].start)
}

// awaitsYes reports whether a yes to the message answers a proposal.
func (p *proposal) awaitsYes() bool {
	for i := len(p.sentences) - 1; i >= 0; i-- {
		if s := p.sentences[i]; s.question {
			return p.asksLeave(s)
		}
	}
	for i := range p.words {
		if p.tags[i]&awaits != 0 && !p.silent[i] {
			return true
		}
	}
	return false
}

// asksLeave reports whether a question asks for leave to act: "Shall I cancel it?", or,
// without a verb of asking, "Refund 31 EUR for #K55?".
func (p *proposal) asksLeave(s said) bool {
	tags := p.tags[s.start]
	if tags&asksOther != 0 || p.silent[s.start] {
		return false
	}
	leave := tags&asksToKnow == 0
	for i := s.start; i < s.end; i++ {
		switch {
		case i > s.start && p.words[i].Gap < words.Comma:
		case p.tags[i]&asksAbout != 0: // "By the way, would you like to hear …"
			return false
		case p.tags[i]&asksLeave != 0: // "Everything is booked, shall I pay?"
			leave = true
		}
	}
	return leave
}

// offers reports whether a sentence, or a piece of one, is about what the assistant is going
// to do: it says so, asks leave, or tells nothing ("Cancel #W1", "#W1 -> #W2").
func (p *proposal) offers(s said) bool {
	told := false
	for i := s.start; i < s.end; i++ {
		switch {
		case p.silent[i] || p.bracket[i]:
		case p.tags[i]&(offers|asksLeave) != 0 && p.tags[i]&(asksOther|asksAbout) == 0:
			return true
		}
		told = told || p.tags[i]&tells != 0 && !p.bracket[i] && !p.silent[i]
	}
	return !told
}

// asksOnly reports whether a piece holds nothing but words of asking and announcing.
func (p *proposal) asksOnly(s said) bool {
	for i := s.start; i < s.end; i++ {
		if p.tags[i]&asking == 0 {
			return false
		}
	}
	return true
}

// mentions reports whether a sentence, or a part of one, mentions. What was is part of what
// an offer is about: "Shall I cancel #W1, which was booked twice?".
func (p *proposal) mentions(s said) bool {
	cues := mentions
	if p.tags[s.start]&(offers|asksLeave) == 0 {
		cues |= past
	}
	for i := s.start; i < s.end; i++ {
		if p.tags[i]&cues != 0 && !p.silent[i] && !p.isValue(i) {
			return true
		}
	}
	return false
}

// offersDespite reports whether a piece of a sentence that mentions still proposes.
func (p *proposal) offersDespite(s said) bool {
	first := s.start
	if joins(p.words[first].Text) && first+1 < s.end {
		first++
	}
	return p.tags[first]&offers != 0 && !p.mentions(s)
}

// pieces divides the words of a sentence that are not silent.
func (p *proposal) pieces(s said, starts func(i int) bool) []said {
	var pieces []said
	open := false
	for i := s.start; i < s.end; i++ {
		switch {
		case p.silent[i]:
			open = false
		case !open || starts(i):
			pieces = append(pieces, said{start: i, end: i + 1, question: s.question})
			open = true
		default:
			pieces[len(pieces)-1].end = i + 1
		}
	}
	return pieces
}

// startsPart reports whether a part of a sentence starts with a word.
func (p *proposal) startsPart(i int) bool {
	return !p.bracket[i] && (p.words[i].Gap >= words.Comma || joins(p.words[i].Text))
}

// startsPiece reports whether a word joins what may be another proposal: a conjunction or a
// semicolon, but not inside of a value or of brackets.
func (p *proposal) startsPiece(i int) bool {
	return !p.value[i] && !p.bracket[i] && (joins(p.words[i].Text) || strings.Contains(p.between(i), ";"))
}

// joins reports whether a word joins the parts of a sentence. "or" does not: a yes to one
// thing or another says nothing about which.
func joins(word string) bool {
	switch word {
	case "and", "but", "while", "whereas", "so", "then", "plus", "и", "а", "но", "затем":
		return true
	}
	return false
}

// span returns the bytes of the words, with the signs up to the next word or the end of the
// line.
func (p *proposal) span(s said) Span {
	start, last, end := p.words[s.start].Start, p.words[s.end-1].End, len(p.text)
	for start > 0 && strings.IndexByte("#@$", p.text[start-1]) >= 0 { // they belong to the word
		start--
	}
	if s.end < len(p.words) {
		end = p.words[s.end].Start
	}
	if broken := strings.IndexAny(p.text[last:end], "\r\n"); broken >= 0 {
		end = last + broken
	}
	return Span{start, start + len(strings.TrimRight(p.text[start:end], " \t#@$\"“„«(["))}
}
