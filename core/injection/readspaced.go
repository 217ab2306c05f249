package injection

// minSpaced is how many single letters in a row are a spaced-out word: "i g n o r e".
const minSpaced = 3

// mayBeSpaced reports whether a single letter may follow the letter before i.
func (r *reader) mayBeSpaced(i int) bool {
	return isSpacer[r.text[i]] && i+1 < len(r.text) && isWordByte(r.text[i+1]) && (i+2 == len(r.text) || !isWordByte(r.text[i+2]))
}

// readSpaced reads a word whose letters are set apart by single spaces, dots, dashes
// or other signs, the first of them at i. It returns 0 when there is none.
func (r *reader) readSpaced(i int) int {
	text := r.text
	if i+1 == len(text) || !r.mayBeSpaced(i+1) {
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
	if len(r.spaced) < minSpaced && !r.wasSpaced || len(r.spaced) < 2 {
		return 0
	}
	id := r.lookUp(r.spaced)
	if id == 0 && digits > 1 {
		id = kindCode
	}
	if id != 0 || len(r.spaced) < minRun || !r.cutSpaced(i, end) {
		r.put(id, i, end)
	}
	r.wasSpaced = true
	return end
}

var isSpacer = func() (spacers [256]bool) {
	for _, c := range []byte(" .-_*|/,+~") {
		spacers[c] = true
	}
	return spacers
}()

func isWordByte(c byte) bool { return charKinds[c] == charLetter || charKinds[c] == charDigit }

// Spaced-out letters without a wider gap between words are cut into words when they
// are minRun or more. Longer words than maxCut are not looked for: the time for every
// letter is bounded by it.
const (
	minRun = 8
	minCut = 4
	maxCut = 12
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
			if i+1 >= minCut {
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
