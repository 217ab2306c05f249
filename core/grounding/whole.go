package grounding

import (
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// maxEllipsis is how many full stops may follow a value: an ellipsis.
const maxEllipsis = 3

// wholeEdges is the rule of [Whole]: on both sides the text ends or a delimiter stands,
// whatever the value begins and ends with. A full stop ends a sentence, so behind a
// value it counts when a delimiter follows it ("x.pdf." but not "x.pdf.bak").
func wholeEdges(s string, start, end int) bool {
	if start > 0 && !isDelimiter(before(s, start)) {
		return false
	}
	for range maxEllipsis {
		if end < len(s) && s[end] == '.' {
			end++
		}
	}
	return end == len(s) || isDelimiter(after(s, end))
}

// isDelimiter reports whether r ends what stands beside it: white space, a quote, a
// bracket, or punctuation of sentences. What identifiers, addresses and paths are made
// of ( - / _ @ = # & * % + ) is none, so the value is not a part of a longer one.
func isDelimiter(r rune) bool {
	if r < utf8.RuneSelf {
		switch r {
		case '"', '\'', '`', '(', ')', '[', ']', '{', '}', '<', '>', ',', ';', ':', '!', '?':
			return true
		}
		return runes.IsSpace(r)
	}
	return isSentencePunctuation(r) || runes.IsSpace(r) ||
		unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf)
}

// isSentencePunctuation reports whether r is punctuation beyond ASCII that stands
// between words or sentences, in the scripts that have their own.
func isSentencePunctuation(r rune) bool {
	switch r {
	case '…', '‥', '—', '―', '¿', '¡', '‽', '•', '＂', '＇', // of Latin scripts and full width
		'。', '｡', '，', '、', '､', '；', '：', '！', '？', // Chinese, Japanese
		'،', '؛', '؟', '۔', // Arabic, Urdu
		'।', '॥', '։', '།', '።', '၊', '။', '។': // Indic, Armenian, Tibetan, Ethiopic, Burmese, Khmer
		return true
	}
	return false
}
