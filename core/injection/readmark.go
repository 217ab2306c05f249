package injection

import (
	"unicode"
	"unicode/utf8"
)

// readMark reads the mark c of size bytes at i — punctuation, as itself, escaped or
// from another script — and returns where to go on.
func (r *reader) readMark(i int, c byte, size int) int {
	end := i + size
	glued := false
	switch c {
	case '\n', '\r', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x1f:
		return r.readLineEnd(i, size)
	case '\t', '|':
		r.endSentence(i, end) // the border of a cell
	case '.', '!', '?':
		return r.readStop(i, c, size)
	case ';':
		if r.spaceAt(end) {
			r.endSentence(end, end)
		} else {
			r.pause()
		}
		r.at = posStart
	case ',':
		switch {
		case !r.spaceAt(end), r.quoteBefore(i): // between cells, items of a list
			r.endSentence(i, end)
		default:
			r.mark(kindComma)
			r.at = r.at.afterComma()
		}
	case ':':
		if r.quoteBefore(i) || end < len(r.text) && isQuote(r.text[end]) {
			r.endSentence(i, end) // after the name of a member
			break
		}
		label := r.kinds[r.before&0xffff].flags&kindLabel != 0
		r.mark(kindColon)
		r.at = posStart
		if label {
			r.at |= posLabel
		}
		r.join = 0
		return r.skip(end, ':')
	case '"', '\'':
		return r.readQuote(i, c, size)
	case '(', '{':
		r.pause()
		r.at = posStart
	case ')', '}':
		r.pause()
	case '[':
		r.mark(kindOpenBox)
		r.at = posStart
		r.join = 0
		return r.skip(end, c)
	case ']':
		r.mark(kindCloseBox)
	case '<':
		return r.readTag(i, size)
	case '>':
		r.closeTag(i, end)
	case '-':
		return r.readDash(i, end)
	case '#':
		n := r.skip(end, '#')
		if n-i > 1 && r.lineBegins(i) {
			r.mark(kindHeading)
		}
		r.join = 0
		return n
	case '@':
		if i > 0 && (r.text[i-1] > ' ' || r.wasSpaced) {
			r.join |= joinAt
		}
		glued = true
	case '$':
		// signBefore and signFollows look for it
	case '&', '\\', '%':
		if e, n := readEscape(r.text[i:]); size == 1 && n > 0 {
			return r.readEscaped(i, e, n)
		}
		if c == '\\' && end < len(r.text) {
			return r.readBackslash(i)
		}
		glued = true
	case '`':
		r.join |= joinCode
		return end
	case '*', '~', '^':
		// emphasis: read as absent
		return end
	case '=':
		r.pause()
		glued = !r.spaceAt(end)
	case '/', '+', '_':
		glued = !r.spaceAt(end)
	default:
		r.pause()
	}
	if glued {
		r.join |= joinGlued
	} else {
		r.join = 0
	}
	return end
}

// readQuote reads a quote: it opens a clause, or ends a value of JSON.
func (r *reader) readQuote(i int, c byte, size int) int {
	end := i + size
	r.at, r.join = posStart, 0
	switch {
	case end < len(r.text) && endsValue[r.text[end]]:
		r.endSentence(i, end)
		return end
	case r.tick == r.lineTick:
		r.begin = end // a passage begins after the quote before it
	}
	if i == 0 || opensQuote[r.text[i-1]] {
		r.at |= posQuoted
	}
	return r.skip(end, c)
}

// opensQuote are the bytes before a quote that opens: white space and punctuation.
var opensQuote = func() (opens [256]bool) {
	for c := range utf8.RuneSelf {
		opens[c] = !isWordByte(byte(c)) && c != '.'
	}
	return opens
}()

// readDash reads a run of dashes: a bullet, a hyphen, a pause, a line, or the end of a
// comment.
func (r *reader) readDash(i, end int) int {
	n := r.skip(end, '-')
	if r.inComment && n-i > 1 && n < len(r.text) && r.text[n] == '>' {
		r.inComment = false
		r.around &^= posHidden
		r.endSentence(n-len("--"), n+1)
		r.join = 0
		return n + 1
	}
	if n-end < 2 && !r.spaceAt(n) { // "check-in", "--all"
		r.join |= joinGlued
		return n
	}
	if r.begin < i { // not a bullet
		r.pause()
	}
	r.at, r.join = posStart, 0
	return n
}

// endsValue are the marks after a quote that end a value of JSON.
var endsValue = [256]bool{',': true, ':': true, ']': true, '}': true}

// skip returns the end of the run of c at i.
func (r *reader) skip(i int, c byte) int {
	for i < len(r.text) && r.text[i] == c {
		i++
	}
	return i
}

// spaceAt reports whether white space or the end of the text stands at i.
func (r *reader) spaceAt(i int) bool {
	if i >= len(r.text) || r.text[i] <= ' ' {
		return true
	}
	if r.text[i] < utf8.RuneSelf {
		return false
	}
	c, _ := utf8.DecodeRuneInString(r.text[i:])
	return unicode.IsSpace(c)
}

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// quoteBefore reports whether a quote stands right before i.
func (r *reader) quoteBefore(i int) bool { return i > 0 && isQuote(r.text[i-1]) }

// lineBegins reports whether i is at the start of a line, white space aside.
func (r *reader) lineBegins(i int) bool { return r.tick == r.lineTick || i == 0 || r.text[i-1] == '\n' }

// readBackslash reads the two-character escapes of JSON: line breaks, tabs, quotes.
func (r *reader) readBackslash(i int) int {
	switch c := r.text[i+1]; c {
	case 'n', 'r':
		return r.readLineEnd(i, 2)
	case 't':
		r.pause()
		r.at = posStart
		return i + 2
	case '"', '\'':
		return r.readMark(i+1, c, 1)
	}
	r.join |= joinGlued
	return i + 1
}

// readEscaped reads the escaped character c of size bytes at i.
func (r *reader) readEscaped(i int, c rune, size int) int {
	if c < utf8.RuneSelf {
		switch charKinds[c] {
		case charSpace:
			r.join = 0
			return i + size
		case charLetter:
			return r.readMixed(i)
		case charDigit:
			r.join = 0
			return i + size
		}
		if c == '<' || c == '&' {
			r.pause() // shown as text, but a model may read it as a tag
			if c == '<' {
				return r.readTag(i, size)
			}
			return i + size
		}
		return r.readMark(i, byte(c), size)
	}
	switch g := r.glyph(c); g.kind() {
	case glyphLetter, glyphDigit:
		return r.readMixed(i)
	case glyphASCII:
		return r.readMark(i, byte(g.out()), size)
	case glyphNewline:
		return r.readLineEnd(i, size)
	}
	r.join = 0
	return i + size
}
