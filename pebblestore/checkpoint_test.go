package pebblestore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/proof"
)

const testOrigin = "guard.example/ledger"

func testKey(t testing.TB) (*proof.Signer, *proof.Verifier) {
	t.Helper()
	key, err := LoadOrMakeKey(filepath.Join(t.TempDir(), "key"), testOrigin)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := proof.NewVerifier(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	return key, verifier
}

func mustCheckpoint(t testing.TB, l *Ledger, key *proof.Signer) []byte {
	t.Helper()
	signed, err := l.Checkpoint(key)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// anchored is a list of signed checkpoints that somebody kept.
func anchored(signed ...[]byte) func(func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		for _, s := range signed {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func TestCheckpoint(t *testing.T) {
	key, verifier := testKey(t)
	l := memLedger(t, 0)
	if _, err := l.Checkpoint(key); !errors.Is(err, ErrNotFound) {
		t.Errorf("of nothing: %v", err)
	}
	if _, err := l.LastCheckpoint(); !errors.Is(err, ErrNotFound) {
		t.Errorf("the last of none: %v", err)
	}
	var all [][]byte
	for seq := uint64(1); seq <= 40; seq++ {
		head := mustAppend(t, l, testRecords(seq, seq))
		signed := mustCheckpoint(t, l, key)
		all = append(all, signed)
		c, err := verifier.Open(signed)
		if err != nil || c != (proof.Checkpoint{Origin: testOrigin, Size: seq, Root: tlog.Hash(head.Root)}) {
			t.Fatalf("checkpoint %+v, %v; the head is %s", c, err, head)
		}
		if last, err := l.LastCheckpoint(); err != nil || string(last) != string(signed) {
			t.Fatalf("the last one: %s, %v", last, err)
		}
		if again := mustCheckpoint(t, l, key); string(again) != string(signed) {
			t.Fatal("another checkpoint of the same records")
		}
	}
	report := mustVerify(t, l, VerifyOptions{Key: verifier, Anchored: anchored(all...)})
	if !report.OK() || report.Anchored != 40 {
		t.Errorf("%v, anchored %d", report.First, report.Anchored)
	}
}

func TestHolds(t *testing.T) {
	l := memLedger(t, 40)
	key, verifier := testKey(t)
	c, err := verifier.Open(mustCheckpoint(t, l, key))
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, testRecords(41, 50))
	if err := l.Holds(c); err != nil {
		t.Errorf("an older one: %v", err)
	}
	if err := memLedger(t, 39).Holds(c); !errors.Is(err, ErrNotCovered) {
		t.Errorf("before it: %v", err)
	}
	c.Root[0]++
	if err := l.Holds(c); !errors.Is(err, ErrOtherLedger) {
		t.Errorf("of others: %v", err)
	}
}

// A ledger whose last checkpoint is of other records, or of more, was changed since:
// nothing more is signed.
func TestNothingIsSignedAfterAFork(t *testing.T) {
	key, _ := testKey(t)
	tests := []struct {
		name   string
		attack func(a attacker)
		err    error
	}{
		{"rolled back", func(a attacker) { a.cut(31, 40); a.behead(30) }, ErrNotCovered},
		{"rewritten", func(a attacker) { a.rewrite(12, pay); a.rechain(12, 40); a.replant(40); a.behead(40) }, ErrOtherLedger},
		{"an unreadable one", func(a attacker) { a.set(signedKey(40), []byte("x")) }, ErrCorrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := vfs.NewMem()
			l := openTest(t, "ledger", Options{FS: files})
			mustAppend(t, l, testRecords(1, 40))
			mustCheckpoint(t, l, key)
			tt.attack(attacker{t, l.store})
			if err := errors.Join(l.Close(), files.Remove("ledger/HEAD")); err != nil {
				t.Fatal(err)
			}
			l = openTest(t, "ledger", Options{FS: files})
			if _, err := l.Checkpoint(key); !errors.Is(err, tt.err) {
				t.Errorf("signed: %v", err)
			}
		})
	}
}

// Whoever holds the disk, and the key that lies on it, and recomputes every hash, is
// found by what was anchored and by nothing else.
func TestWhoHoldsTheDiskIsFoundByTheAnchor(t *testing.T) {
	const last = 100
	resign := func(l *Ledger, key *proof.Signer) {
		l.head, _ = l.storedHead()
		mustCheckpoint(t, l, key)
	}
	tests := []struct {
		name   string
		attack func(a attacker)
		resign bool // with the stolen key
		kind   Kind
		seq    uint64
		says   string
	}{
		{"all rewritten, checkpoints dropped", func(a attacker) {
			a.rewrite(42, pay)
			a.rechain(42, last)
			a.replant(last)
			a.behead(last)
		}, false, Forged, 0, "among its records 31 to 60"},
		{"all rewritten and signed anew", func(a attacker) {
			a.rewrite(42, pay)
			a.rechain(42, last)
			a.replant(last)
			a.behead(last)
		}, true, Forged, 0, "among its records 31 to 60"},
		{"the record before a checkpoint rewritten", func(a attacker) {
			a.rewrite(61, pay)
			a.rechain(61, last)
			a.replant(last)
			a.behead(last)
		}, true, Forged, 61, "this is not the record"},
		{"the first rewritten", func(a attacker) {
			a.rewrite(1, pay)
			a.rechain(1, last)
			a.replant(last)
			a.behead(last)
		}, true, Forged, 0, "among its records 1 to 30"},
		{"rolled back and signed anew", func(a attacker) { a.cut(71, last); a.behead(70) }, true, RolledBack, 71, "is over 100 records, the ledger ends at 70"},
		{"all gone", func(a attacker) { a.cut(1, last); a.delete([]byte(headKey)) }, false, RolledBack, 1, "the ledger ends at 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			key, verifier := testKey(t)
			l := memLedger(t, 0)
			var kept [][]byte
			from := uint64(1)
			for _, to := range []uint64{30, 60, 61, last} {
				mustAppend(t, l, testRecords(from, to))
				kept = append(kept, mustCheckpoint(t, l, key))
				from = to + 1
			}
			a := attacker{t, l.store}
			tt.attack(a)
			for _, size := range []uint64{30, 60, 61, last} {
				a.delete(signedKey(size))
			}
			if tt.resign {
				resign(l, key)
			}
			if report := mustVerify(t, l, VerifyOptions{Key: verifier}); !report.OK() {
				t.Fatalf("the attack is worse than it could be: without the anchor it is %s", report.First)
			}
			report := mustVerify(t, l, VerifyOptions{Key: verifier, Anchored: anchored(kept...)})
			if report.OK() || report.First.Kind != tt.kind || report.First.Seq != tt.seq || !strings.Contains(report.First.Detail, tt.says) {
				t.Errorf("found %v", report.First)
			}
		})
	}
}

func TestTamperingWithCheckpoints(t *testing.T) {
	key, verifier := testKey(t)
	stranger, _ := testKey(t)
	sign := func(size uint64, root tlog.Hash, key *proof.Signer) []byte {
		signed, err := key.Sign(size, root)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	tests := []struct {
		name   string
		attack func(a attacker)
		kind   Kind
		seq    uint64
		keyed  bool // found with the key alone
	}{
		{"unreadable", func(a attacker) { a.set(signedKey(40), []byte("x")) }, BadCheckpoint, 40, false},
		{"under another size", func(a attacker) { a.set(signedKey(39), a.get(signedKey(40))) }, BadCheckpoint, 39, false},
		{"under no size", func(a attacker) { a.set([]byte("c/x"), nil) }, BadCheckpoint, 0, false},
		{"over more records", func(a attacker) { a.set(signedKey(41), sign(41, tlog.Hash{}, key)) }, RolledBack, 41, false},
		{"of another root", func(a attacker) { a.set(signedKey(40), sign(40, tlog.Hash{}, key)) }, Forged, 0, false},
		{"a changed signature", func(a attacker) {
			signed := a.get(signedKey(40))
			signed[len(signed)-10] ^= 1
			a.set(signedKey(40), signed)
		}, BadCheckpoint, 40, true},
		{"another key", func(a attacker) {
			c, err := proof.Peek(a.get(signedKey(40)))
			if err != nil {
				t.Fatal(err)
			}
			a.set(signedKey(40), sign(c.Size, c.Root, stranger))
		}, BadCheckpoint, 40, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := memLedger(t, 40)
			mustCheckpoint(t, l, key)
			tt.attack(attacker{t, l.store})
			if report := mustVerify(t, l, VerifyOptions{}); report.OK() != tt.keyed {
				t.Errorf("without the key: %v", report.First)
			}
			report := mustVerify(t, l, VerifyOptions{Key: verifier})
			if report.OK() || report.First.Kind != tt.kind || report.First.Seq != tt.seq {
				t.Errorf("found %v", report.First)
			}
		})
	}
}

func TestAnAnchorThatIsNone(t *testing.T) {
	ctx := context.Background()
	key, verifier := testKey(t)
	l := memLedger(t, 40)
	signed := mustCheckpoint(t, l, key)
	for name, opts := range map[string]VerifyOptions{
		"no key":     {Anchored: anchored(signed)},
		"empty":      {Key: verifier, Anchored: anchored()},
		"unreadable": {Key: verifier, Anchored: ReadAnchor(t.TempDir() + "/none")},
	} {
		if report, err := l.Verify(ctx, opts); !errors.Is(err, ErrAnchor) {
			t.Errorf("%s: %v, %v", name, report.First, err)
		}
	}
	bad := slices.Clone(signed)
	bad[len(bad)-10] ^= 1
	if report := mustVerify(t, l, VerifyOptions{Key: verifier, Anchored: anchored(signed, bad)}); report.OK() || report.First.Kind != BadCheckpoint {
		t.Errorf("a bad signature: %v", report.First)
	}
}

func TestAnchorFile(t *testing.T) {
	key, _ := testKey(t)
	path := filepath.Join(t.TempDir(), "anchor")
	var want []string
	for size := range uint64(3) {
		a, err := OpenAnchor(path, testOrigin)
		if err != nil {
			t.Fatal(err)
		}
		if last := a.Last(); len(want) > 0 && string(last) != want[len(want)-1] || len(want) == 0 && last != nil {
			t.Errorf("the last one is %q", last)
		}
		signed, err := key.Sign(size+1, tlog.Hash{})
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, string(signed))
		// Cut off while writing a fourth: found by whoever opens it next.
		if err := errors.Join(a.Append(signed), a.Close(), appendTo(path, string(signed[:int(size)*40+3]))); err != nil {
			t.Fatal(err)
		}
		var got []string
		for signed, err := range ReadAnchor(path) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(signed))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("read %q", got)
		}
	}
}

