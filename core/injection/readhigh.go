package injection

import "unicode/utf8"

// glyph folds a character outside ASCII.
func (r *reader) glyph(c rune) glyph {
	if r.folds == nil {
		r.folds = folds()
	}
	return r.folds.glyph(c)
}

// readHigh reads the character outside ASCII at i, or the word that begins with it, and
// returns where it ends.
func (r *reader) readHigh(i int) int {
	c, size := utf8.DecodeRuneInString(r.text[i:])
	switch g := r.glyph(c); g.kind() {
	case glyphLetter, glyphLigature, glyphDigit:
		return r.readMixed(i)
	case glyphDense:
		return r.readDense(i)
	case glyphInvisible:
		return i + size // read as absent
	case glyphTag, glyphSelector:
		return r.readHidden(i)
	case glyphNewline:
		return r.readMark(i, '\n', size)
	case glyphASCII:
		return r.readMark(i, byte(g.out()), size)
	}
	r.join = 0
	return i + size
}

// readDense reads the longest listed word at i of a script without spaces, or one
// character.
func (r *reader) readDense(i int) int {
	id, n := r.dense.longest(r.text[i:])
	if n == 0 {
		_, n = utf8.DecodeRuneInString(r.text[i:])
	}
	r.join = 0
	r.put(id, i, i+n)
	return i + n
}

// charAt decodes the character at i, written as itself or as an escape. The size is 0
// at an invalid byte.
func (r *reader) charAt(i int) (rune, int) {
	c := r.text[i]
	switch {
	case c >= utf8.RuneSelf:
		char, size := utf8.DecodeRuneInString(r.text[i:])
		if char == utf8.RuneError && size <= 1 {
			return 0, 0
		}
		return char, size
	case c == '&' || c == '\\' || c == '%':
		if e, size := readEscape(r.text[i:]); size > 0 {
			return e, size
		}
	}
	return rune(c), 1
}

// continuesWord reports whether the character at i, which is no ASCII letter, goes on
// with the word before it: a letter, an encoded letter, or an invisible character that
// one may follow.
func (r *reader) continuesWord(i int) bool {
	c, size := r.charAt(i)
	if size == 0 || c < utf8.RuneSelf {
		return size > 1 && isASCIILetter(c)
	}
	switch g := r.glyph(c); g.kind() {
	case glyphLetter, glyphLigature, glyphInvisible, glyphDigit:
		return true
	case glyphASCII:
		return g.out() == '\''
	}
	return false
}

// letterAt reports whether a letter stands at i.
func (r *reader) letterAt(i int) bool {
	if i == len(r.text) {
		return false
	}
	c, size := r.charAt(i)
	if c < utf8.RuneSelf {
		return size > 0 && isASCIILetter(c)
	}
	return r.glyph(c).kind() == glyphLetter
}
