package confirmation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
	"github.com/guardstream/guardstream/core/words"
)

// longQuote is how many words a quotation has at least that is somebody's words. A shorter
// one may be a name or a choice: the reason "no longer needed".
const longQuote = 7

// isValue reports whether a negation is a value or a choice and negates nothing: "water
// resistance: no", "(coating: not scratched)", "proceed (yes/no)?".
func (p *proposal) isValue(i int) bool {
	if i == 0 {
		return false
	}
	valued := strings.Contains(p.between(i), ":")
	switch p.words[i].Text {
	case "no", "none", "without", "нет", "без":
		return valued || p.words[i-1].Text == "yes" || p.words[i-1].Text == "да"
	case "not", "не":
		return valued && p.bracket[i]
	}
	return false
}

// markBrackets marks the words in brackets of one line, which list the properties of a
// thing or say in other words what it is.
func (p *proposal) markBrackets() {
	open := false
	for i := range p.words {
		for _, r := range p.between(i) {
			switch r {
			case '(', '[', '（':
				open = true
			case ')', ']', '）', '\n', '\r':
				open = false
			}
		}
		p.bracket[i] = open
	}
}

// silenceQuotes silences what stands in quotation marks and is somebody's words: a long
// quotation, or one of several sentences, that is no value of the call.
func (p *proposal) silenceQuotes() {
	first := 0
	for _, q := range quotations(p.text) {
		for first < len(p.words) && p.words[first].Start < q.Start {
			first++
		}
		end, isValue, sentences := first, true, 1
		for end < len(p.words) && p.words[end].End <= q.End {
			isValue = isValue && p.value[end]
			if end > first && (p.words[end].Gap >= words.Line || p.brokenBefore(end)) {
				sentences++
			}
			end++
		}
		if !isValue && (end-first >= longQuote || sentences > 1) {
			for i := first; i < end; i++ {
				p.silent[i] = true
			}
		}
		first = end
	}
}

// silenceAbsent silences what a thing goes without: "a seat without a window", up to the
// end of the clause.
func (p *proposal) silenceAbsent() {
	for i := 0; i < len(p.words); i++ {
		if p.tags[i]&goesWithout == 0 || p.tags[i]&mentions != 0 || p.isValue(i) {
			continue
		}
		p.silent[i] = true
		for i+1 < len(p.words) && !p.startsPart(i+1) && !p.brokenBefore(i+1) {
			i++
			p.silent[i] = true
		}
	}
}

// quotations returns what stands in double quotation marks, in order. One that is not
// closed goes on to the end.
func quotations(text string) []Span {
	if !strings.ContainsAny(text, `"“„«`) {
		return nil
	}
	var found []Span
	start := -1
	before := rune(' ')
	for i, r := range text {
		next := ' '
		if size := utf8.RuneLen(r); size > 0 && i+size < len(text) {
			next, _ = utf8.DecodeRuneInString(text[i+size:])
		}
		opens := r == '“' || r == '„' || r == '«' || r == '"' && !runes.IsWord(before) && !unicode.IsSpace(next)
		closes := r == '”' || r == '“' || r == '»' || r == '"'
		switch {
		case start < 0 && opens:
			start = i + utf8.RuneLen(r)
		case start >= 0 && closes:
			found = append(found, Span{start, i})
			start = -1
		}
		before = r
	}
	if start >= 0 {
		found = append(found, Span{start, len(text)})
	}
	return found
}
