package confirmation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLanguages runs the small sets that stand beside the word lists: "+ text" accepts,
// "- text" does not; \n is a line break.
func TestLanguages(t *testing.T) {
	files, err := filepath.Glob("testdata/languages/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test sets", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSuffix(line, "\n")
			sign, text, _ := strings.Cut(strings.ReplaceAll(line, `\n`, "\n"), " ")
			if sign != "+" && sign != "-" {
				continue
			}
			if got := Accepts(text); got != (sign == "+") {
				t.Errorf("%s: Accepts(%q) = %v", filepath.Base(file), text, got)
			}
		}
	}
}
