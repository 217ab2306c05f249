package words

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func lexiconOf(t testing.TB, patterns ...string) *Lexicon {
	t.Helper()
	l := new(Lexicon)
	for i, pattern := range patterns {
		if err := l.Add(pattern, 1<<i); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestMatch(t *testing.T) {
	l := lexiconOf(t, "go ahead", "go", "yes|yeah [please] sir", "отправ*", "Вперёд", "a* b*")
	for text, want := range map[string]string{
		"go ahead":        "[0:2:1 0:1:2]",
		"Go, ahead":       "[0:1:2]",
		"go-ahead":        "[0:2:1 0:1:2]",
		"go\nahead":       "[0:1:2]",
		"yes sir":         "[0:2:4]",
		"yeah please sir": "[0:3:4]",
		"yes please":      "[]",
		"отправьте это":   "[0:1:8]",
		"ОТПРАВ":          "[0:1:8]",
		"отпра":           "[]",
		"вперед":          "[0:1:16]",
		"abc bcd":         "[0:2:32]",
		"":                "[]",
	} {
		list, _ := Read(text)
		var got []string
		for i := range list {
			l.Match(list, i, func(length int, tags Tags) { got = append(got, fmt.Sprintf("%d:%d:%d", i, length, tags)) })
		}
		slices.SortFunc(got, func(a, b string) int { return strings.Compare(b, a) })
		if fmt.Sprint(got) != want {
			t.Errorf("Match(%q) = %v, want %s", text, got, want)
		}
	}
}

func TestRun(t *testing.T) {
	l := lexiconOf(t, "add _ to", "send [the] money", "event", "put _ online")
	for text, want := range map[string]Tags{
		"add Theo to":             1,
		"add theo@x.example to":   1,
		"add x,y to":              1,
		"add Theo Braun to":       0,
		"add add x to":            1,
		"add to":                  0,
		"add theo-to":             0,
		"add theo, to":            0,
		"send the money":          2,
		"send money":              2,
		"send her money":          0,
		"send the\nmoney":         0,
		"the event's end":         4,
		"put it online, add x to": 9,
		"":                        0,
	} {
		var got Tags
		run := l.NewRun()
		for s := NewScanner(text); s.Next(); {
			got |= run.Step(s)
		}
		if got != want {
			t.Errorf("Run(%q) = %b, want %b", text, got, want)
		}
	}
}

func TestAddRefuses(t *testing.T) {
	for _, pattern := range []string{
		"", "[a]", "a-b", "a|", "!", "a .", "*", strings.Repeat("[a|b|c|d] ", 8) + "x",
	} {
		if err := new(Lexicon).Add(pattern, 1); !errors.Is(err, ErrPattern) {
			t.Errorf("Add(%q) = %v", pattern, err)
		}
	}
}
