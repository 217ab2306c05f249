// Package words reads a text as the words a person sees, with what stands between
// them. The readers of what a user says ([confirmation], [intent]) match lists of words
// and phrases against it, so that both see the same words in the same text.
//
// A word is a run of letters, numbers and "_" ([runes.IsWord]), in the form NFKC gives
// it, case folded; invisible characters and accents that belong to no letter (a stress
// mark) are absent, "ё" is "е", and every apostrophe inside a word is "'": "Don’t" is
// "don't". An emoji is a word of its own. Everything else is a [Gap].
//
// Invariants:
//   - Reading is linear in the text and never fails.
//   - Words stand in the order of the text, do not overlap, and Start and End are byte
//     offsets at the borders of characters.
//
// [confirmation]: https://pkg.go.dev/github.com/guardstream/guardstream/core/confirmation
// [intent]: https://pkg.go.dev/github.com/guardstream/guardstream/core/intent
package words

// Gap says what stands between a word and the one before it, the strongest thing wins.
type Gap uint8

// The gaps, from the weakest to the strongest.
const (
	// Glued is nothing that separates: a hyphen or slash inside a word ("e-mail"), the
	// colon of a time, the dot of a number.
	Glued Gap = iota
	// Space is white space, quotation marks and signs.
	Space
	// Comma ends a clause: a comma, colon, semicolon, dash, bracket or dots.
	Comma
	// Line is one line break after a line that ends without punctuation.
	Line
	// Stop ends a sentence: a full stop, an exclamation or question mark, an empty line.
	Stop
)

// Word is one word of a text.
type Word struct {
	// Text is the folded word.
	Text string
	// Start and End are byte offsets of the word in the text.
	Start, End int
	// Gap is what stands before the word; Stop before the first.
	Gap Gap
	// Question tells whether a question mark stands in that gap: the sentence before the
	// word asks.
	Question bool
	// Symbol tells whether the word is an emoji or another picture.
	Symbol bool
}

// Read returns the words of a text and whether a question mark stands after the last.
// Markup (`<b>`) and quoted lines ("> …", somebody else's words) are skipped.
func Read(text string) (list []Word, question bool) {
	s := NewScanner(text)
	s.SkipQuoted()
	const bytesPerWord = 5 // a guess that spares most of the growing
	folded := make([]byte, 0, len(text))
	ends := make([]int, 0, len(text)/bytesPerWord+1) // of the words in folded
	list = make([]Word, 0, len(text)/bytesPerWord+1)
	for s.Next() {
		folded = append(folded, s.Text()...)
		ends = append(ends, len(folded))
		list = append(list, Word{
			Start: s.Start(), End: s.End(), Gap: s.Gap(), Question: s.Question(), Symbol: s.Symbol(),
		})
	}
	all, start := string(folded), 0
	for i, end := range ends {
		list[i].Text, start = all[start:end], end
	}
	return list, s.Question()
}
