package proposal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// shapeOf returns what ids of one kind look like: "#A9999999" of an order, "a_9999" of an
// account, ten digits. A text that is no id has none: words, short numbers, sentences.
func shapeOf(text string) string {
	const (
		longest     = 64
		fewestAlone = 6 // digits without a letter
	)
	if text == "" || len(text) > longest {
		return ""
	}
	var b strings.Builder
	digits, others := 0, 0
	for _, r := range text {
		switch {
		case runes.IsSpace(r):
			return ""
		case r == '@':
			return ""
		case unicode.IsDigit(r):
			digits++
			r = '9'
		case unicode.IsUpper(r):
			others++
			r = 'A'
		case unicode.IsLetter(r):
			others++
			r = 'a'
		case r == '#':
			others++
		}
		b.WriteRune(r)
	}
	switch shape := b.String(); {
	case shape == dateShape:
		return shape
	case digits == 0 || others == 0 && (digits < fewestAlone || digits < len(text)):
		return ""
	default:
		return shape
	}
}

// dateShape is the shape of dates as JSON has them: 2024-05-20.
const dateShape = "9999-99-99"

// tokens returns what stands between white space, without the punctuation around it.
func tokensOf(text string, start, end int, visit func(start, end int)) {
	for start < end {
		r, size := utf8.DecodeRuneInString(text[start:end])
		if runes.IsSpace(r) || r == '\n' || r == '\t' || r == '\r' || strings.ContainsRune(around, r) {
			start += size
			continue
		}
		stop := start
		for stop < end {
			r, size := utf8.DecodeRuneInString(text[stop:end])
			if runes.IsSpace(r) || r == '\n' || r == '\t' || r == '\r' || strings.ContainsRune(inside, r) {
				break
			}
			stop += size
		}
		last := start + len(strings.TrimRight(text[start:stop], around))
		visit(start, max(last, start+size))
		start = stop
	}
}

const (
	inside = "()[]{}<>,;|\"“”„«»→=`" // end a token wherever they stand
	around = inside + ".:!?'’‘*~…-/" // and these only at its ends
)

// mixesAlphabets reports whether a word of the text has letters that look like letters of
// another alphabet beside them: nobody who reads "рaypal" can tell what it says.
func mixesAlphabets(text string) bool {
	latin, lookalike := false, false
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee):
			lookalike = lookalike || !strings.ContainsRune("μΩπ", r) // of units
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			latin, lookalike = false, false
		}
		if latin && lookalike {
			return true
		}
	}
	return false
}
