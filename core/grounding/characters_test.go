package grounding

import (
	"strings"
	"testing"
	"unicode"

	"github.com/guardstream/guardstream/core/runes"
	"golang.org/x/text/unicode/norm"
)

// TestDigitValue checks the digits whose compatibility form is an ASCII digit against
// that, and that every script has each digit equally often.
func TestDigitValue(t *testing.T) {
	var count [10]int
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !isDigit(r) {
			if unicode.IsDigit(r) {
				t.Errorf("%U is a digit", r)
			}
			continue
		}
		d := digitValue(r)
		if d < '0' || d > '9' {
			t.Fatalf("%U = %q", r, d)
		}
		count[d-'0']++
		if form := norm.NFKC.String(string(r)); len(form) == 1 && form[0] != d {
			t.Errorf("%U = %c, its compatibility form is %s", r, d, form)
		}
	}
	for d, n := range count {
		if n != count[0] || n < 60 {
			t.Errorf("%d characters for the digit %d, %d for 0", n, d, count[0])
		}
	}
}

// TestFoldKeepsWords checks what the index and the offsets rest on: folding maps
// characters to characters, makes no part of a word of what is none, and does
// everything that cleaning does.
func TestFoldKeepsWords(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		f := fold(r)
		if runes.IsWord(f) && !runes.IsWord(r) {
			t.Errorf("fold(%U) = %U is part of a word", r, f)
		}
		if fold(f) != f && r != f {
			t.Errorf("fold(%U) = %U folds on to %U", r, f, fold(f))
		}
		if fold(clean(r)) != f {
			t.Errorf("fold(clean(%U)) = %U, fold = %U", r, fold(clean(r)), f)
		}
		if unicode.Is(unicode.Zs, r) != (clean(r) == ' ') {
			t.Errorf("clean(%U) = %U", r, clean(r))
		}
	}
}

func TestNextASCIIDigit(t *testing.T) {
	for _, filler := range []string{"x", "/", ":", "\x00", "\x7f", "\xff", "é"} {
		for before := range 20 {
			s := strings.Repeat(filler, before) + "7" + filler
			if got := nextASCIIDigit(s, 0); got != len(s)-len(filler)-1 {
				t.Errorf("%q: %d", s, got)
			}
			if got := nextASCIIDigit(s, len(s)-len(filler)); got != -1 {
				t.Errorf("%q: %d after the last digit", s, got)
			}
		}
	}
}

func TestFoldASCII(t *testing.T) {
	var all strings.Builder
	for c := range 128 {
		all.WriteByte(byte(c))
	}
	for _, s := range []string{all.String(), strings.Repeat(all.String()[1:], 9), "", "a", "A", "ab cd ef gh", "ab cd ef gH"} {
		for cut := range min(len(s), 20) {
			if got, want := foldASCII(s[cut:]), strings.ToLower(s[cut:]); got != want {
				t.Fatalf("foldASCII(%q) = %q", s[cut:], got)
			}
		}
	}
}
