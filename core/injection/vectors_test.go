package injection

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

type vector struct {
	ID   string
	Note string
	In   struct{ Text string }
	Want struct {
		Tainted     bool
		TaintedUser *bool `json:"tainted_user"`
	}
}

// readLines decodes every line of a file of test data.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestVectors(t *testing.T) {
	for _, name := range []string{"injection", "injection_beyond"} {
		vectors := readLines[vector](t, "../../test/testdata/conformance/"+name+".jsonl")
		if len(vectors) < 50 {
			t.Errorf("%s: only %d vectors", name, len(vectors))
		}
		failed := 0
		for _, v := range vectors {
			got, user := Scan(v.In.Text), ScanUser(v.In.Text)
			if tainted := len(got) > 0; tainted != v.Want.Tainted {
				failed++
				t.Errorf("%s (%s): %q: tainted %v, want %v (%v)", v.ID, v.Note, v.In.Text, tainted, v.Want.Tainted, got)
			}
			if want := v.Want.TaintedUser; want != nil && len(user) > 0 != *want {
				failed++
				t.Errorf("%s (%s): %q: tainted as the user's %v, want %v (%v)", v.ID, v.Note, v.In.Text, len(user) > 0, *want, user)
			}
		}
		t.Logf("%s: %d vectors, %d differences", name, len(vectors), failed)
	}
}
