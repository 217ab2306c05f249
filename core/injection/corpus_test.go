package injection

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// linesOf are the lines of a file of test texts, without comments.
func linesOf(tb testing.TB, path string) []string {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestAttacks(t *testing.T) {
	for _, text := range linesOf(t, "testdata/attacks.txt") {
		if len(Scan(text)) == 0 {
			t.Errorf("not found: %q", text)
		}
	}
}

func TestHonest(t *testing.T) {
	for _, text := range linesOf(t, "testdata/honest.txt") {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %s", text, describe(text, found))
		}
	}
}

// TestLanguages reads the test set of every language: "+" lines are found, "-" lines
// are not. Every word list of a language has one.
func TestLanguages(t *testing.T) {
	lists, err := filepath.Glob("words/??.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		if list == "words/en.txt" {
			continue // testdata/attacks.txt, testdata/honest.txt
		}
		kinds := map[string]int{}
		for _, line := range linesOf(t, "testdata/languages/"+filepath.Base(list)) {
			kind, text, _ := strings.Cut(line, " ")
			kinds[kind]++
			if found := Scan(text); len(found) > 0 != (kind == "+") {
				t.Errorf("%s: %s: %s", list, line, describe(text, found))
			}
		}
		if kinds["+"] == 0 || kinds["-"] == 0 || len(kinds) != 2 {
			t.Errorf("%s has the test lines %v", list, kinds)
		}
	}
}
