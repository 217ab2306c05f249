package grounding

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestOccurrencesAreAll compares the walk over occurrences with looking at every place,
// over texts of few letters, where values overlap themselves.
func TestOccurrencesAreAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 60, -1)
		text := letters.Draw(t, "text")
		value := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 1, 7, -1).Draw(t, "value")
		var want, got []int
		for i := range text {
			if strings.HasPrefix(text[i:], value) {
				want = append(want, i)
			}
		}
		o := occurrences{s: text, value: value}
		for start := o.next(); start >= 0; start = o.next() {
			got = append(got, start)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q in %q: %v, want %v", value, text, got, want)
		}
		if again := o.next(); again != -1 {
			t.Fatalf("after the last occurrence: %d", again)
		}
	})
}
