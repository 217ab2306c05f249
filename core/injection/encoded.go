package injection

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// minEncoded is how long a word must be, in bytes, to be looked at as base64 or hex: a
// shorter one cannot carry an instruction.
const minEncoded = 16

// readEncoded looks at the word text[start:end] as part of a run of base64 or hex. When
// the run decodes to text, the text is scanned, and what is found there taints the run;
// the run is read as one word then. It returns where the run ends, or 0.
//
// Every byte is decoded once: a run that was looked at is not looked at again.
func (r *reader) readEncoded(start, end int) int {
	if r.depth >= maxDepth || start < r.codeLooked {
		return 0
	}
	text := r.text
	for start > r.codeLooked && isCodeByte(text[start-1]) {
		start--
	}
	for end < len(text) {
		if isCodeByte(text[end]) {
			end++
			continue
		}
		// a mail wraps long runs into lines
		if n := wrap(text[end:]); n > 0 && end-start >= minWrapped && end+n < len(text) && isCodeByte(text[end+n]) {
			end += n
			continue
		}
		break
	}
	r.codeLooked = end
	code := text[start:end]
	if strings.ContainsAny(code, "\n\\") {
		code = unwrap.Replace(code)
	}
	name, decoded := decodeRun(code)
	if decoded == "" {
		return 0
	}
	found := scan(decoded, r.scope, r.depth+1)
	r.put(kindUnknown, start, end)
	if len(found) > 0 {
		r.endSentence(start, end)
		r.add(Passage{start, end, name + "/" + found[0].Rule})
	}
	return end
}

var unwrap = strings.NewReplacer("\n", "", "\r", "", "\\n", "", "\\r", "")

// minWrapped is the length of the lines of a wrapped run.
const minWrapped = 60

// wrap returns the size of the line break at the start of text, or 0.
func wrap(text string) int {
	for _, s := range []string{"\r\n", "\n", `\r\n`, `\n`} {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

func isCodeByte(c byte) bool {
	return isWordByte(c) || c == '+' || c == '/' || c == '=' || c == '-' || c == '_'
}

// decodeRun returns the name of the encoding and the text that a run decodes to, or "".
// Most long words are no code: the beginning is looked at before the whole is decoded.
func decodeRun(code string) (name, decoded string) {
	var head [24]byte
	if n, err := hex.Decode(head[:], []byte(code[:minEncoded])); err == nil && isPlain(head[:n]) {
		if data, err := hex.DecodeString(code[:len(code)&^1]); err == nil && isPlain(data) {
			return "hex", string(data)
		}
	}
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(code, "-_") {
		encoding = base64.RawURLEncoding
	}
	code = strings.TrimRight(code, "=")
	n, err := encoding.Decode(head[:], []byte(code[:min(len(code), 32)&^3]))
	if err != nil || !isPlain(head[:n]) {
		return "", ""
	}
	if len(code)%4 == 1 {
		code = code[:len(code)-1] // cut off in the middle
	}
	data, err := encoding.DecodeString(code)
	if err != nil || !isPlain(data) {
		return "", ""
	}
	return "base64", string(data)
}

// isPlain reports whether data is text: valid UTF-8 but for a character that was cut
// off at the end, without control characters.
func isPlain(data []byte) bool {
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size <= 1 {
			return len(data)-i < utf8.UTFMax && i > 0
		}
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
		i += size
	}
	return len(data) > 0
}

// minHidden is how many characters make hidden writing of a run of tag characters or
// variation selectors. The flags of regions are shorter or follow a black flag.
const minHidden = 4

const blackFlag = 0x1f3f4

// readHidden reads a run of characters that no one sees and that stand for others: tag
// characters for ASCII, variation selectors for bytes. There is no honest use of a long
// run, so as a tool output it is a passage whatever it says.
func (r *reader) readHidden(i int) int {
	text, end := r.text, i
	var hidden []byte
	for end < len(text) {
		c, size := utf8.DecodeRuneInString(text[end:])
		if c == '\n' {
			hidden = append(hidden, '\n') // a hidden text keeps its line breaks
			end += size
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		g := r.glyph(c)
		if g.kind() == glyphTag || g.kind() == glyphSelector {
			hidden = append(hidden, byte(g.out()))
		} else if g.kind() != glyphInvisible {
			break
		}
		end += size
	}
	for end > i && text[end-1] == '\n' {
		end--
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	if len(hidden) < minHidden || before == blackFlag {
		return end
	}
	rule := ""
	if r.depth < maxDepth {
		if found := scan(string(hidden), r.scope, r.depth+1); len(found) > 0 {
			rule = "hidden/" + found[0].Rule
		}
	}
	if rule == "" && r.scope == scopeTool {
		rule = "hidden.characters"
	}
	if rule != "" {
		r.endSentence(i, end)
		r.add(Passage{i, end, rule})
	}
	return end
}
