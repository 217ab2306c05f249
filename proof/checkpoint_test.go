package proof

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const testOrigin = "guard.example/ledger"

// testKey is a key of its own for each call.
func testKey(t testing.TB) (*Signer, *Verifier) {
	t.Helper()
	private, err := GenerateKey(testOrigin)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := NewSigner(private + "\n")
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := NewVerifier(signer.Public())
	if err != nil {
		t.Fatal(err)
	}
	return signer, verifier
}

func mustSign(t testing.TB, s *Signer, size uint64, root tlog.Hash) []byte {
	t.Helper()
	signed, err := s.Sign(size, root)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func TestCheckpoints(t *testing.T) {
	signer, verifier := testKey(t)
	root := tlog.RecordHash([]byte("x"))
	signed := mustSign(t, signer, 42, root)
	if want := testOrigin + "\n42\n" + root.String() + "\n\n— " + testOrigin + " "; !strings.HasPrefix(string(signed), want) {
		t.Fatalf("signed:\n%s", signed)
	}
	want := Checkpoint{Origin: testOrigin, Size: 42, Root: root}
	if c, err := verifier.Open(signed); err != nil || c != want {
		t.Errorf("opened %+v, %v", c, err)
	}
	if c, err := Peek(signed); err != nil || c != want {
		t.Errorf("peeked %+v, %v", c, err)
	}
	if again := mustSign(t, signer, 42, root); string(again) != string(signed) {
		t.Error("the same checkpoint has other bytes")
	}
	_, other := testKey(t)
	if _, err := other.Open(signed); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("by another key: %v", err)
	}
	for i := range signed {
		changed := []byte(string(signed))
		changed[i] ^= 1
		if c, err := verifier.Open(changed); err == nil && c != want {
			t.Fatalf("with byte %d changed it is %+v", i, c)
		} else if err == nil && i < len(want.Text()) {
			t.Fatalf("byte %d of the text changed, and still signed", i)
		}
	}
}

func TestWhatIsNoCheckpoint(t *testing.T) {
	root := tlog.RecordHash(nil).String()
	for _, text := range []string{
		"", "\n\n", "a\n1\n" + root + "\n", "\n1\n" + root + "\n\n", "a\n1\n\n", "a\n01\n" + root + "\n\n", "a\n-1\n" + root + "\n\n", "a\n+1\n" + root + "\n\n",
		"a\n4611686018427387905\n" + root + "\n\n", "a\n99999999999999999999\n" + root + "\n\n", "a\n1\n" + root[:40] + "\n\n", "a\n1\n!" + root[1:] + "\n\n",
	} {
		if c, err := Peek([]byte(text)); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("%q is %+v, %v", text, c, err)
		}
	}
	if c, err := Peek([]byte("a\n1\n" + root + "\nmore\n\n")); err != nil || c.Size != 1 {
		t.Errorf("with an extension: %+v, %v", c, err)
	}
}

// A signed note of the same key that is a checkpoint of another name is not this
// ledger's.
func TestTheOriginIsTheKeys(t *testing.T) {
	signer, verifier := testKey(t)
	signed, err := note.Sign(&note.Note{Text: Checkpoint{Origin: "other", Size: 1}.Text()}, signer.signer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := verifier.Open(signed); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("opened: %v", err)
	}
}

func TestKeys(t *testing.T) {
	for _, origin := range []string{"", "a b", "a+b", "a\nb", "\xff"} {
		if key, err := GenerateKey(origin); !errors.Is(err, ErrKey) {
			t.Errorf("a key called %q: %q, %v", origin, key, err)
		}
	}
	private, err := GenerateKey(testOrigin)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "PRIVATE+KEY", private[:len(private)-4], strings.Replace(private, testOrigin, "other", 1)} {
		if _, err := NewSigner(text); !errors.Is(err, ErrKey) {
			t.Errorf("%q is a private key: %v", text, err)
		}
		if _, err := NewVerifier(text); !errors.Is(err, ErrKey) {
			t.Errorf("%q is a public key: %v", text, err)
		}
	}
	if _, err := NewVerifier(private); !errors.Is(err, ErrKey) {
		t.Errorf("a private key is no public one: %v", err)
	}
}

func TestLists(t *testing.T) {
	signer, verifier := testKey(t)
	var list []byte
	var ends []int
	for size := range uint64(5) {
		list = AppendToList(list, mustSign(t, signer, size+1, tlog.Hash{byte(size)}))
		ends = append(ends, len(list))
	}
	for cut := range len(list) + 1 {
		whole := 0
		for whole < len(ends) && ends[whole] <= cut {
			whole++
		}
		n := 0
		for signed, err := range List(strings.NewReader(string(list[:cut]))) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if c, err := verifier.Open(signed); err != nil || c.Size != uint64(n) {
				t.Fatalf("cut at %d, checkpoint %d: %+v, %v", cut, n, c, err)
			}
		}
		size, last, err := Ends(strings.NewReader(string(list[:cut])))
		if n != whole || err != nil || whole == 0 && (size != 0 || last != nil) || whole > 0 && size != int64(ends[whole-1]) {
			t.Fatalf("cut at %d: %d checkpoints instead of %d, which end at %d, %v", cut, n, whole, size, err)
		}
	}
	if _, _, err := Ends(strings.NewReader(strings.Repeat("x", maxCheckpoint+1))); err == nil {
		t.Error("a checkpoint without an end is no error")
	}
}
