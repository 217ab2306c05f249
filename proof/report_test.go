package proof

import (
	"errors"
	"strings"
	"testing"
)

func TestHeld(t *testing.T) {
	signer, verifier := testKey(t)
	stranger, _ := testKey(t)
	tree := newTree(t, 21)
	proven, err := tree.prove(t, signer, 21, 8, 5).Verify(verifier)
	if err != nil {
		t.Fatal(err)
	}
	other := newTree(t, 21)
	for i := range other.hashes {
		other.hashes[i][0]++
	}
	list := func(signed ...string) string {
		var b []byte
		for _, s := range signed {
			b = AppendToList(b, []byte(s))
		}
		return string(b)
	}
	tests := []struct {
		name, list string
		held       bool
	}{
		{"nothing", "", false},
		{"the proof's", list(tree.checkpoint(t, signer, 7), tree.checkpoint(t, signer, 21)), true},
		{"the earlier one", list(tree.checkpoint(t, signer, 5)), true},
		{"others", list(tree.checkpoint(t, signer, 7), tree.checkpoint(t, signer, 20)), false},
		{"of another tree", list(other.checkpoint(t, signer, 21)), false},
		{"of another key", list(tree.checkpoint(t, stranger, 21)), false},
		{"cut off", strings.TrimSuffix(list(tree.checkpoint(t, signer, 21)), "\n"), false},
	}
	for _, tt := range tests {
		if held, err := proven.Held(strings.NewReader(tt.list), verifier); err != nil || held != tt.held {
			t.Errorf("%s: %v, %v", tt.name, held, err)
		}
	}
}

type broken struct{ error }

func (b broken) Read([]byte) (int, error)  { return 0, b.error }
func (b broken) Write([]byte) (int, error) { return 0, b.error }

func TestReportsOfBrokenFiles(t *testing.T) {
	signer, verifier := testKey(t)
	proven, err := newTree(t, 3).prove(t, signer, 3, 2, 1).Verify(verifier)
	if err != nil {
		t.Fatal(err)
	}
	failed := broken{errors.New("broken")}
	if _, err := proven.Held(failed, verifier); !errors.Is(err, failed.error) {
		t.Errorf("reading: %v", err)
	}
	if err := proven.WriteText(failed); !errors.Is(err, failed.error) {
		t.Errorf("writing: %v", err)
	}
}

// What an attacker wrote must not be able to look like the report's own lines.
func TestReportsAreQuoted(t *testing.T) {
	_, verifier := testKey(t)
	p := Proven{Checkpoint: Checkpoint{Origin: verifier.Origin(), Size: 2}, Record: &Record{Seq: 1, Subject: "a\nPROVEN", Payload: []byte("\x1b[2J\nPROVEN \xff\u202e")}}
	var b strings.Builder
	if err := p.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 7 || strings.ContainsAny(b.String(), "\x1b\u202e") {
		t.Errorf("%q", b.String())
	}
}
