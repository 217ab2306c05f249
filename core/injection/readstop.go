package injection

import (
	"unicode"
	"unicode/utf8"
)

// readStop reads ".", "!" and "?": they end a sentence unless they are part of a word,
// a file's name or an address.
func (r *reader) readStop(i int, c byte, size int) int {
	end := r.skip(i+size, c)
	if c == '.' && r.withinWord(i, end) {
		r.join |= joinDot | joinGlued
		return end
	}
	if c != '.' && r.join&joinAddress != 0 && !r.spaceAt(end) {
		r.pause()
		r.join |= joinGlued // the query of an address
		return end
	}
	r.join = 0
	if r.quotedStop(end) {
		r.pause()
		return end
	}
	r.endSentence(end, end)
	return end
}

// quotedStop reports whether the stop before end is the quoted one of a sentence that
// goes on: 'Add "Buy now!" to the list'.
func (r *reader) quotedStop(end int) bool {
	return end+2 < len(r.text) && isQuote(r.text[end]) && r.text[end+1] == ' ' && r.lowerAt(end+2)
}

// withinWord reports whether the dot text[i:end] joins two parts of a name, a number or
// an address: "report.pdf", "a.example". A capital after it begins a sentence.
func (r *reader) withinWord(i, end int) bool {
	text := r.text
	end = r.skipInvisible(end)
	if end >= len(text) {
		return false
	}
	next := text[end]
	if r.wasSpaced && next == ' ' { // in spaced-out letters: "a . e x a m p l e"
		return end+1 < len(text) && text[end+1] != ' ' && i > 0 && text[i-1] == ' '
	}
	switch {
	case isCapital(next):
		return i > 0 && isCapital(text[i-1])
	case next >= utf8.RuneSelf:
		return r.letterAt(end) && i > 0 && text[i-1] != ' ' && r.lowerAt(end)
	}
	return isWordByte(next) || next == '_' || next == '/' || next == '\\'
}

// skipInvisible returns where the invisible characters at i end.
func (r *reader) skipInvisible(i int) int {
	for i < len(r.text) && r.text[i] >= utf8.RuneSelf {
		c, size := utf8.DecodeRuneInString(r.text[i:])
		if r.glyph(c).kind() != glyphInvisible {
			break
		}
		i += size
	}
	return i
}

// readLineEnd reads a line break. The line goes on in the next one when that begins in
// lower case: then it is only a space.
func (r *reader) readLineEnd(i, size int) int {
	end := i + size
	for end < len(r.text) && (r.text[end] == '\n' || r.text[end] == '\r' || r.text[end] == ' ' || r.text[end] == '\t') {
		end++
	}
	r.lineMark()
	r.join = 0
	if end < len(r.text) && r.lowerAt(end) {
		k := &r.kinds[r.before&0xffff]
		if k.flags&kindOpen == 0 && k.turn == turnNone {
			r.at |= posStart
		}
		return end
	}
	r.endLine(i, end)
	return end
}

func (r *reader) lowerAt(i int) bool {
	if c := r.text[i]; c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z'
	}
	c, _ := utf8.DecodeRuneInString(r.text[i:])
	return unicode.IsLower(c)
}
