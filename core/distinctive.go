package core

import (
	"strings"
	"unicode"

	"github.com/guardstream/guardstream/core/links"
)

// distinctive returns the parts of a text that are values of their own: addresses, the
// hosts and domains they lead to, mail addresses, and identifiers.
func distinctive(text string) []string {
	var parts []string
	for _, link := range links.Find(text) {
		parts = append(parts, link.Address, link.Host, links.Domain(link.Host))
	}
	for word := range strings.FieldsSeq(text) {
		if _, domain, isMail := strings.Cut(word, "@"); isMail {
			parts = append(parts, word, domain)
		} else if isIdentifier(word) {
			parts = append(parts, word)
		}
	}
	return parts
}

// minIdentifier is how many letters and digits an identifier has at least: fewer are
// found by chance.
const minIdentifier = 6

// isIdentifier reports whether a word is no word of a language and no amount or date: it
// has letters and digits, or more digits than a date, or is joined by "_".
func isIdentifier(word string) bool {
	letters, digits := 0, 0
	for _, c := range word {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
		}
	}
	const dateDigits = 8
	return digits > dateDigits || letters > 0 && strings.Contains(strings.Trim(word, "_"), "_") || letters > 0 && digits > 0 && letters+digits >= minIdentifier
}
