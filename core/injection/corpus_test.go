package injection

import (
	"os"
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
