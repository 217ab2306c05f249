package injection

import (
	"slices"
	"unicode/utf8"
)

// ciphers are the simple ciphers that a text may be written in. A sentence that has
// words of both lists, as they look in the cipher, makes the whole text be read again
// without it: one list alone may be a name or an abbreviation.
var ciphers = [...]struct {
	name    string
	classes [2]string
	decode  func(string) string
	place   func(p Passage, size int) Passage // where a passage of the decoded text is
}{
	{"rot13", [2]string{"SHIFTEDA", "SHIFTEDB"}, shiftBack, func(p Passage, _ int) Passage { return p }},
	{"reversed", [2]string{"TURNEDA", "TURNEDB"}, turnRound, func(p Passage, size int) Passage {
		return Passage{size - p.End, size - p.Start, p.Rule}
	}},
}

// endLine ends the segment as the matcher does, after a look at it for ciphers.
func (r *reader) endLine(end, next int) {
	if r.marks&r.ciphers != 0 {
		r.noteCiphers()
	}
	r.matcher.endLine(end, next)
}

// endSentence is endLine for the end of a sentence.
func (r *reader) endSentence(end, next int) {
	if r.marks&r.ciphers != 0 {
		r.noteCiphers()
	}
	r.matcher.endSentence(end, next)
}

func (r *reader) noteCiphers() {
	for i, marks := range r.cipherMarks {
		if r.marks&marks[0] != 0 && r.marks&marks[1] != 0 {
			r.ciphered[i] = true
		}
	}
}

// readCiphers reads the whole text again for every cipher that was noticed. A text that
// was decoded already is not: ciphers of ciphers would multiply the time.
func (r *reader) readCiphers() {
	if r.depth > 0 {
		return
	}
	for i, c := range ciphers {
		if !r.ciphered[i] {
			continue
		}
		found := scan(c.decode(r.text), r.scope, r.depth+1)
		for _, p := range found {
			p = c.place(p, len(r.text))
			p.Rule = c.name + "/" + p.Rule
			r.passages = append(r.passages, p)
		}
	}
	slices.SortStableFunc(r.passages, func(a, b Passage) int { return a.Start - b.Start })
	sorted := r.passages
	r.passages = nil
	for _, p := range sorted {
		r.add(p)
	}
}

// shiftBack undoes rot13, byte by byte: offsets stay.
func shiftBack(s string) string {
	plain := []byte(s)
	for i, c := range plain {
		if letterCode[c] != 0 {
			base := c &^ 0x1f // 0x40 or 0x60, the letters count from 1
			plain[i] = base + (c-base-1+13)%26 + 1
		}
	}
	return string(plain)
}

// turnRound writes a text from its end.
func turnRound(s string) string {
	turned := make([]byte, 0, len(s))
	for len(s) > 0 {
		_, size := utf8.DecodeLastRuneInString(s)
		turned = append(turned, s[len(s)-size:]...)
		s = s[:len(s)-size]
	}
	return string(turned)
}
