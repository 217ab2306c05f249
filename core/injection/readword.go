package injection

import (
	"strings"
	"unicode/utf8"
)

// afterWord marks the bytes that may go on with a word of ASCII letters or change what
// it is; any other ends it.
var afterWord = func() (special [256]bool) {
	for c := range 256 {
		special[c] = c >= utf8.RuneSelf || '0' <= c && c <= '9' || strings.IndexByte("'-&\\%", byte(c)) >= 0
	}
	return special
}()

// readWord reads the word of ASCII letters at i and returns where it ends.
func (r *reader) readWord(i int) int {
	text, start := r.text, i
	var k key
	head := text[start:min(len(text), start+halfKeyLetters)]
	for n := 0; n < len(head); n++ {
		code := letterCode[head[n]]
		if code == 0 {
			break
		}
		k.lo = k.lo<<5 | uint64(code)
		i++
	}
	if i == start+halfKeyLetters {
		for ; i < len(text) && letterCode[text[i]] != 0; i++ {
			k.hi = k.hi<<5 | uint64(letterCode[text[i]])
		}
	}
	n := i - start
	if i < len(text) && (n >= minEncoded || afterWord[text[i]] || n == 1 && r.mayBeSpaced(i)) {
		return r.readLongWord(start, i)
	}
	id := kindUnknown
	if n <= maxKeyLetters {
		id = r.latin.find(k)
	}
	if id == kindUnknown {
		id = r.joinParts(k, n, start, i)
	} else if r.kinds[id].flags&kindURL != 0 {
		if end := r.readAddress(start, i); end > 0 {
			return end
		}
	}
	if r.join != 0 || r.wasSpaced || text[start] < 'a' {
		r.put(id, start, i)
		return i
	}
	if id != kindUnknown || !r.skipUnknown() {
		r.word(id, posLower|posApart|posPlain)
	}
	return i
}

// joinParts finds the kind of the word that an unlisted word makes with the unlisted
// word before it: an instruction split by a space ("instruc tions") or at the end of a
// line ("instruc-\ntions").
func (r *reader) joinParts(k key, n, start, end int) kindID {
	first, between := r.part, start-r.partEnd
	r.part, r.partEnd = k, end
	if n >= halfKeyLetters || between < 1 || between > 2 || first.hi != 0 || k.hi != 0 || first.lo>>(5*(halfKeyLetters-n)) != 0 {
		return kindUnknown // apart, or longer than half a key
	}
	id := r.latin.find(key{lo: first.lo<<(5*n) | k.lo})
	if r.kinds[id].flags&kindSplit == 0 {
		return kindUnknown
	}
	r.partEnd = 0
	return id
}

// readLongWord reads a word whose first letters are text[start:i], and that may hold
// other characters: apostrophes, accents, digits, the separators of spaced-out letters.
func (r *reader) readLongWord(start, i int) int {
	text := r.text
	word := r.spaced[:0]
	word = append(word, text[start:i]...)
	for i+1 < len(text) && letterCode[text[i+1]] != 0 {
		if c := text[i]; c == '\'' {
			word = append(word, c)
		} else if c != '-' || len(word) != 1 || word[0]|0x20 != 'e' {
			break // but "e-mail" is "email"
		}
		for i++; i < len(text) && letterCode[text[i]] != 0; i++ {
			word = append(word, text[i])
		}
	}
	r.spaced = word
	if i < len(text) {
		switch c := text[i]; {
		case charKinds[c] == charDigit:
			return r.readCode(start)
		case c >= utf8.RuneSelf, c == '&', c == '\\', c == '%':
			if r.continuesWord(i) {
				return r.readMixed(start)
			}
		}
	}
	if len(word) == 1 && i == start+1 {
		if end := r.readSpaced(start); end > 0 {
			return end
		}
	}
	id := kindUnknown
	if k, ok := packWord(word); ok {
		id = r.latin.find(k)
	}
	if id == 0 && len(word) >= minEncoded {
		if end := r.readEncoded(start, i); end > 0 {
			return end
		}
	}
	r.put(id, start, i)
	return i
}

// put hands a word of the text to the matcher.
func (r *reader) put(id kindID, start, end int) {
	shape := posLower
	if isCapital(r.text[start]) {
		shape = posCapital
		if end-start > 1 && isCapital(r.text[start+1]) && isCapital(r.text[end-1]) {
			shape |= posCapitals
		}
		if id == kindUnknown {
			id = kindName
		}
	}
	r.putShaped(id, shape)
}

func (r *reader) putShaped(id kindID, shape position) {
	if r.join&joinGlued == 0 {
		shape |= posApart
	}
	if r.join&joinCode == 0 {
		shape |= posPlain
	}
	if r.join&joinDot != 0 && r.kinds[id].flags&kindTLD != 0 { // "dark.example"
		id = kindAddress
		if r.join&joinAt != 0 {
			id = kindMail
		}
		r.join |= joinAddress
	}
	r.join &^= joinGlued | joinDot | joinCode
	r.wasSpaced = false
	r.word(id, shape)
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// lookUp finds the kind of a folded word of ASCII characters, digits read as the
// letters they are written for.
func (r *reader) lookUp(word []byte) kindID {
	if k, ok := packWord(word); ok {
		return r.latin.find(k)
	}
	return r.lookUpLeet(word)
}
