package injection

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/guardstream/guardstream/core/runes"
)

// glyphKind says what a character is to the tokeniser once it is folded.
type glyphKind uint8

const (
	glyphOther     glyphKind = iota // a symbol: separates words, means nothing
	glyphLetter                     // part of a word, out is its folded form
	glyphDigit                      // an ASCII digit after folding
	glyphSpace                      // white space within a line
	glyphNewline                    // a line separator
	glyphInvisible                  // takes part in no text: format characters, accents
	glyphASCII                      // punctuation, out is the ASCII character it stands for
	glyphDense                      // a letter of a script that writes no spaces between words
	glyphTag                        // a tag character, out is the ASCII character it hides
	glyphSelector                   // a variation selector, out is the byte it can hide
)

// glyph is a folded character. A character whose folded form is several letters (a
// ligature) has them in more, out is the first of them.
type glyph struct {
	kind glyphKind
	out  rune
	more string
}

// The characters that are folded by table. Beyond them are scripts whose letters fold
// to themselves, and rare characters that are folded one by one.
const (
	foldedFrom = 0x80
	foldedTo   = 0x3400
	formsFrom  = 0xf900 // compatibility, presentation and full-width forms
	formsTo    = 0x10000
	mathFrom   = 0x1d400 // mathematical letters
	mathTo     = 0x1d800
	boxedFrom  = 0x1f100 // letters in circles and squares
	boxedTo    = 0x1f200
)

// foldTables are the glyphs of the ranges above. They are computed when the first text
// that is not ASCII is read: most are.
type foldTables struct {
	folded, forms, math, boxed []glyph
}

var folds = sync.OnceValue(func() *foldTables {
	table := func(from, to rune) []glyph {
		glyphs := make([]glyph, to-from)
		for i := range glyphs {
			glyphs[i] = computeGlyph(from + rune(i))
		}
		return glyphs
	}
	return &foldTables{
		folded: table(foldedFrom, foldedTo),
		forms:  table(formsFrom, formsTo),
		math:   table(mathFrom, mathTo),
		boxed:  table(boxedFrom, boxedTo),
	}
})

// glyph folds one character outside ASCII.
func (t *foldTables) glyph(r rune) glyph {
	switch {
	case r < foldedTo:
		return t.folded[r-foldedFrom]
	case isDense(r):
		return glyph{kind: glyphDense, out: r}
	case formsFrom <= r && r < formsTo:
		return t.forms[r-formsFrom]
	case mathFrom <= r && r < mathTo:
		return t.math[r-mathFrom]
	case boxedFrom <= r && r < boxedTo:
		return t.boxed[r-boxedFrom]
	}
	return computeRare(r)
}

// computeRare folds a character outside the tables, without normalisation where there
// is none to do: a text full of them must not be slower than others.
func computeRare(r rune) glyph {
	switch {
	case 0xe0020 <= r && r <= 0xe007e:
		return glyph{kind: glyphTag, out: r - 0xe0000}
	case 0xe0100 <= r && r <= 0xe01ef:
		return glyph{kind: glyphSelector, out: r - 0xe0100 + 16}
	case 0x1f000 <= r && r < 0x20000, 0x10ffff < r, 0xf0000 <= r:
		return glyph{} // pictures, private use
	case runes.IsInvisible(r), unicode.Is(unicode.Mn, r):
		return glyph{kind: glyphInvisible}
	case 0x2f800 <= r && r <= 0x2fa1f:
		return computeGlyph(r)
	case unicode.IsLetter(r):
		return glyph{kind: glyphLetter, out: unicode.ToLower(r)}
	}
	return glyph{}
}

// isDense reports whether r belongs to a script whose words are not set apart by
// spaces. Korean is one here because its particles are glued to the words.
func isDense(r rune) bool {
	switch {
	case r < 0xe00:
		return false
	case r <= 0xeff, // Thai, Lao
		0x1000 <= r && r <= 0x109f, // Burmese
		0x1780 <= r && r <= 0x17dd, // Khmer
		0x3005 <= r && r <= 0x3007,
		0x3041 <= r && r <= 0x30ff && r != 0x30fb, // kana
		0x3400 <= r && r <= 0x4dbf, 0x4e00 <= r && r <= 0x9fff,
		0xac00 <= r && r <= 0xd7a3,
		0x20000 <= r && r <= 0x2f7ff:
		return true
	}
	return false
}

// computeGlyph folds a character from its Unicode properties: compatibility form,
// accents dropped, lower case.
func computeGlyph(r rune) glyph {
	switch {
	case 0xfe00 <= r && r <= 0xfe0f:
		return glyph{kind: glyphSelector, out: r - 0xfe00}
	case isDense(r):
		return glyph{kind: glyphDense, out: r}
	case r == 0x85, r == 0x2028, r == 0x2029:
		return glyph{kind: glyphNewline}
	case runes.IsSpace(r):
		return glyph{kind: glyphSpace}
	case runes.IsInvisible(r), unicode.In(r, unicode.Mn, unicode.Me), r == 0x3164, r == 0xffa0:
		return glyph{kind: glyphInvisible} // the fillers U+3164 and U+FFA0 show as nothing
	}
	if p, ok := punctuation[r]; ok {
		return glyph{kind: glyphASCII, out: p}
	}
	if s, ok := latinForms[r]; ok {
		return letters(s)
	}
	form := norm.NFKD.String(string(r))
	if 0x3000 <= r {
		form = norm.NFKC.String(string(r)) // keep the sounds of kana and Hangul whole
	}
	var kept []rune
	for _, c := range form {
		if unicode.Is(unicode.Mn, c) {
			continue
		}
		c = runes.Lower(c)
		if s, ok := latinForms[c]; ok {
			kept = append(kept, []rune(s)...)
			continue
		}
		kept = append(kept, c)
	}
	if len(kept) == 0 {
		return glyph{}
	}
	first := kept[0]
	switch {
	case len(kept) == 1 && isDense(first):
		return glyph{kind: glyphDense, out: first}
	case len(kept) == 1 && '0' <= first && first <= '9':
		return glyph{kind: glyphDigit, out: first}
	case first == ' ':
		return glyph{kind: glyphSpace} // a spacing accent
	case first < utf8.RuneSelf && !isASCIILetter(first):
		return glyph{kind: glyphASCII, out: first}
	case unicode.IsDigit(first) && len(kept) == 1:
		return glyph{kind: glyphDigit, out: '0'} // a digit of another script: some number
	}
	var word []rune
	for _, c := range kept {
		if !unicode.IsLetter(c) && !unicode.Is(unicode.Mc, c) {
			if len(word) == 0 {
				return glyph{}
			}
			break
		}
		word = append(word, c)
	}
	return letters(string(word))
}

func letters(s string) glyph {
	first, size := utf8.DecodeRuneInString(s)
	if size == len(s) {
		return glyph{kind: glyphLetter, out: first}
	}
	return glyph{kind: glyphLetter, out: first, more: s}
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
