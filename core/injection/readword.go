package injection

import "strings"

// readWord reads the word of ASCII letters at i and returns where it ends. A word that
// turns out to hold other characters is read again, from its start, by a slower reader.
func (r *reader) readWord(i int) int {
	text, start := r.text, i
	var k key
	n := 0
	for i < len(text) {
		code := letterCode[text[i]]
		if code == 0 {
			if i+1 == len(text) || letterCode[text[i+1]] == 0 {
				break
			}
			if text[i] == '-' && n == 1 && k.lo == 'e'-'a'+1 {
				i++ // "e-mail" is "email"
				continue
			}
			if text[i] != '\'' {
				break
			}
			code = apostropheCode
		}
		if n < halfKeyLetters {
			k.lo = k.lo<<5 | uint64(code)
		} else {
			k.hi = k.hi<<5 | uint64(code)
		}
		n++
		i++
	}
	if i < len(text) {
		switch c := text[i]; {
		case c >= 0x80, c == '&', c == '\\' && strings.HasPrefix(text[i:], `\u`), c == '%':
			if r.continuesWord(i) {
				return r.readMixed(start)
			}
		case charKinds[c] == charDigit:
			return r.readCode(start)
		}
	}
	if n == 1 {
		if end := r.readSpaced(start); end > 0 {
			return end
		}
	}
	var id kindID
	if n <= maxKeyLetters {
		id = r.latin.find(k)
	}
	if r.kinds[id].flags&kindURL != 0 {
		if end := r.readAddress(start, i); end > 0 {
			return end
		}
	}
	if id == 0 && n >= minEncoded {
		if end := r.readEncoded(start, i); end > 0 {
			return end
		}
	}
	r.put(id, start, i)
	return i
}

// put hands a word of the text to the matcher.
func (r *reader) put(id kindID, start, end int) {
	var shape position
	switch c := r.text[start]; {
	case 'a' <= c && c <= 'z':
		shape = posLower
	case 'A' <= c && c <= 'Z':
		shape = posCapital
		if end-start > 1 && isCapital(r.text[start+1]) && isCapital(r.text[end-1]) {
			shape |= posCapitals
		}
		if id == kindUnknown {
			id = kindName
		}
	}
	if !r.glued {
		shape |= posApart
	}
	r.glued, r.currency, r.hash = false, false, false
	r.word(id, shape)
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// minSpaced is how many single letters in a row are a spaced-out word: "i g n o r e".
const minSpaced = 3

// readSpaced reads a word whose letters are set apart by single spaces, dots, dashes
// or other signs, the first of them at i. It returns 0 when there is none.
func (r *reader) readSpaced(i int) int {
	text := r.text
	if i+2 >= len(text) || !isSpacer(text[i+1]) {
		return 0
	}
	spacer := text[i+1]
	r.spaced = r.spaced[:0]
	end, digits := i, 0
	for {
		if charKinds[text[end]] == charDigit {
			digits++
		}
		r.spaced = append(r.spaced, lowerASCII(text[end]))
		end++
		if end+1 >= len(text) || text[end] != spacer || !isWordByte(text[end+1]) ||
			end+2 < len(text) && isWordByte(text[end+2]) {
			break
		}
		end++
	}
	if len(r.spaced) < minSpaced {
		return 0
	}
	id := r.lookUp(r.spaced)
	if id == 0 && digits > 1 {
		id = kindCode
	}
	if id == 0 && len(r.spaced) >= minRun && r.cutSpaced(i, end) {
		return end
	}
	r.put(id, i, end)
	return end
}

func isSpacer(c byte) bool { return strings.IndexByte(" .-_*|/,+~", c) >= 0 }

func isWordByte(c byte) bool { return charKinds[c] == charLetter || charKinds[c] == charDigit }

// Spaced-out letters without a wider gap between words are cut into words when they
// are minRun or more. Longer words than maxCut are not looked for: the time for every
// letter is bounded by it.
const (
	minRun = 8
	maxCut = 14
)

// cutSpaced hands over the longest listed words that the spaced-out letters hold, from
// the left. It reports whether there were any.
func (r *reader) cutSpaced(start, end int) bool {
	found := false
	for letters := r.spaced; len(letters) > 0; {
		var k key
		id, n := kindUnknown, 1
		for i, c := range letters[:min(len(letters), maxCut)] {
			code := uint64(letterCode[c])
			if code == 0 {
				break
			}
			if i < halfKeyLetters {
				k.lo = k.lo<<5 | code
			} else {
				k.hi = k.hi<<5 | code
			}
			if i+1 >= minSpaced {
				if longer := r.latin.find(k); longer != 0 {
					id, n = longer, i+1
				}
			}
		}
		if id != 0 {
			found = true
			r.put(id, start, end)
		}
		letters = letters[n:]
	}
	return found
}

// lookUp finds the kind of a folded word of ASCII characters, digits read as the
// letters they are written for.
func (r *reader) lookUp(word []byte) kindID {
	if k, ok := packWord(word); ok {
		return r.latin.find(k)
	}
	return r.lookUpLeet(word)
}
