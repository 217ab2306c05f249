package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	keys := []string{"ground", "ground_from", "ground_last", "confirm", "request", "once"}
	for word, want := range map[string]string{
		"gruond":                  "ground",
		"Ground":                  "ground",
		"grond_from":              "ground_from",
		"groundfrom":              "ground_from",
		"conform":                 "confirm",
		"requests":                "request",
		"noce":                    "once",
		"policy":                  "",
		"":                        "",
		"x":                       "",
		strings.Repeat("a", 1000): "",
	} {
		if got := Nearest(word, keys); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Hint("conform", keys); got != ", did you mean confirm?" {
		t.Errorf("Hint = %q", got)
	}
	if got := Hint("zzz", keys); got != "" {
		t.Errorf("Hint of nothing near = %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"abc", "abc", 0}, {"abc", "acb", 1},
		{"amout", "amount", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3},
	} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
