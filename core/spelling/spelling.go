// Package spelling guesses what a misspelt word was meant to be, for error messages.
// It never changes what is read.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// maxLength bounds the words that are compared: the distance is quadratic, and nobody
// meant a word that is longer.
const maxLength = 64

// Nearest returns the candidate that word was most likely meant to be, or "" when none
// is near: at most a third of its characters differ, case aside. The first of equally
// near candidates is returned.
func Nearest(word string, candidates []string) string {
	folded := []rune(strings.ToLower(word))
	if len(folded) == 0 || len(folded) > maxLength {
		return ""
	}
	best, nearest := max(1, len(folded)/3)+1, ""
	for _, candidate := range candidates {
		if utf8.RuneCountInString(candidate) > maxLength {
			continue
		}
		if d := distance(folded, []rune(strings.ToLower(candidate))); d < best {
			best, nearest = d, candidate
		}
	}
	return nearest
}

// Hint returns ", did you mean …?" for the nearest candidate, or "".
func Hint(word string, candidates []string) string {
	if nearest := Nearest(word, candidates); nearest != "" {
		return ", did you mean " + nearest + "?"
	}
	return ""
}

// distance is the number of characters to insert, remove, replace or swap with their
// neighbour to make b of a.
func distance(a, b []rune) int {
	before := make([]int, len(b)+1) // of the row before the last
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
