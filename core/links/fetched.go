package links

import (
	"regexp"
	"strings"
)

// What of Markdown, HTML and style sheets makes a program fetch an address as soon as it
// shows the text, or takes the reader there. The first group is the address.
var fetching = []*regexp.Regexp{
	regexp.MustCompile(`!\[[^\]]*\]\s?\(\s*<?([^\s)>]*)`), // an image of Markdown
	regexp.MustCompile(`(?i)\b(?:src|srcset|href|xlink:href|data|poster|background|action|formaction|ping|cite|manifest|srcdoc)\s*=\s*["']?([^\s"'>]*)`),
	regexp.MustCompile(`(?i)\burl\(\s*["']?([^\s)"']*)`),
	regexp.MustCompile(`(?i)@import\s+["']?([^\s"';]*)`),
	regexp.MustCompile(`(?i)http-equiv\s*=\s*["']?refresh["']?[^>]*url\s*=\s*["']?([^\s"'>]*)`),
}

var (
	// reference is an image of Markdown whose address stands elsewhere in the text.
	reference = regexp.MustCompile(`!\[([^\]]*)\]\s?\[([^\]]*)\]`)
	// active are elements that do something without an address of their own.
	active = regexp.MustCompile(`(?i)<\s*(?:script|iframe|object|embed|form|base|svg|style)\b`)
	// element is any element of HTML: outside of one, "data = 5" fetches nothing.
	element = regexp.MustCompile(`(?i)<\s*[a-z!/][^>]*`)
)

// Fetched returns what of a text's markup makes a program that shows it fetch something:
// images, elements with an address, style sheets. Text is the address as it is written,
// also a relative one, or the markup when it has none.
func Fetched(text string) []Link {
	text = normal(text)
	var found []Link
	add := func(address string) {
		l := Link{Text: address}
		if plain := Find(address); len(plain) > 0 {
			l = plain[0]
		}
		found = append(found, l)
	}
	for _, m := range fetching[0].FindAllStringSubmatch(text, -1) {
		add(m[1])
	}
	for _, m := range reference.FindAllString(text, -1) {
		add(m)
	}
	for _, m := range active.FindAllString(text, -1) {
		add(m)
	}
	for _, tag := range element.FindAllString(text, -1) {
		for _, pattern := range fetching[1:] {
			for _, m := range pattern.FindAllStringSubmatch(tag, -1) {
				add(withoutBreaks(m[1]))
			}
		}
	}
	return found
}

// withoutBreaks takes out what browsers take out of an address.
func withoutBreaks(address string) string {
	return strings.Map(func(c rune) rune {
		if c == '\t' || c == '\n' || c == '\r' {
			return -1
		}
		return c
	}, address)
}
