package injection

import (
	"unicode"
	"unicode/utf8"
)

// maxMixed is the length of the longest folded word that is looked up, in bytes; no
// list has a longer one.
const maxMixed = 64

// mixedWord is a word that is not plain ASCII while it is read: letters of any script,
// accents, look-alikes, digits, invisible characters and escapes within.
type mixedWord struct {
	folded   []byte // as word lists have it; what is longer than maxMixed is cut off
	latin    key    // the same word in Latin letters, look-alikes read as those
	letters  int    // characters, digits and what was cut off included
	capitals int
	capital  bool // the first letter is one
	unlatin  bool // a letter looks like no Latin one
	ascii    bool // it has Latin letters
	other    bool // it has letters of another script
	digits   bool
}

func (w *mixedWord) add(out rune, latin uint64) {
	if w.letters < halfKeyLetters {
		w.latin.lo = w.latin.lo<<5 | latin
	} else {
		w.latin.hi = w.latin.hi<<5 | latin
	}
	w.letters++
	if len(w.folded) < maxMixed {
		w.folded = utf8.AppendRune(w.folded, out)
	}
}

// addLetter adds a folded letter.
func (w *mixedWord) addLetter(g glyph) {
	if g.out() < utf8.RuneSelf {
		w.ascii = true
	} else {
		w.other = true
		w.unlatin = w.unlatin || g.latin() == 0
	}
	w.add(g.out(), g.latin())
}

func (w *mixedWord) count(capital bool) {
	if capital {
		w.capitals++
		w.capital = w.capital || w.letters == 0
	}
}

// readMixed reads the word at i, which is not plain ASCII.
func (r *reader) readMixed(i int) int {
	start := i
	w := mixedWord{folded: r.mixed[:0]}
read:
	for i < len(r.text) {
		c, size := r.charAt(i)
		if c < utf8.RuneSelf {
			switch charKinds[c] {
			case charLetter:
				w.count(isCapital(byte(c)))
				w.ascii = true
				w.add(rune(lowerASCII(byte(c))), uint64(letterCode[c]))
			case charDigit:
				w.digits = true
				w.add(c, 0)
			default:
				if size == 0 || c != '\'' || w.letters == 0 || !r.letterAt(i+size) {
					break read
				}
				w.add(c, apostropheCode)
			}
			i += size
			continue
		}
		switch g := r.glyph(c); g.kind() {
		case glyphLetter:
			w.count(c != g.out() && unicode.IsUpper(c))
			w.addLetter(g)
		case glyphLigature:
			for _, l := range r.folds.ligatures[c] {
				w.addLetter(letter(l))
			}
		case glyphDigit:
			w.digits = true
			w.add(g.out(), 0)
		case glyphInvisible:
		default:
			if g.kind() != glyphASCII || g.out() != '\'' || w.letters == 0 || !r.letterAt(i+size) {
				break read
			}
			w.add('\'', apostropheCode)
		}
		i += size
	}
	r.mixed = w.folded
	if w.letters == 0 {
		return max(i, start+1) // invisible characters alone, or an invalid byte
	}
	if w.letters == 1 && w.ascii && i == start+1 {
		if end := r.readSpaced(start); end > i {
			return end
		}
	}
	r.putMixed(&w)
	return i
}

func (r *reader) putMixed(w *mixedWord) {
	id := r.lookUpMixed(w)
	if id == 0 && w.digits && w.letters > 2 {
		id = kindCode
	}
	shape := posLower
	if w.capital {
		shape = posCapital
		if w.letters > 1 && w.capitals == w.letters {
			shape |= posCapitals
		}
		if id == 0 {
			id = kindName
		}
	}
	r.putShaped(id, shape)
}

// lookUpMixed finds the kind of a word by the letters it is made of: as it is, then
// with look-alikes of other scripts read as Latin letters, then with Latin ones read as
// Cyrillic.
func (r *reader) lookUpMixed(w *mixedWord) kindID {
	if w.digits {
		return r.lookUpLeet(w.folded)
	}
	if w.other && len(w.folded) < maxMixed {
		if id := r.others[string(w.folded)]; id != 0 {
			return id
		}
	}
	if !w.unlatin && w.letters <= maxKeyLetters {
		return r.latin.find(w.latin)
	}
	if w.other && w.ascii && len(w.folded) < maxMixed {
		if plain, ok := toCyrillic(w.folded); ok {
			return r.others[string(plain)]
		}
	}
	return 0
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
