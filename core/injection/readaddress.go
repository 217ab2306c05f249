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
	r.join |= joinGlued | joinAddress
	return end
}

// hostEnd returns where the host name at i ends.
func hostEnd(text string, i int) int {
	for i < len(text) && (isWordByte(text[i]) || (text[i] == '.' || text[i] == '-') && i+1 < len(text) && isWordByte(text[i+1])) {
		i++
	}
	return i
}
