package conformance

import (
	"os"
	"path/filepath"
	"testing"
)

// TestVectors holds that every vector of the project passes.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("../testdata/conformance/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors found: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			report, err := Run(t.Context(), file, f)
			if err != nil {
				t.Fatal(err)
			}
			for _, failure := range report.Failures {
				t.Errorf("%s  %s\n  got  %s\n  want %s", failure.ID, failure.Note, failure.Got, failure.Want)
			}
		})
	}
}
