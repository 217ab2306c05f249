package secrets

import (
	"regexp"
	"strings"
)

// forms are keys and tokens that their issuers made recognisable. hint is a text without
// which there is none: looking for it is what most texts cost.
var forms = []struct {
	kind    Kind
	hint    string
	pattern *regexp.Regexp
}{
	{PrivateKey, "PRIVATE KEY", regexp.MustCompile(`-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^-]*`)},
	{Token, "AKIA", regexp.MustCompile(`\bAKIA[0-9A-Z]{16}\b`)},
	{Token, "ASIA", regexp.MustCompile(`\bASIA[0-9A-Z]{16}\b`)},
	{Token, "gh", regexp.MustCompile(`\bgh[pousr]_[A-Za-z0-9]{20,}`)},
	{Token, "github_pat_", regexp.MustCompile(`\bgithub_pat_[A-Za-z0-9_]{20,}`)},
	{Token, "glpat-", regexp.MustCompile(`\bglpat-[A-Za-z0-9_-]{16,}`)},
	{Token, "xox", regexp.MustCompile(`\bxox[abeprs]-[A-Za-z0-9-]{10,}`)},
	{Token, "sk", regexp.MustCompile(`\bsk[-_][A-Za-z0-9_-]{20,}`)},
	{Token, "rk_", regexp.MustCompile(`\brk_(?:live|test)_[A-Za-z0-9]{16,}`)},
	{Token, "AIza", regexp.MustCompile(`\bAIza[0-9A-Za-z_-]{30,}`)},
	{Token, "eyJ", regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?`)},
	{Login, "@", regexp.MustCompile(`[a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@?#]+:[^\s/:@?#]+@`)},
}

func byForm(text string) []Secret {
	var found []Secret
	for _, f := range forms {
		if !strings.Contains(text, f.hint) {
			continue
		}
		for _, at := range f.pattern.FindAllStringIndex(text, -1) {
			found = append(found, Secret{f.kind, at[0], at[1]})
		}
	}
	return append(found, random(text)...)
}

// minRandom is how many characters a word has that is taken for a key because nothing
// else looks like it: capitals, small letters and digits mixed.
const minRandom = 32

// random finds words that only a machine writes and that are no address, no path and no
// checksum, whose letters are of one case.
func random(text string) []Secret {
	var found []Secret
	for at := 0; at < len(text); {
		start := at
		var upper, lower, digit, slashes int
		for ; at < len(text); at++ {
			switch c := text[at]; {
			case 'a' <= c && c <= 'z':
				lower++
			case 'A' <= c && c <= 'Z':
				upper++
			case '0' <= c && c <= '9':
				digit++
			case c == '/':
				slashes++
			case c == '+' || c == '_' || c == '-' || c == '=':
			default:
				goto ended
			}
		}
	ended:
		if length := at - start; length >= minRandom && min(upper, lower, digit) >= 4 && slashes <= length/20 {
			found = append(found, Secret{Token, start, at})
		}
		at++
	}
	return found
}
