package pebblestore

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/guardstream/guardstream/proof"
)

// Every record and every growth of a ledger can be proven with every checkpoint of it
// that reaches far enough, and with no other.
func TestProve(t *testing.T) {
	const n = 70
	key, verifier := testKey(t)
	l := memLedger(t, 0)
	points := make([][]byte, n+1)
	for seq := uint64(1); seq <= n; seq++ {
		mustAppend(t, l, testRecords(seq, seq))
		points[seq] = mustCheckpoint(t, l, key)
	}
	rapid.Check(t, func(t *rapid.T) {
		size, seq, earlier := rapid.IntRange(1, n).Draw(t, "size"), rapid.IntRange(1, n).Draw(t, "seq"), rapid.IntRange(1, n).Draw(t, "earlier")
		p, err := l.Prove(Claim{Seq: uint64(seq), Earlier: points[earlier], Checkpoint: points[size]})
		if seq > size || earlier > size {
			if !errors.Is(err, ErrNotCovered) {
				t.Fatalf("proven: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := p.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if p, err = proof.Parse(text); err != nil {
			t.Fatal(err)
		}
		proven, err := p.Verify(verifier)
		if err != nil || proven.Earlier.Size != uint64(earlier) || proven.Checkpoint.Size != uint64(size) {
			t.Fatalf("verified: %+v, %v", proven, err)
		}
		if want := testRecord(uint64(seq)); string(want.Payload) != string(proven.Record.Payload) || want.Sequence != proven.Record.StreamSeq {
			t.Fatalf("proven is %+v", proven.Record)
		}
	})
}

func TestWhatCannotBeProven(t *testing.T) {
	key, verifier := testKey(t)
	l := memLedger(t, 40)
	if _, err := l.Prove(Claim{Seq: 1}); !errors.Is(err, ErrNotFound) {
		t.Errorf("without a checkpoint: %v", err)
	}
	signed := mustCheckpoint(t, l, key)
	mustAppend(t, l, testRecords(41, 50))
	for seq, want := range map[uint64]error{40: nil, 41: ErrNotCovered, 51: ErrNotFound} {
		p, err := l.Prove(Claim{Seq: seq})
		if !errors.Is(err, want) {
			t.Errorf("record %d: %v", seq, err)
		}
		if err == nil {
			_, err = p.Verify(verifier)
		}
		if !errors.Is(err, want) {
			t.Errorf("record %d: %v", seq, err)
		}
	}
	if _, err := memLedger(t, 39).Prove(Claim{Seq: 1, Checkpoint: signed}); !errors.Is(err, ErrNotCovered) {
		t.Errorf("a ledger that ends before: %v", err)
	}
	attacker{t, l.store}.rewrite(12, pay)
	if _, err := l.Prove(Claim{Seq: 12}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a changed record: %v", err)
	}
	if _, err := l.Prove(Claim{Seq: 13}); err != nil {
		t.Errorf("the one beside it: %v", err)
	}
	if _, err := l.Prove(Claim{Earlier: []byte("x")}); !errors.Is(err, proof.ErrCheckpoint) {
		t.Errorf("no checkpoint: %v", err)
	}
}
