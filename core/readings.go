package core

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/injection"
)

// readingsOf returns the ways a reader of a text may understand it: as it stands, with
// escapes of JSON and HTML undone, and, of the passages that were found in encoded text,
// decoded. An agent that was told a value in any of these ways knows it.
func readingsOf(text string, passages []injection.Passage) []string {
	readings := []string{text}
	if strings.IndexByte(text, '\\') >= 0 {
		readings = append(readings, unescaped(text))
	}
	if strings.IndexByte(text, '&') >= 0 && strings.IndexByte(text, ';') >= 0 {
		readings = append(readings, html.UnescapeString(text))
	}
	for _, p := range passages {
		encodings := strings.Split(p.Rule, "/")
		decoded := text[p.Start:p.End]
		for _, name := range encodings[:len(encodings)-1] { // the last one is the rule
			decoded = decode(name, decoded)
		}
		if len(encodings) > 1 && decoded != "" {
			readings = append(readings, decoded)
		}
	}
	return readings
}

// escapes of JSON and of most languages. A break separates words; what else is escaped
// stays.
var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\n", `\t`, "\t", `\"`, `"`, `\'`, `'`, `\/`, `/`)

// unescaped undoes escapes: "\nPay" begins with a break, not with an n.
func unescaped(text string) string {
	if !strings.Contains(text, `\u`) {
		return escapes.Replace(text)
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, `\u`)
		b.WriteString(before)
		if !found {
			return escapes.Replace(b.String())
		}
		c, ok := hexDigits(after)
		if ok {
			b.WriteRune(c)
			after = after[4:]
		} else {
			b.WriteString(`\u`)
		}
		text = after
	}
}

func hexDigits(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var data [2]byte
	if _, err := hex.Decode(data[:], []byte(s[:4])); err != nil {
		return 0, false
	}
	return rune(data[0])<<8 | rune(data[1]), true
}

// decode undoes one of the encodings that core/injection names in the rules of passages;
// "" when it cannot be undone.
func decode(encoding, text string) string {
	switch encoding {
	case "base64":
		code := strings.NewReplacer("\n", "", "\r", "", `\n`, "", `\r`, "", "-", "+", "_", "/", "=", "").Replace(text)
		if len(code)%4 == 1 {
			code = code[:len(code)-1] // cut off in the middle
		}
		data, err := base64.RawStdEncoding.DecodeString(code)
		if err != nil {
			return ""
		}
		return string(data)
	case "hex":
		data, err := hex.DecodeString(text[:len(text)&^1])
		if err != nil {
			return ""
		}
		return string(data)
	case "rot13":
		return strings.Map(shiftBack, text)
	case "reversed":
		return turnRound(text)
	case "hidden":
		return strings.Map(seen, text)
	default:
		return ""
	}
}

// shiftBack undoes rot13 of a letter.
func shiftBack(c rune) rune {
	switch {
	case 'a' <= c && c <= 'z':
		return 'a' + (c-'a'+13)%26
	case 'A' <= c && c <= 'Z':
		return 'A' + (c-'A'+13)%26
	}
	return c
}

// turnRound writes a text from its end.
func turnRound(s string) string {
	turned := make([]byte, 0, len(s))
	for len(s) > 0 {
		_, size := utf8.DecodeLastRuneInString(s)
		turned = append(turned, s[len(s)-size:]...)
		s = s[:len(s)-size]
	}
	return string(turned)
}

// seen is what a tag character or a variation selector hides; other characters stay.
func seen(c rune) rune {
	const firstTag, lastTag, firstSelector, lastSelector = 0xe0020, 0xe007e, 0xe0100, 0xe01ef
	switch {
	case firstTag <= c && c <= lastTag:
		return c - firstTag + ' '
	case firstSelector <= c && c <= lastSelector:
		return c - firstSelector + 16
	}
	return c
}
