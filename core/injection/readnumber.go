package injection

import "unicode/utf8"

// readNumber reads the number at i, or the code (letters and digits) that begins with
// it, and returns where it ends.
func (r *reader) readNumber(i int) int {
	text, start := r.text, i
	digits := 0
	for i < len(text) {
		c := text[i]
		if charKinds[c] == charDigit {
			digits++
		} else if c != '.' && c != ',' && c != ':' && c != '\'' || i+1 == len(text) || charKinds[text[i+1]] != charDigit {
			break
		}
		i++
	}
	if i < len(text) {
		if charKinds[text[i]] == charLetter {
			return r.readCode(start)
		}
		if text[i] >= utf8.RuneSelf && r.continuesWord(i) {
			return r.readMixed(start)
		}
	}
	if digits == 1 && i-start == 1 {
		if end := r.readSpaced(start); end > 0 {
			return end
		}
	}
	if digits >= minEncoded {
		if end := r.readEncoded(start, i); end > 0 {
			return end
		}
	}
	id := kindNumber
	switch {
	case i < len(text) && text[i] == '%':
		id = kindPercent
	case r.signBefore(start) || r.signFollows(i):
		id = kindAmount
	case start > 0 && text[start-1] == '#':
		id = kindCode
	case digits >= minDigits:
		id = kindDigits
	}
	r.put(id, start, i)
	if r.at&posOrder == 0 {
		r.at |= posMaybe
	}
	return i
}

// minDigits is from how many digits on a number names something: an account, an order.
const minDigits = 6

// signBefore reports whether a sign of currency stands before a number that begins at i.
func (r *reader) signBefore(i int) bool {
	if i > 0 && r.text[i-1] == ' ' {
		i--
	}
	if i == 0 || r.text[i-1] < utf8.RuneSelf {
		return i > 0 && r.text[i-1] == '$'
	}
	c, _ := utf8.DecodeLastRuneInString(r.text[:i])
	return c >= utf8.RuneSelf && r.glyph(c).out() == '$'
}

// signFollows reports whether a sign of currency follows a number that ends at i.
func (r *reader) signFollows(i int) bool {
	if i < len(r.text) && r.text[i] == ' ' {
		i++
	}
	if i >= len(r.text) || r.text[i] < utf8.RuneSelf {
		return false
	}
	c, _ := utf8.DecodeRuneInString(r.text[i:])
	return r.glyph(c).out() == '$'
}

// readCode reads a word of letters and digits at i: a code, or a word in which digits
// stand for letters.
func (r *reader) readCode(i int) int {
	text, start := r.text, i
	digits := 0
	for i < len(text) && isWordByte(text[i]) {
		if charKinds[text[i]] == charDigit {
			digits++
		}
		i++
	}
	if i < len(text) && text[i] >= utf8.RuneSelf && r.continuesWord(i) {
		return r.readMixed(start)
	}
	n := i - start
	if n >= minEncoded {
		if end := r.readEncoded(start, i); end > 0 {
			return end
		}
	}
	id := kindUnknown
	if n <= maxKeyLetters {
		r.spaced = r.spaced[:0]
		for _, c := range []byte(text[start:i]) {
			r.spaced = append(r.spaced, lowerASCII(c))
		}
		id = r.lookUpLeet(r.spaced)
	}
	if id == 0 && (digits > 1 || start > 0 && text[start-1] == '#') {
		id = kindCode
	}
	r.put(id, start, i)
	return i
}

// leet maps the digits that are written for letters.
var leet = [10]byte{'o', 'i', 'z', 'e', 'a', 's', 'g', 't', 'b', 'g'}

// lookUpLeet finds the kind of a word in which digits stand for letters, at most as
// many as there are letters. A "1" is an i, or else an l.
func (r *reader) lookUpLeet(word []byte) kindID {
	var buf [maxKeyLetters]byte
	if len(word) < 4 || len(word) > len(buf) {
		return 0
	}
	digits := 0
	plain := buf[:0]
	for _, c := range word {
		if '0' <= c && c <= '9' {
			digits++
			c = leet[c-'0']
		}
		plain = append(plain, c)
	}
	if digits == 0 || 2*digits > len(word) {
		return 0
	}
	if k, ok := packWord(plain); ok {
		if id := r.latin.find(k); id != 0 {
			return id
		}
	}
	for i, c := range word {
		if c == '1' {
			plain[i] = 'l'
		}
	}
	if k, ok := packWord(plain); ok {
		return r.latin.find(k)
	}
	return 0
}
