package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// testTree is a tree of n records.
type testTree struct {
	records []Record
	hashes  []tlog.Hash
}

func (tt *testTree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		out[i] = tt.hashes[index]
	}
	return out, nil
}

func newTree(t testing.TB, n uint64) *testTree {
	t.Helper()
	tt := &testTree{}
	for seq := uint64(1); seq <= n; seq++ {
		r := Record{
			Seq: seq, StreamSeq: seq + 10, Stored: time.Unix(1_780_000_000, int64(seq)*1000).UTC(),
			Subject: "guard.events.acme.s1", Payload: fmt.Appendf(nil, `{"type":"decided","n":%d,"html":"<&>"}`, seq),
		}
		entry := NewEntry(r.StreamSeq, r.Stored, EventHash(r.Subject, r.Payload))
		hashes, err := tlog.StoredHashesForRecordHash(int64(seq-1), entry.Leaf(), tt)
		if err != nil {
			t.Fatal(err)
		}
		tt.records = append(tt.records, r)
		tt.hashes = append(tt.hashes, hashes...)
	}
	return tt
}

func (tt *testTree) checkpoint(t testing.TB, s *Signer, size uint64) string {
	t.Helper()
	root, err := tlog.TreeHash(int64(size), tt)
	if err != nil {
		t.Fatal(err)
	}
	return string(mustSign(t, s, size, root))
}