// The wrong file under --anchor must survive it.
func TestOnlyAnAnchorIsCut(t *testing.T) {
	for _, text := range []string{"precious\n", "a\n\nb\n\nprecious", strings.Repeat("x", 100_000), testOrigin + ".other\n"} {
		path := filepath.Join(t.TempDir(), "file")
		if err := appendTo(path, text); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenAnchor(path, testOrigin); !errors.Is(err, ErrAnchor) {
			t.Errorf("opened %.20q: %v", text, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("%.20q is %.20q now, %v", text, left, err)
		}
	}
}

func appendTo(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "key")
	if _, err := LoadKey(path); !errors.Is(err, ErrKeyFile) {
		t.Errorf("no file: %v", err)
	}
	key, err := LoadOrMakeKey(path, testOrigin)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	again, err := LoadOrMakeKey(path, "another name")
	if err != nil || again.Public() != key.Public() || again.Origin() != testOrigin {
		t.Errorf("another key the second time: %v", err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadKey(path); !errors.Is(err, ErrKeyFile) || !strings.Contains(err.Error(), "read by others") {
		t.Errorf("readable by a group: %v", err)
	}
	if err := errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadOrMakeKey(path, testOrigin); !errors.Is(err, ErrKeyFile) {
		t.Errorf("no key in it: %v", err)
	}
	if _, err := LoadOrMakeKey(filepath.Join(t.TempDir(), "key"), "not a name"); !errors.Is(err, ErrKeyFile) {
		t.Errorf("a bad name: %v", err)
	}
}

// Signing while others append: every checkpoint is one of the ledger's own past.
func TestCheckpointsWhileAppending(t *testing.T) {
	key, verifier := testKey(t)
	l := memLedger(t, 1)
	done := make(chan error)
	go func() {
		var err error
		for seq := uint64(2); seq <= 300 && err == nil; seq++ {
			_, err = l.Append(context.Background(), testRecords(seq, seq))
		}
		done <- err
	}()
	var kept [][]byte
	for running := true; running; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			running = false
		default:
		}
		kept = append(kept, mustCheckpoint(t, l, key))
	}
	report := mustVerify(t, l, VerifyOptions{Key: verifier, Anchored: anchored(kept...)})
	if !report.OK() || report.Anchored != 300 {
		t.Errorf("%v, anchored %d", report.First, report.Anchored)
	}
	t.Logf("%d checkpoints", len(kept))
}

// One record and a checkpoint of it, in memory.
func BenchmarkCheckpoint(b *testing.B) {
	key, _ := testKey(b)
	l := memLedger(b, 1000)
	for seq := uint64(1001); b.Loop(); seq++ {
		mustAppend(b, l, testRecords(seq, seq))
		mustCheckpoint(b, l, key)
	}
}
