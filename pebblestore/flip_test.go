package pebblestore

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// flips is how many bytes are changed in each file; more in those that records end up
// in. Pebble looks for the bit that makes a damaged block whole, which takes half a
// second.
const (
	flips       = 5
	flipsTables = 25
)

// Whatever single byte of a ledger's files is changed, at rest or after a kill:
// verifying it says so, or nothing is lost (the byte was in a file that is not read
// any more, or says nothing about records). It never panics.
func TestAnyByteChanged(t *testing.T) {
	for _, kind := range []string{"closed", "killed", "copied"} {
		t.Run(kind, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "ledger")
			l := openTest(t, dir, Options{})
			for from := uint64(1); from <= 900; from += 100 {
				mustAppend(t, l, testRecords(from, from+99))
			}
			switch kind {
			case "closed":
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
			case "copied":
				copied := filepath.Join(t.TempDir(), "copy")
				if err := l.Backup(context.Background(), copied); err != nil {
					t.Fatal(err)
				}
				dir = copied
			}
			files := readFiles(t, dir)
			rng := rand.New(rand.NewPCG(1, 2))
			for _, name := range slices.Sorted(maps.Keys(files)) {
				found, tries := 0, min(flips, len(files[name]))
				if filepath.Ext(name) == ".sst" {
					tries = flipsTables
				}
				for range tries {
					pos, bit := rng.IntN(len(files[name])), byte(1)<<rng.IntN(8)
					if flipIsFound(t, files, name, pos, bit) {
						found++
					}
				}
				if filepath.Ext(name) == ".sst" && found != tries {
					t.Errorf("%s: %d of %d changed bytes are found", name, found, tries)
				}
			}
		})
	}
}

func readFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = data
	}
	return files
}

// flipIsFound verifies a copy of the files with one bit of one of them changed.
func flipIsFound(t *testing.T, files map[string][]byte, name string, pos int, bit byte) bool {
	t.Helper()
	dir := t.TempDir()
	for other, data := range files {
		if other == name {
			data = slices.Clone(data)
			data[pos] ^= bit
		}
		if err := os.WriteFile(filepath.Join(dir, other), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	report, err := VerifyDir(context.Background(), dir, Options{Logger: quiet()}, VerifyOptions{})
	if err != nil {
		t.Fatalf("%s, byte %d: neither a finding nor none: %v", name, pos, err)
	}
	if report.OK() && report.Head.Seq != 900 {
		t.Errorf("%s, byte %d: %d records are left, and nothing is said", name, pos, report.Head.Seq)
	}
	return !report.OK()
}
