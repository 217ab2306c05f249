package injection

import (
	"unicode"
	"unicode/utf8"
)

// readHigh reads the character outside ASCII at i, or the word that begins with it, and
// returns where it ends.
func (r *reader) readHigh(i int) int {
	c, size := utf8.DecodeRuneInString(r.text[i:])
	switch g := folds().glyph(c); g.kind {
	case glyphLetter, glyphDigit:
		return r.readMixed(i)
	case glyphDense:
		return r.readDense(i)
	case glyphInvisible:
		return i + size // read as absent
	case glyphTag, glyphSelector:
		return r.readHidden(i)
	case glyphSpace:
		r.glued = false
		return i + size
	case glyphNewline:
		return r.readMark(i, '\n', size)
	case glyphASCII:
		return r.readMark(i, byte(g.out), size)
	}
	r.glued = false
	return i + size
}

// readDense reads the longest listed word at i of a script without spaces, or one
// character.
func (r *reader) readDense(i int) int {
	id, n := r.dense.longest(r.text[i:])
	if n == 0 {
		_, n = utf8.DecodeRuneInString(r.text[i:])
	}
	r.glued = false
	r.put(id, i, i+n)
	return i + n
}

// continuesWord reports whether the character at i, which is no ASCII letter, goes on
// with the word before it: a letter, an encoded letter, or an invisible character that
// one may follow.
func (r *reader) continuesWord(i int) bool {
	c, size := r.charAt(i)
	if size == 0 || c < utf8.RuneSelf {
		return size > 1 && isASCIILetter(c)
	}
	switch folds().glyph(c).kind {
	case glyphLetter, glyphInvisible, glyphDigit:
		return true
	case glyphASCII:
		return folds().glyph(c).out == '\''
	}
	return false
}

// charAt decodes the character at i, written as itself or as an escape. The size is 0
// at an invalid byte.
func (r *reader) charAt(i int) (rune, int) {
	if c := r.text[i]; c < utf8.RuneSelf {
		if c == '&' || c == '\\' || c == '%' {
			if e, size := readEscape(r.text[i:]); size > 0 {
				return e, size
			}
		}
		return rune(c), 1
	}
	c, size := utf8.DecodeRuneInString(r.text[i:])
	if c == utf8.RuneError && size <= 1 {
		return 0, 0
	}
	return c, size
}

// maxMixed is the length of the longest folded word that is looked up, in bytes; no
// list has a longer one.
const maxMixed = 64

// scripts tells what letters a word is made of.
type scripts uint8

const (
	scriptLatin scripts = 1 << iota
	scriptOther
	scriptDigit
)

// readMixed reads a word at i that is not plain ASCII: letters of any script, accents,
// look-alikes, invisible characters and escapes within.
func (r *reader) readMixed(i int) int {
	start := i
	r.mixed = r.mixed[:0]
	var in scripts
	n := 0 // letters, those that did not fit too
	capitals := 0
	capital := false
read:
	for i < len(r.text) {
		c, size := r.charAt(i)
		switch {
		case size == 0:
			break read
		case c < utf8.RuneSelf:
			switch charKinds[c] {
			case charLetter:
				in |= scriptLatin
				if isCapital(byte(c)) {
					capitals++
					capital = capital || n == 0
				}
			case charDigit:
				in |= scriptDigit
			default:
				if c != '\'' || i+size == len(r.text) || !r.letterAt(i+size) {
					break read
				}
			}
			r.keep(lowerASCII(byte(c)))
			n++
		default:
			g := folds().glyph(c)
			switch g.kind {
			case glyphLetter:
				if g.out < utf8.RuneSelf {
					in |= scriptLatin
				} else {
					in |= scriptOther
				}
				if unicode.IsUpper(c) {
					capitals++
					capital = capital || n == 0
				}
				if len(r.mixed) < maxMixed {
					r.mixed = g.append(r.mixed)
				}
				n++
			case glyphDigit:
				in |= scriptDigit
				r.keep(byte(g.out))
				n++
			case glyphInvisible:
			case glyphASCII:
				if g.out != '\'' || i+size == len(r.text) || !r.letterAt(i+size) {
					break read
				}
				r.keep('\'')
			default:
				break read
			}
		}
		i += size
	}
	if n == 0 {
		return max(i, start+1) // invisible characters alone, or an invalid byte
	}
	var id kindID
	if n < maxMixed {
		id = r.lookUpMixed(r.mixed, in)
	}
	if n == 1 && in == scriptLatin {
		if end := r.readSpaced(start); end > i {
			return end
		}
	}
	if id == 0 && in&scriptDigit != 0 && n > 2 {
		id = kindCode
	}
	shape := posLower
	if capital {
		shape = posCapital
		if n > 1 && capitals == n {
			shape |= posCapitals
		}
		if id == 0 {
			id = kindName
		}
	}
	if !r.glued {
		shape |= posApart
	}
	r.glued = false
	r.word(id, shape)
	return i
}

func (r *reader) keep(c byte) {
	if len(r.mixed) < maxMixed {
		r.mixed = append(r.mixed, c)
	}
}

// letterAt reports whether a letter stands at i.
func (r *reader) letterAt(i int) bool {
	c, size := r.charAt(i)
	if c < utf8.RuneSelf {
		return size > 0 && isASCIILetter(c)
	}
	return folds().glyph(c).kind == glyphLetter
}

// lookUpMixed finds the kind of a folded word by the letters it is made of: as it is,
// then with look-alikes of other scripts read as Latin letters, then with Latin ones
// read as Cyrillic.
func (r *reader) lookUpMixed(word []byte, in scripts) kindID {
	if in&scriptOther == 0 {
		return r.lookUp(word)
	}
	if id := r.others[string(word)]; id != 0 {
		return id
	}
	if plain, ok := toLatin(word); ok {
		return r.lookUp(plain)
	}
	if in&scriptLatin != 0 {
		if plain, ok := toCyrillic(word); ok {
			return r.others[string(plain)]
		}
	}
	return 0
}

// toLatin writes a word in Latin letters. It fails when a letter looks like none.
func toLatin(word []byte) ([]byte, bool) {
	var buf [maxMixed]byte
	plain := buf[:0]
	for i := 0; i < len(word); {
		c, size := utf8.DecodeRune(word[i:])
		i += size
		if c < utf8.RuneSelf {
			plain = append(plain, byte(c))
			continue
		}
		l, ok := lookalikes[c]
		if !ok {
			return nil, false
		}
		plain = append(plain, l)
	}
	return plain, true
}

// toCyrillic writes the Latin letters of a word in Cyrillic.
func toCyrillic(word []byte) ([]byte, bool) {
	var buf [2 * maxMixed]byte
	plain := buf[:0]
	for i := 0; i < len(word); {
		c, size := utf8.DecodeRune(word[i:])
		i += size
		if c < utf8.RuneSelf {
			l, ok := cyrillicLookalikes[byte(c)]
			if !ok {
				return nil, false
			}
			c = l
		}
		plain = utf8.AppendRune(plain, c)
	}
	return plain, true
}
