package events

import (
	"crypto/sha256"
	"errors"
	"testing"
)

// TestHashOf writes out what is hashed, so that it can't change unnoticed.
func TestHashOf(t *testing.T) {
	want := sha256.Sum256([]byte("\x01\x00\x00\x00\x13guard.events.acme.s{}"))
	if got := HashOf("guard.events.acme.s", []byte("{}")); got != Hash(want) {
		t.Errorf("got %s, want %x", got, want)
	}
}

// TestHashTellsSubjectAndPayloadApart: bytes can't wander from one into the other.
func TestHashTellsSubjectAndPayloadApart(t *testing.T) {
	if HashOf("ab", []byte("c")) == HashOf("a", []byte("bc")) {
		t.Error("the border between subject and payload is not hashed")
	}
}

func TestParseHash(t *testing.T) {
	h := HashOf("s", nil)
	if got, err := ParseHash(h.String()); err != nil || got != h {
		t.Errorf("round trip: %s, %v", got, err)
	}
	for _, bad := range []string{"", "00", h.String() + "0", "zz" + h.String()[2:]} {
		if _, err := ParseHash(bad); !errors.Is(err, ErrHash) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}
