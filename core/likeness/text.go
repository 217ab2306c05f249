package likeness

import (
	"iter"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/guardstream/guardstream/core/runes"
)

// Text is a text reduced to its letters and digits. It is immutable and may be read
// from many goroutines.
type Text struct {
	reduced string
	begins  []int // where words begin in reduced, ascending
}

// Reduce reduces texts to one: no value is found across the end of one of them.
func Reduce(texts ...string) *Text {
	var r reducer
	for i, text := range texts {
		if i > 0 {
			r.end()
		}
		r.add(text)
	}
	return &Text{string(r.letters), r.begins}
}

// between stands where one text ends and the next begins, as a word that is in no value.
const between = ' '

// MaxValue is the length, in bytes as reduced, of the longest value that is looked for as
// a whole: searching takes time in proportion to it when a text is made to nearly hold it
// everywhere. What is longer is compared by [Text.Runs].
const MaxValue = 256

// Len is the number of bytes that are left: how much a text says.
func (t *Text) Len() int { return len(t.reduced) }

// String is the letters and digits that are left, without what stood between them.
func (t *Text) String() string { return t.reduced }

// Holds reports whether the value is written in the text, in whatever spelling. A value
// without letters and digits is written nowhere, and neither is one beyond [MaxValue].
func (t *Text) Holds(value *Text) bool {
	if value.reduced == "" || len(value.reduced) > MaxValue {
		return false
	}
	for from := 0; ; {
		at := strings.Index(t.reduced[from:], value.reduced)
		if at < 0 {
			return false
		}
		at += from
		if t.isBorder(at) && t.isBorder(at+len(value.reduced)) {
			return true
		}
		if from = t.nextWord(at); from < 0 {
			return false
		}
	}
}

// Same reports whether two texts reduce to the same letters and digits.
func (t *Text) Same(other *Text) bool { return t.reduced == other.reduced && t.reduced != "" }

// isBorder reports whether a word begins or the text ends at a place.
func (t *Text) isBorder(at int) bool {
	if at == len(t.reduced) {
		return true
	}
	i := sort.SearchInts(t.begins, at)
	return i < len(t.begins) && t.begins[i] == at
}

// nextWord returns where the next word after a place begins, or -1.
func (t *Text) nextWord(at int) int {
	if i := sort.SearchInts(t.begins, at+1); i < len(t.begins) {
		return t.begins[i]
	}
	return -1
}

// Words is the number of words.
func (t *Text) Words() int { return len(t.begins) }

// Runs ranges over all runs of n words that follow each other, in order: what a text
// still has in common with another that was copied in part. A run does not tell where
// its words end, as no spelling does.
func (t *Text) Runs(n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i+n <= len(t.begins); i++ {
			end := len(t.reduced)
			if i+n < len(t.begins) {
				end = t.begins[i+n]
			}
			if !yield(t.reduced[t.begins[i]:end]) {
				return
			}
		}
	}
}

// reducer reads a text once.
type reducer struct {
	letters []byte
	begins  []int
	inWord  bool
	scratch []byte
}

func (r *reducer) begin() {
	if !r.inWord {
		r.begins = append(r.begins, len(r.letters))
		r.inWord = true
	}
}

// end ends a text: what comes next does not go on with it.
func (r *reducer) end() {
	r.inWord = false
	r.begin()
	r.letters = append(r.letters, between)
	r.inWord = false
}

func (r *reducer) add(text string) {
	for _, c := range text {
		switch {
		case c < utf8.RuneSelf:
			r.ascii(byte(c))
		case runes.IsInvisible(c) || unicode.Is(unicode.M, c):
			// absent: neither a letter nor an end of a word
		default:
			r.other(c)
		}
	}
}

func (r *reducer) ascii(c byte) {
	switch {
	case 'A' <= c && c <= 'Z':
		c += 'a' - 'A'
	case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
	default:
		r.inWord = false
		return
	}
	r.begin()
	r.letters = append(r.letters, c)
}

// other reads a character by its compatibility form without accents.
func (r *reducer) other(c rune) {
	if standsAlone(c) {
		r.inWord = false
	}
	r.scratch = norm.NFKD.AppendString(r.scratch[:0], string(c))
	for _, part := range string(r.scratch) {
		switch {
		case part < utf8.RuneSelf:
			r.ascii(byte(part))
		case unicode.Is(unicode.M, part):
		case runes.IsWord(part):
			r.begin()
			r.letters = utf8.AppendRune(r.letters, runes.Lower(part))
		default:
			r.inWord = false
		}
	}
	if standsAlone(c) {
		r.inWord = false
	}
}

// standsAlone reports whether a character is a word of its own: scripts without spaces
// between words, and Hangul, where particles are glued on.
func standsAlone(c rune) bool {
	return c >= 0xe00 && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
