package conversation

import (
	"crypto/ed25519"
	"strings"
	"testing"
)

// key is a key pair that is the same in every run.
func key(seed string) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte(strings.Repeat(seed, ed25519.SeedSize)[:ed25519.SeedSize]))
}

func TestSignatures(t *testing.T) {
	private := key("a")
	public := private.Public().(ed25519.PublicKey)
	s := Sign(private, "app", "acme/s-1", 2, "Pay 5?", "yes")
	if !s.Verify(public, "acme/s-1", "yes") {
		t.Fatal("its own signature does not verify")
	}
	renumbered, elsewhere, other := s, s, s
	renumbered.Number, elsewhere.After, other.Value = 3, "", "!"
	for name, verifies := range map[string]bool{
		"another text":    s.Verify(public, "acme/s-1", "yes "),
		"another session": s.Verify(public, "acme/s-2", "yes"),
		"another key":     s.Verify(key("b").Public().(ed25519.PublicKey), "acme/s-1", "yes"),
		"no key":          s.Verify(nil, "acme/s-1", "yes"),
		"another number":  renumbered.Verify(public, "acme/s-1", "yes"),
		"another message": elsewhere.Verify(public, "acme/s-1", "yes"),
		"no base64":       other.Verify(public, "acme/s-1", "yes"),
		"none":            Signature{}.Verify(public, "acme/s-1", "yes"),
	} {
		if verifies {
			t.Errorf("%s verifies", name)
		}
	}
	// What belongs to one part must not be able to move to the next.
	if string(SignedBytes("ab", 1, "", "c")) == string(SignedBytes("a", 1, "", "bc")) || string(SignedBytes("a", 1, "b", "c")) == string(SignedBytes("a", 1, "", "bc")) {
		t.Error("two messages are signed as the same bytes")
	}
}

func TestSignaturesAreRead(t *testing.T) {
	for text, signed := range map[string]bool{
		`{"role": "user", "content": "yes", "signed": {"key": "app", "number": 1, "signature": "AA=="}}`:                              true,
		`{"role": "user", "content": [{"type": "text", "text": "yes"}], "signed": {"key": "app", "number": 1, "signature": "AA=="}}`:  true,
		`{"role": "assistant", "content": "yes", "signed": {"key": "app", "number": 1, "signature": "AA=="}}`:                         false,
		`{"role": "tool", "content": "yes", "signed": {"key": "app", "number": 1, "signature": "AA=="}}`:                              false,
		`{"role": "user", "content": "yes", "signed": {"key": "app", "number": "1", "signature": "AA=="}}`:                            false,
		`{"role": "user", "content": "yes", "signed": {"key": "app", "number": 1.5, "signature": "AA=="}}`:                            false,
		`{"role": "user", "content": "yes", "signed": {"key": "app", "number": 1}}`:                                                   false,
		`{"role": "user", "content": "yes", "signed": true}`:                                                                          false,
		`{"role": "user", "content": "yes", "signed": {"key": "` + strings.Repeat("k", 257) + `", "number": 1, "signature": "AA=="}}`: false,
	} {
		c := Read(parse(t, text))
		if len(c.Messages) != 1 || c.Messages[0].Signed.IsZero() == signed {
			t.Errorf("%s is read as %+v", text, c.Messages)
		}
	}
}
