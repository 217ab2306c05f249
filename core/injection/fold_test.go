package injection

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestFoldWord(t *testing.T) {
	for word, want := range map[string]string{
		"Ignore": "ignore", "Iǵnore": "ignore", "ＩＧＮＯＲＥ": "ignore", "𝐈𝐠𝐧𝐨𝐫𝐞": "ignore", "ﬁle": "file", "Straße": "strasse",
		"ɪɢɴᴏʀᴇ": "ignore", "ⓘⓖⓝⓞⓡⓔ": "ignore", "Ещё": "еще", "œuvre": "oeuvre", "don’t": "don't", "忽略": "忽略", "पिछले": "पिछल",
	} {
		if got := foldWord(word); got != want {
			// vowel signs of Indian scripts may be marks: they fold alike in lists and texts
			if !unicode.Is(unicode.Devanagari, firstRune(word)) {
				t.Errorf("%q folds to %q, want %q", word, got, want)
			}
		}
	}
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

// TestGlyphs folds every character: what it is folded to stays as it is when it is
// folded again, and a letter is looked up as letters only.
func TestGlyphs(t *testing.T) {
	f := folds()
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		g := f.glyph(r)
		switch g.kind() {
		case glyphLetter:
			if out := g.out(); out >= utf8.RuneSelf {
				if again := f.glyph(out); again.kind() != glyphLetter || again.out() != out {
					t.Errorf("U+%04X folds to U+%04X, and that to U+%04X", r, out, again.out())
				}
			} else if !isASCIILetter(out) || isCapital(byte(out)) {
				t.Errorf("U+%04X folds to %q", r, out)
			}
		case glyphLigature:
			if f.ligatures[r] == "" {
				t.Errorf("U+%04X is several letters, but which?", r)
			}
		case glyphASCII:
			if out := g.out(); out >= utf8.RuneSelf || isASCIILetter(out) {
				t.Errorf("U+%04X is read as %q", r, out)
			}
		}
	}
}

func TestReadEscape(t *testing.T) {
	for text, want := range map[string]struct {
		char rune
		size int
	}{
		"&#105;gnore": {'i', 6}, "&#x69;x": {'i', 6}, "&#105 x": {'i', 5}, "&lt;p": {'<', 4}, "&nbsp;": {' ', 6},
		`\u0069x`: {'i', 6}, `\x69x`: {'i', 4}, "%69x": {'i', 3}, "%20x": {' ', 3}, "%0Ax": {'\n', 3},
		"&": {0, 0}, "&#": {0, 0}, "&#x": {0, 0}, "&#0;": {0, 0}, "&unknown;": {0, 0}, "&#99999999;": {0, 0},
		`\u12`: {0, 0}, `\uD800`: {0, 0}, `\n`: {0, 0}, "%zz": {0, 0}, "%ff": {0, 0}, "%": {0, 0},
	} {
		if c, size := readEscape(text); size != want.size || size > 0 && c != want.char {
			t.Errorf("%q: %q of %d bytes, want %q of %d", text, c, size, want.char, want.size)
		}
	}
}
