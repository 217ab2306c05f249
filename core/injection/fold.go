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
	glyphLigature                   // several letters, see ligatures
)

// glyph is a folded character: its kind, the character it is folded to, and the code
// (letterCode) of the Latin letter it is or looks like. A character whose folded form
// is several letters, a ligature, has its kind only: ligatures holds the letters.
type glyph uint32

const (
	glyphKindShift  = 21
	glyphLatinShift = 25
)

func newGlyph(kind glyphKind, out rune) glyph {
	return glyph(kind)<<glyphKindShift | glyph(out)
}

func (g glyph) kind() glyphKind { return glyphKind(g >> glyphKindShift & 0xf) }

// out is the folded character.
func (g glyph) out() rune { return rune(g & (1<<glyphKindShift - 1)) }

// latin is the code of the Latin letter that the character is or looks like, or 0.
func (g glyph) latin() uint64 { return uint64(g >> glyphLatinShift & 0x1f) }

// letter is the glyph of a folded letter.
func letter(out rune) glyph {
	g := newGlyph(glyphLetter, out)
	if out < utf8.RuneSelf {
		return g | glyph(letterCode[out])<<glyphLatinShift
	}
	return g | glyph(letterCode[lookalikes[out]])<<glyphLatinShift
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
	ligatures                  map[rune]string
}

var folds = sync.OnceValue(func() *foldTables {
	t := &foldTables{ligatures: map[rune]string{}}
	table := func(from, to rune) []glyph {
		glyphs := make([]glyph, to-from)
		for i := range glyphs {
			r := from + rune(i)
			g, more := computeGlyph(r)
			if more != "" {
				t.ligatures[r] = more
			}
			glyphs[i] = g
		}
		return glyphs
	}
	t.folded, t.forms = table(foldedFrom, foldedTo), table(formsFrom, formsTo)
	t.math, t.boxed = table(mathFrom, mathTo), table(boxedFrom, boxedTo)
	return t
})

// glyph folds one character outside ASCII.
func (t *foldTables) glyph(r rune) glyph {
	switch {
	case r < foldedTo:
		return t.folded[r-foldedFrom]
	case isDense(r):
		return newGlyph(glyphDense, r)
	case formsFrom <= r && r < formsTo:
		return t.forms[r-formsFrom]
	case mathFrom <= r && r < mathTo:
		return t.math[r-mathFrom]
	case boxedFrom <= r && r < boxedTo:
		return t.boxed[r-boxedFrom]
	}
	return t.computeRare(r)
}

// computeRare folds a character outside the tables, without normalisation where there
// is none to do: a text full of them must not be slower than others.
func (t *foldTables) computeRare(r rune) glyph {
	switch {
	case 0xe0020 <= r && r <= 0xe007e:
		return newGlyph(glyphTag, r-0xe0000)
	case 0xe0100 <= r && r <= 0xe01ef:
		return newGlyph(glyphSelector, r-0xe0100+16)
	case 0x1f000 <= r && r < 0x20000, 0x10ffff < r, 0xf0000 <= r:
		return 0 // pictures, private use
	case runes.IsInvisible(r), unicode.Is(unicode.Mn, r):
		return newGlyph(glyphInvisible, 0)
	case unicode.IsLetter(r):
		if r = unicode.ToLower(r); foldedFrom <= r && r < foldedTo {
			return t.folded[r-foldedFrom]
		}
		return letter(r)
	}
	return 0
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
// accents dropped, lower case. more is the folded form of a ligature.
func computeGlyph(r rune) (g glyph, more string) {
	switch {
	case 0xfe00 <= r && r <= 0xfe0f:
		return newGlyph(glyphSelector, r-0xfe00), ""
	case isDense(r):
		return newGlyph(glyphDense, r), ""
	case r == 0x85, r == 0x2028, r == 0x2029:
		return newGlyph(glyphNewline, 0), ""
	case runes.IsSpace(r):
		return newGlyph(glyphSpace, 0), ""
	case runes.IsInvisible(r), unicode.In(r, unicode.Mn, unicode.Me), r == 0x3164, r == 0xffa0:
		return newGlyph(glyphInvisible, 0), "" // the fillers U+3164 and U+FFA0 show as nothing
	}
	if p, ok := punctuation[r]; ok {
		return newGlyph(glyphASCII, p), ""
	}
	form := decompose(r)
	if len(form) == 0 {
		return 0, ""
	}
	first := form[0]
	switch {
	case len(form) == 1 && punctuation[first] != 0:
		return newGlyph(glyphASCII, punctuation[first]), ""
	case len(form) == 1 && isDense(first):
		return newGlyph(glyphDense, first), ""
	case len(form) == 1 && unicode.IsDigit(first):
		if first > '9' {
			first = '0' // a digit of another script: some number
		}
		return newGlyph(glyphDigit, first), ""
	case first == ' ':
		return newGlyph(glyphSpace, 0), "" // a spacing accent
	case first < utf8.RuneSelf && !isASCIILetter(first):
		return newGlyph(glyphASCII, first), ""
	}
	n := 0
	for n < len(form) && (unicode.IsLetter(form[n]) || unicode.Is(unicode.Mc, form[n])) {
		n++
	}
	switch n {
	case 0:
		return 0, ""
	case 1:
		return letter(first), ""
	}
	return newGlyph(glyphLigature, 0), string(form[:n])
}

// decompose is the compatibility form of a character in lower case without accents.
func decompose(r rune) []rune {
	form := norm.NFKD.String(string(r))
	if 0x3000 <= r && r < foldedTo || 0xff61 <= r && r <= 0xffdc {
		form = norm.NFKC.String(string(r)) // keep the sounds of kana and Hangul whole
	}
	var kept []rune
	for _, c := range form {
		c = runes.Lower(c)
		if latin, ok := latinForms[c]; ok {
			kept = append(kept, []rune(latin)...)
		} else if !unicode.Is(unicode.Mn, c) {
			kept = append(kept, c)
		}
	}
	return kept
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
