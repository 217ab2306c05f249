package injection

import "strings"

// readAddress reads a web address whose first word ("https", "www") is text[start:end].
// Only the scheme and the host are one token: the rest of an address may carry words.
// It returns 0 when there is none.
func (r *reader) readAddress(start, end int) int {
	text := r.text
	switch {
	case strings.HasPrefix(text[end:], "://"):
		end += len("://")
	case strings.HasPrefix(text[end:], ".") && end+1 < len(text) && isWordByte(text[end+1]):
	default:
		return 0
	}
	end = hostEnd(text, end)
	r.put(kindAddress, start, end)
	r.glued = true
	return end
}

// hostEnd returns where the host name at i ends.
func hostEnd(text string, i int) int {
	for i < len(text) && (isWordByte(text[i]) || (text[i] == '.' || text[i] == '-') && i+1 < len(text) && isWordByte(text[i+1])) {
		i++
	}
	return i
}

// readDomain reads the end of a domain name ("example", "co.uk/path") at i, after its
// last dot. It returns 0 when the word is none: a file's name, a missing space.
func (r *reader) readDomain(i int) int {
	end := i
	for end < len(r.text) && charKinds[r.text[end]] == charLetter {
		end++
	}
	if end < len(r.text) && (charKinds[r.text[end]] == charDigit || r.text[end] == '_' || r.text[end] == '(') {
		return 0 // a name of a program
	}
	k, ok := packWord(strings.ToLower(r.text[i:min(end, i+maxKeyLetters+1)]))
	if !ok || r.kinds[r.latin.find(k)].flags&kindTLD == 0 {
		return 0
	}
	end = hostEnd(r.text, end)
	r.put(kindAddress, i, end)
	r.glued = true
	return end
}

// readMail reads the domain of an e-mail address whose "@" is text[i:end]; its name
// was read as a word. It returns 0 when there is none.
func (r *reader) readMail(i, end int) int {
	if i == 0 || end == len(r.text) || !isWordByte(r.text[i-1]) || !isWordByte(r.text[end]) {
		return 0
	}
	host := hostEnd(r.text, end)
	if strings.IndexByte(r.text[end:host], '.') < 0 {
		return 0
	}
	r.put(kindMail, end, host)
	r.glued = true
	return host
}
