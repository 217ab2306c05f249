package injection

import (
	"reflect"
	"testing"
	"unicode/utf8"
)

func FuzzScan(f *testing.F) {
	for _, path := range []string{"testdata/attacks.txt", "testdata/honest.txt"} {
		for _, text := range linesOf(f, path) {
			f.Add(text)
		}
	}
	for _, h := range readHostile(f) {
		f.Add(h.fill(200))
	}
	for _, container := range containers {
		f.Add(container)
	}
	f.Fuzz(func(t *testing.T, text string) {
		passages, user := Scan(text), ScanUser(text)
		checkPassages(t, text, passages)
		checkPassages(t, text, user)
		if again := Scan(text); !reflect.DeepEqual(again, passages) {
			t.Fatalf("%q: %v, then %v", text, passages, again)
		}
		for _, u := range user {
			if !within(u, passages) {
				t.Fatalf("%q: %v of the user's text is in none of %v", text, u, passages)
			}
		}
		checkBlocks(t, text, passages, Blocks(text, passages))
		for _, p := range passages[:min(len(passages), 3)] { // each takes the time of the text
			if start, end := Block(text, p); start > p.Start || end < p.End {
				t.Fatalf("%q: block %d–%d does not hold %v", text, start, end, p)
			}
		}
	})
}

// checkPassages checks the invariants of passages: ordered, apart, not empty, at
// character borders, named.
func checkPassages(t *testing.T, text string, passages []Passage) {
	t.Helper()
	last := 0
	for _, p := range passages {
		if p.Start < last || p.End <= p.Start || p.End > len(text) || p.Rule == "" {
			t.Fatalf("%q: passages %v", text, passages)
		}
		if utf8.ValidString(text) && (!utf8.RuneStart(text[p.Start]) || p.End < len(text) && !utf8.RuneStart(text[p.End])) {
			t.Fatalf("%q: %v cuts a character", text, p)
		}
		last = p.End
	}
}

func within(p Passage, passages []Passage) bool {
	for _, q := range passages {
		if q.Start <= p.Start && p.End <= q.End {
			return true
		}
	}
	return false
}
