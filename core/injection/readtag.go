package injection

import (
	"strings"
	"unicode/utf8"
)

// maxTag is how far the end of a tag is looked for.
const maxTag = 512

// readTag reads the "<" of size bytes at i: a tag, a comment, or a sign.
func (r *reader) readTag(i, size int) int {
	text, at := r.text, i+size
	if strings.HasPrefix(text[at:], "!--") {
		r.endSentence(i, at+len("!--"))
		r.inComment = true
		r.around |= posHidden
		return at + len("!--")
	}
	if at < len(text) && text[at] == '|' {
		r.endSentence(i, i)
		r.mark(kindChatTag)
		return at + 1
	}
	name := at
	if name < len(text) && text[name] == '/' {
		name++
	}
	if name == len(text) || !r.letterAt(name) {
		r.pause()
		r.at = posStart
		r.join = 0
		return at
	}
	if name > at && !r.inComment {
		r.around &^= posHidden // a closing tag ends an invisible element
	}
	nameEnd := name
	for nameEnd < len(text) && (isWordByte(text[nameEnd]) || text[nameEnd] == '-' || text[nameEnd] >= utf8.RuneSelf) && nameEnd < name+maxKeyLetters {
		nameEnd++
	}
	end := r.findTagEnd(nameEnd)
	attributes := ""
	if end > 0 {
		attributes = text[nameEnd:end]
	}
	hides := hidesContent(attributes)
	if end > 0 && !hides && strings.IndexByte(attributes, ' ') < 0 && r.isInline(text[name:nameEnd]) {
		r.join = 0
		return end + 1
	}
	r.endSentence(i, i)
	r.mark(kindOpenTag)
	r.tagEnd, r.hides = end, hides
	r.join = 0
	return name
}

// isInline reports whether tags of a name stand within a sentence: they are read as
// absent.
func (r *reader) isInline(name string) bool {
	k, ok := packWord(name)
	return ok && r.kinds[r.latin.find(k)].flags&kindInline != 0
}

// findTagEnd returns where the ">" of a tag stands whose name ends at i, or 0. Every
// byte is looked at once: where no end was found, none is looked for again.
func (r *reader) findTagEnd(i int) int {
	if i < r.tagLooked {
		return 0
	}
	limit := min(len(r.text), i+maxTag)
	for at := i; at < limit; at++ {
		switch r.text[at] {
		case '>':
			return at
		case '<':
			r.tagLooked = at
			return 0
		}
	}
	r.tagLooked = limit
	return 0
}

// closeTag reads ">": the end of a tag, or a sign.
func (r *reader) closeTag(i, end int) {
	if r.tagEnd == 0 || i != r.tagEnd {
		r.mark(kindCloseTag)
		r.at = posStart
		return
	}
	r.mark(kindCloseTag)
	r.endSentence(end, end)
	if r.hides {
		r.around |= posHidden
	}
	r.tagEnd, r.hides = 0, false
}

// hidesContent reports whether the attributes of a tag make its content invisible to a
// person.
func hidesContent(attributes string) bool {
	if len(attributes) < len(" hidden") {
		return false
	}
	if !strings.Contains(attributes, "hidden") && !strings.Contains(attributes, "style") && !strings.Contains(attributes, "STYLE") {
		return false
	}
	compact := strings.ToLower(strings.Join(strings.Fields(attributes), ""))
	for _, style := range []string{
		"display:none", "visibility:hidden", "font-size:0", "font-size:1px", "opacity:0", "color:transparent", "color:white", "color:#fff",
	} {
		if rest, ok := cutAfter(compact, style); ok && !strings.HasPrefix(rest, ".") {
			return true
		}
	}
	for _, field := range strings.Fields(attributes) {
		if strings.EqualFold(field, "hidden") {
			return true
		}
	}
	return false
}

// cutAfter returns what follows the first occurrence of part.
func cutAfter(s, part string) (string, bool) {
	_, rest, found := strings.Cut(s, part)
	return rest, found
}