// prove makes a proof of a record and of the growth from an earlier size; 0 leaves one
// out.
func (tt *testTree) prove(t testing.TB, s *Signer, size, seq, earlier uint64) Proof {
	t.Helper()
	p := Proof{Format: Format, Checkpoint: tt.checkpoint(t, s, size)}
	var err error
	if seq > 0 {
		p.Record = &tt.records[seq-1]
		if p.Inclusion, err = tlog.ProveRecord(int64(size), int64(seq-1), tt); err != nil {
			t.Fatal(err)
		}
	}
	if earlier > 0 {
		p.Earlier = tt.checkpoint(t, s, earlier)
		if p.Consistency, err = tlog.ProveTree(int64(size), int64(earlier), tt); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestProofs(t *testing.T) {
	const n = 21
	signer, verifier := testKey(t)
	tree := newTree(t, n)
	for size := uint64(1); size <= n; size++ {
		for seq := range size + 1 {
			for earlier := range size + 1 {
				if seq == 0 && earlier == 0 {
					continue
				}
				text, err := tree.prove(t, signer, size, seq, earlier).JSON()
				if err != nil {
					t.Fatal(err)
				}
				p, err := Parse(text)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				proven, err := p.Verify(verifier)
				if err != nil || proven.Checkpoint.Size != size {
					t.Fatalf("record %d of %d since %d: %+v, %v", seq, size, earlier, proven, err)
				}
				if (seq > 0) != (proven.Record != nil) || seq > 0 && proven.Record.Seq != seq {
					t.Fatalf("proven is %+v", proven.Record)
				}
				if (earlier > 0) != (proven.Earlier != nil) || earlier > 0 && proven.Earlier.Size != earlier {
					t.Fatalf("proven is %+v", proven.Earlier)
				}
			}
		}
	}
}

func TestProofsOfSomethingElse(t *testing.T) {
	signer, verifier := testKey(t)
	stranger, _ := testKey(t)
	tree, forged := newTree(t, 21), newTree(t, 21)
	for i := range forged.hashes {
		forged.hashes[i][0]++
	}
	tests := []struct {
		name   string
		change func(*Proof)
		err    error
	}{
		{"a payload", func(p *Proof) { p.Record.Payload[3] ^= 1 }, ErrNotProven},
		{"a longer payload", func(p *Proof) { p.Record.Payload = append(p.Record.Payload, ' ') }, ErrNotProven},
		{"a subject", func(p *Proof) { p.Record.Subject += "2" }, ErrNotProven},
		{"a byte moved from subject to payload", func(p *Proof) {
			p.Record.Payload = append([]byte("1"), p.Record.Payload...)
			p.Record.Subject = strings.TrimSuffix(p.Record.Subject, "1")
		}, ErrNotProven},
		{"a time", func(p *Proof) { p.Record.Stored = p.Record.Stored.Add(1) }, ErrNotProven},
		{"a time that wraps round", func(p *Proof) {
			p.Record.Stored = p.Record.Stored.Add(1<<63 - 1).Add(1<<63 - 1).Add(2)
		}, ErrMalformed},
		{"a time elsewhere", func(p *Proof) { p.Record.Stored = p.Record.Stored.In(time.FixedZone("", 3600)) }, ErrMalformed},
		{"a stream sequence", func(p *Proof) { p.Record.StreamSeq++ }, ErrNotProven},
		{"a place", func(p *Proof) { p.Record.Seq++ }, ErrNotProven},
		{"no place", func(p *Proof) { p.Record.Seq = 0 }, ErrNotProven},
		{"a place beyond", func(p *Proof) { p.Record.Seq = 22 }, ErrNotProven},
		{"another record", func(p *Proof) { p.Record = &tree.records[8] }, ErrNotProven},
		{"no hashes", func(p *Proof) { p.Inclusion = nil }, ErrNotProven},
		{"a hash too many", func(p *Proof) { p.Inclusion = append(p.Inclusion, tlog.Hash{}) }, ErrNotProven},
		{"a hash", func(p *Proof) { p.Inclusion[1][5]++ }, ErrNotProven},
		{"a hash of the growth", func(p *Proof) { p.Consistency[1][5]++ }, ErrNotProven},
		{"an earlier checkpoint that is later", func(p *Proof) { p.Earlier, p.Checkpoint = p.Checkpoint, p.Earlier }, ErrNotProven},
		{"an earlier checkpoint of another tree", func(p *Proof) { p.Earlier = forged.checkpoint(t, signer, 5) }, ErrNotProven},
		{"an empty earlier checkpoint", func(p *Proof) { p.Earlier = string(mustSign(t, signer, 0, tlog.Hash{})) }, ErrNotProven},
		{"a checkpoint of another tree", func(p *Proof) { p.Checkpoint = forged.checkpoint(t, signer, 21) }, ErrNotProven},
		{"a checkpoint of another key", func(p *Proof) { p.Checkpoint = tree.checkpoint(t, stranger, 21) }, ErrCheckpoint},
		{"an earlier checkpoint of another key", func(p *Proof) { p.Earlier = tree.checkpoint(t, stranger, 5) }, ErrCheckpoint},
		{"a checkpoint too large", func(p *Proof) { p.Checkpoint = string(mustSign(t, signer, 1<<62+1, tlog.Hash{})) }, ErrCheckpoint},
		{"the largest checkpoint", func(p *Proof) { p.Checkpoint = string(mustSign(t, signer, maxSize, tlog.Hash{})) }, ErrNotProven},
		{"nothing to prove", func(p *Proof) { p.Record, p.Earlier = nil, "" }, ErrMalformed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := tree.prove(t, signer, 21, 8, 5)
			own := *p.Record
			own.Payload = bytes.Clone(own.Payload)
			p.Record = &own
			if _, err := p.Verify(verifier); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			tt.change(&p)
			if proven, err := p.Verify(verifier); !errors.Is(err, tt.err) {
				t.Errorf("proven %+v, %v", proven, err)
			}
		})
	}
}

func TestOneSpelling(t *testing.T) {
	signer, _ := testKey(t)
	text, err := newTree(t, 9).prove(t, signer, 9, 4, 2).JSON()
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(compact.Bytes()); err != nil {
		t.Errorf("spaces matter: %v", err)
	}
	replace := func(old, with string) string {
		if !strings.Contains(compact.String(), old) {
			t.Fatalf("no %s in %s", old, compact.String())
		}
		return strings.Replace(compact.String(), old, with, 1)
	}
	for _, text := range []string{
		"", "null", "{}", "[]", compact.String() + "{}", compact.String()[1:],
		replace(`"guardstream-proof/1"`, `"guardstream-proof/2"`),
		replace(`"seq":4`, `"seq":4,"seq":4`),
		replace(`"seq":4`, `"seq":4,"outcome":"allow"`),
		replace(`"seq":4`, `"Seq":4`),
		replace(`"seq":4`, `"seq":4.0`),
		replace(`"subject":"guard.events`, "\"subject\":\"\xffguard.events"),
		replace(`"inclusion":[`, `"inclusion":[null,`),
		replace(`Z"`, `+00:00"`),
	} {
		if _, err := Parse([]byte(text)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	signer, verifier := testKey(f)
	tree := newTree(f, 9)
	for _, seed := range []Proof{tree.prove(f, signer, 9, 4, 2), tree.prove(f, signer, 9, 9, 0), tree.prove(f, signer, 9, 0, 9)} {
		text, err := seed.JSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"format":"guardstream-proof/1","checkpoint":""}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		proven, err := p.Verify(verifier)
		if err != nil || proven.Record == nil {
			return
		}
		want := tree.records[proven.Record.Seq-1]
		if string(want.Payload) != string(proven.Record.Payload) || want.Subject != proven.Record.Subject || !want.Stored.Equal(proven.Record.Stored) {
			t.Fatalf("proven: %+v", proven.Record)
		}
	})
}
