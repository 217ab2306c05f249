package injection

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// samples are the tokens of the classes that no list has.
var samples = map[string]string{
	"WORD": "zzz", "NAME": "Zed", "NUMBER": "5", "AMOUNT": "$5", "PERCENT": "5%", "ID": "X123", "URL": "www.a.com",
	"EMAIL": "a@b.com", "COLON": ":", "COMMA": ",", "OPENBOX": "[", "CLOSEBOX": "]", "OPENTAG": "<", "CLOSETAG": ">",
	"CHATTAG": "<|", "HEADING": "\n###", "LINEEND": "\n",
}

// lead is what may stand before the first element of a rule to put it into a position.
var lead = []struct {
	at   position
	text string
}{
	{posStart, ""}, {posPlease, "please "}, {posYou, "you must "}, {posAgent, "the assistant must "}, {posLead, "then "},
	{posLabel, "TODO: "}, {posUrgent, "now "}, {posComma, "zzz, "}, {posHidden, "<!-- zzz "}, {posSecond, "Qqq "}, {posQuoted, `"`},
	{posCapital, ""}, {posCapitals, ""},
}

// sentence writes the least text that a rule describes, with the words of the lists
// that its conditions do not forbid. of picks the words.
func sentence(words lexicon, r rule, of func([]string) string) string {
	forbidden := slices.Concat(r.unless, r.unlessNext)
	var b strings.Builder
	for i, e := range r.elements {
		if i == 0 {
			at := e.at
			if slices.ContainsFunc(r.elements, func(e element) bool { return e.at&posHidden != 0 }) {
				at = posHidden
			}
			for _, l := range lead {
				if at&l.at != 0 {
					b.WriteString(l.text)
					break
				}
			}
		}
		var options []string
		for _, class := range e.classes {
			if s, ok := samples[class]; ok {
				options = append(options, s)
			} else if class == strings.ToLower(class) {
				options = append(options, class)
			}
			for word, classes := range words {
				if classes[class] && !slices.ContainsFunc(forbidden, func(c string) bool { return classes[c] }) {
					options = append(options, word)
				}
			}
		}
		slices.Sort(options)
		word := of(options)
		switch {
		case e.at&posCapitals != 0:
			word = strings.ToUpper(word)
		case e.at&posCapital != 0:
			first, size := utf8.DecodeRuneInString(word)
			word = string(unicode.ToUpper(first)) + word[size:]
		case i > 0 && e.at&posQuoted != 0:
			word = `"` + word
		}
		glue := i > 0 && (isPunctuation(word) && word != "<" || strings.HasSuffix(b.String(), "[") || strings.HasSuffix(b.String(), "<") || strings.HasSuffix(b.String(), "|"))
		if i > 0 && !glue {
			b.WriteByte(' ')
		}
		if i > 0 && e.at&posComma != 0 && e.at&posStart == 0 {
			b.WriteString("zzz, ")
		}
		b.WriteString(word)
	}
	return b.String()
}

func isPunctuation(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '"' })
}

// TestEveryRule reads a sentence made from each rule: none is misspelt, shadowed by the
// way texts are cut into tokens, or contradicts itself.
func TestEveryRule(t *testing.T) {
	g := readGrammar(t)
	for _, r := range g.rules {
		for name, pick := range map[string]func([]string) string{
			"first": func(o []string) string { return o[0] },
			"last":  func(o []string) string { return o[len(o)-1] },
		} {
			text := sentence(g.words, r, pick)
			if len(Scan(text)) == 0 {
				t.Errorf("%s: the %s words %q are not found", r.name, name, text)
			}
			if r.user && len(ScanUser(text)) == 0 {
				t.Errorf("%s: the %s words %q are not found in the user's text", r.name, name, text)
			}
		}
	}
}
