package naming

import (
	"strings"

	"github.com/guardstream/guardstream/core/words"
)

// token is one word of a text, or one number.
type token struct {
	text       string
	start, end int  // bytes
	number     bool // digits with at most one point
	breaks     bool // a sentence, a line or a list ends before it
	arrow      bool // an arrow points to it
	label      bool // a colon or an equals sign stands before it
	bracket    bool // it stands in brackets
}

// tokens reads a text: the words of package words, numbers put together ("272.33") and
// without what does not change them ("200.80" is "200.8"), plurals with "s" without it.
func tokens(text string) []token {
	list, _ := words.Read(text)
	all := make([]token, 0, len(list))
	open := false
	for i, w := range list {
		before := text[:w.Start]
		if i > 0 {
			before = text[list[i-1].End:w.Start]
		}
		if last := len(all) - 1; last >= 0 && w.Gap == words.Glued && (before == "." || before == ",") && digits(w.Text) && all[last].number {
			all[last].end = w.End
			if before == "." {
				all[last].text += "." + w.Text
			} else {
				all[last].text += w.Text
			}
			continue
		}
		open = inBrackets(before, open)
		all = append(all, token{
			text: w.Text, start: w.Start, end: w.End, number: digits(w.Text), bracket: open,
			breaks: w.Gap >= words.Line || strings.ContainsAny(before, ";\n\r"),
			arrow:  strings.ContainsAny(before, "→⇒➔➡⟶") || strings.Contains(before, "->") || strings.Contains(before, "=>"),
			label:  strings.ContainsAny(before, ":="),
		})
	}
	for i := range all {
		all[i].text = plain(all[i])
	}
	return all
}

func inBrackets(signs string, open bool) bool {
	for i := range len(signs) {
		switch signs[i] {
		case '(', '[':
			open = true
		case ')', ']', '\n':
			open = false
		}
	}
	return open
}

// plain is how a token is compared.
func plain(t token) string {
	const shortestPlural = 4
	switch whole, fraction, found := strings.Cut(t.text, "."); {
	case t.number && found:
		return strings.TrimSuffix(whole+"."+strings.TrimRight(fraction, "0"), ".")
	case !t.number && len(t.text) >= shortestPlural && strings.HasSuffix(t.text, "s"):
		return t.text[:len(t.text)-1]
	}
	return t.text
}

func digits(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return word != ""
}

// texts returns the tokens of a value or a key of JSON: "gift_card" is two words.
func texts(value string) []string {
	var list []string
	for _, t := range tokens(strings.ReplaceAll(value, "_", " ")) {
		list = append(list, t.text)
	}
	return list
}
