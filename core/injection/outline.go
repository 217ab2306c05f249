package injection

import "strings"

// outline finds the borders between the blocks of a text in one pass: every byte
// belongs to the block between the borders around it.
type outline struct {
	text   string
	border func(at int) // called for every border, in order

	columns int  // of a document of comma-separated values, else 0
	comma   byte // what separates them
}

func (o *outline) run() {
	o.findColumns()
	for i := 0; i < len(o.text); {
		if o.startsJSON(i) {
			i = o.json(i)
			continue
		}
		i = o.line(i)
	}
}

// startsJSON reports whether a JSON object or array, or one as Python writes it, begins
// in the line at i.
func (o *outline) startsJSON(i int) bool {
	rest := strings.TrimLeft(o.text[i:min(len(o.text), i+maxIndent)], " \t")
	if rest == "" || rest[0] != '{' && rest[0] != '[' {
		return false
	}
	inner := strings.TrimLeft(rest[1:], " \t\r\n")
	if inner == "" {
		return false
	}
	if rest[0] == '{' {
		return isQuote(inner[0])
	}
	return isQuote(inner[0]) || inner[0] == '{' || inner[0] == '['
}

// maxIndent is how much white space before JSON is looked through.
const maxIndent = 64

// json passes the JSON value at i: every string in it is a block of its own. A string
// that is cut off ends with its line.
func (o *outline) json(i int) int {
	depth := 0
	for i < len(o.text) {
		c := o.text[i]
		i++
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				o.border(i)
				return i
			}
		case '"', '\'':
			o.border(i)
			for i < len(o.text) && o.text[i] != c && o.text[i] != '\n' {
				if o.text[i] == '\\' {
					i++
				}
				i++
			}
			i = min(i, len(o.text))
			o.border(i)
			if i < len(o.text) {
				i++
			}
		}
	}
	return i
}

// line passes the line at i and returns where the next one begins.
func (o *outline) line(i int) int {
	end := len(o.text)
	if n := strings.IndexByte(o.text[i:], '\n'); n >= 0 {
		end = i + n + 1
	}
	line := o.text[i:end]
	content := strings.TrimSpace(line)
	switch {
	case content == "":
		o.border(i)
		o.border(end)
		return end
	case o.columns > 0:
		return o.values(i)
	case content[0] == '|' || strings.IndexByte(content, '\t') >= 0:
		o.border(i)
		o.cells(i, end)
		o.border(end)
		return end
	case isListItem(content):
		o.border(i)
	case content[0] == '#' || isRule(content):
		o.border(i)
		o.tags(i, end)
		o.border(end)
		return end
	}
	return o.tags(i, end)
}

// cells puts a border at both sides of every separator of the table row text[i:end].
func (o *outline) cells(i, end int) {
	for ; i < end; i++ {
		switch o.text[i] {
		case '\\':
			i++ // an escaped "|" is none
		case '|', '\t':
			o.border(i)
			o.border(i + 1)
		}
	}
}

// isListItem reports whether a line begins an item of a list: "- ", "* ", "3. ".
func isListItem(line string) bool {
	marker, rest, ok := strings.Cut(line, " ")
	if !ok || rest == "" {
		return false
	}
	switch marker {
	case "-", "*", "+", "•", "–":
		return true
	}
	digits := strings.TrimRight(marker, ".)")
	return len(digits) > 0 && len(digits) < len(marker) && len(digits) < 4 && strings.Trim(digits, "0123456789") == ""
}

// isRule reports whether a line only separates: "-----", "=====", "***".
func isRule(line string) bool { return len(line) > 2 && strings.Trim(line, "-=*_~ ") == "" }

// tags passes text[i:end] with a border at both sides of every tag that begins or ends
// a block, and of every comment, which may be longer. It returns where it stopped.
func (o *outline) tags(i, end int) int {
	for i < end {
		n := strings.IndexByte(o.text[i:end], '<')
		if n < 0 {
			return end
		}
		i += n
		if strings.HasPrefix(o.text[i:], "<!--") {
			o.border(i)
			if n := strings.Index(o.text[i:], "-->"); n >= 0 {
				i += n + len("-->")
			} else {
				i = len(o.text)
			}
			o.border(i)
			end = max(end, i)
			continue
		}
		size := tagSize(o.text[i:])
		if size > 0 {
			o.border(i)
			o.border(i + size)
		}
		i += max(size, 1)
		end = max(end, i)
	}
	return end
}

// tagSize is the size of the tag of a block at the start of text, or 0: no tag, or one
// within a sentence.
func tagSize(text string) int {
	name := strings.TrimPrefix(text[1:min(len(text), 1+maxKeyLetters)], "/")
	n := 0
	for n < len(name) && isWordByte(name[n]) {
		n++
	}
	if n == 0 || charKinds[name[0]] != charLetter {
		return 0
	}
	p := rulebooks()[scopeTool]
	if k, ok := packWord(name[:n]); ok && p.kinds[p.latin.find(k)].flags&kindInline != 0 {
		return 0
	}
	end := strings.IndexByte(text[:min(len(text), maxTag)], '>')
	return end + 1
}
