package runes

import (
	"strings"
	"testing"
)

func TestClasses(t *testing.T) {
	for _, tc := range []struct {
		name                   string
		r                      rune
		word, space, invisible bool
	}{
		{"letter", 'x', true, false, false}, {"digit", '7', true, false, false}, {"underscore", '_', true, false, false},
		{"hyphen", '-', false, false, false}, {"Cyrillic", 'ж', true, false, false}, {"Han", '漢', true, false, false},
		{"Arabic digit", '٣', true, false, false}, {"Roman numeral", 'Ⅷ', true, false, false},
		{"combining acute", '\u0301', false, false, false}, {"no-break space", '\u00a0', false, true, false},
		{"narrow no-break space", '\u202f', false, true, false}, {"file separator", '\x1c', false, true, false},
		{"zero-width space", '\u200b', false, false, true}, {"soft hyphen", '\u00ad', false, false, true},
		{"tag letter", '\U000e0041', false, false, true}, {"bidi override", '\u202e', false, false, true},
		{"byte order mark", '\ufeff', false, false, true},
	} {
		if IsWord(tc.r) != tc.word || IsSpace(tc.r) != tc.space || IsInvisible(tc.r) != tc.invisible {
			t.Errorf("%s %U: word %v, space %v, invisible %v", tc.name, tc.r, IsWord(tc.r), IsSpace(tc.r), IsInvisible(tc.r))
		}
	}
}

func TestLowerIsOneCharacter(t *testing.T) {
	for in, want := range map[rune]rune{'A': 'a', 'Ж': 'ж', '\u0130': '\u0130', 'ß': 'ß', 'Σ': 'σ'} {
		if got := Lower(in); got != want {
			t.Errorf("Lower(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNFKC(t *testing.T) {
	for in, want := range map[rune]string{'ａ': "a", '①': "1", 'ﬁ': "fi", 'é': "é", 'x': "x"} {
		if got := string(NFKC(nil, in)); got != want {
			t.Errorf("NFKC(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestIsASCII(t *testing.T) {
	for n := range 20 {
		text := strings.Repeat("a", n)
		if !IsASCII(text) {
			t.Errorf("%d letters are ASCII", n)
		}
		for at := range n {
			if IsASCII(text[:at] + "\x80" + text[at+1:]) {
				t.Errorf("byte 0x80 at %d of %d went unseen", at, n)
			}
		}
	}
}
