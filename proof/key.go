package proof

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// GenerateKey makes a private key for the checkpoints of the ledger called origin, as
// one line of text: keep it secret. By C2SP an origin is a name like
// "guard.example.com/ledger", without spaces and plus signs, that no other log has.
func GenerateKey(origin string) (private string, err error) {
	private, _, err = note.GenerateKey(rand.Reader, origin)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrKey, err)
	}
	if _, err := NewSigner(private); err != nil {
		return "", fmt.Errorf("%w: the name %q is not one of a key", ErrKey, origin)
	}
	return private, nil
}

// Signer signs checkpoints.
type Signer struct {
	signer note.Signer
	public string
}

// NewSigner reads what [GenerateKey] made.
func NewSigner(private string) (*Signer, error) {
	private = strings.TrimSpace(private)
	signer, err := note.NewSigner(private)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	// PRIVATE+KEY+<name>+<hash>+<base64 of the algorithm's byte and the seed>; base64
	// holds plus signs itself, and names do not.
	parts := strings.SplitN(private, "+", 5)
	seed, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
	if err != nil || len(seed) != 1+ed25519.SeedSize {
		return nil, fmt.Errorf("%w: not an Ed25519 key", ErrKey)
	}
	key := ed25519.NewKeyFromSeed(seed[1:]).Public().(ed25519.PublicKey)
	public, err := note.NewEd25519VerifierKey(signer.Name(), key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return &Signer{signer: signer, public: public}, nil
}

// Origin is the name of the ledger that the key is for.
func (s *Signer) Origin() string { return s.signer.Name() }

// Public is the public key as [NewVerifier] reads it: everybody may know it.
func (s *Signer) Public() string { return s.public }

// Verifier tells checkpoints of one key from others.
type Verifier struct{ verifier note.Verifier }

// NewVerifier reads a public key: <name>+<hash>+<key in base64>.
func NewVerifier(public string) (*Verifier, error) {
	v, err := note.NewVerifier(strings.TrimSpace(public))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return &Verifier{v}, nil
}

// Origin is the name of the ledger that the key is for.
func (v *Verifier) Origin() string { return v.verifier.Name() }
