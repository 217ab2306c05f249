package pebblestore

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/mod/sumdb/tlog"
)

// attacker has the store open and changes what it likes.
type attacker struct {
	t  *testing.T
	db *pebble.DB
}

func (a attacker) get(key []byte) []byte {
	a.t.Helper()
	value, closer, err := a.db.Get(key)
	if err != nil {
		a.t.Fatal(err)
	}
	value = append([]byte{}, value...)
	if err := closer.Close(); err != nil {
		a.t.Fatal(err)
	}
	return value
}

func (a attacker) set(key, value []byte) {
	a.t.Helper()
	if err := a.db.Set(key, value, pebble.NoSync); err != nil {
		a.t.Fatal(err)
	}
}

func (a attacker) delete(key []byte) {
	a.t.Helper()
	if err := a.db.Delete(key, pebble.NoSync); err != nil {
		a.t.Fatal(err)
	}
}

func (a attacker) swap(x, y []byte) {
	old := a.get(x)
	a.set(x, a.get(y))
	a.set(y, old)
}

func (a attacker) entry(seq uint64) Entry {
	a.t.Helper()
	e, err := ownedRecord(seq, a.get(recordKey(seq)))
	if err != nil {
		a.t.Fatal(err)
	}
	return e
}

// rewrite changes an entry and gives it its own hash again.
func (a attacker) rewrite(seq uint64, change func(*Entry)) {
	e := a.entry(seq)
	change(&e)
	entry := entryOf(e.Record)
	a.set(recordKey(seq), appendRecord(nil, e.Record, e.Prev, entry.chain(e.Prev)))
}

// rechain rewrites all records after seq so that the chain holds again.
func (a attacker) rechain(seq, last uint64) {
	prev := a.entry(seq).Chain
	for n := seq + 1; n <= last; n++ {
		a.rewrite(n, func(e *Entry) { e.Prev = prev })
		prev = a.entry(n).Chain
	}
}

// replant writes the whole tree anew, as it is over the present records.
func (a attacker) replant(last uint64) (tree frontier) {
	for n := uint64(1); n <= last; n++ {
		entry := entryOf(a.entry(n).Record)
		a.set(treeKey(n), tree.add(nil, entry.leaf()))
	}
	return tree
}

// behead writes a head that fits the first records.
func (a attacker) behead(last uint64) {
	tree, err := (storedHashes{a.db}).frontierAt(last)
	if err != nil {
		a.t.Fatal(err)
	}
	e := a.entry(last)
	a.set([]byte(headKey), Head{Seq: last, StreamSeq: e.Sequence, Chain: e.Chain, Root: tree.root()}.encode())
}

// cut deletes records with everything that belongs to them.
func (a attacker) cut(from, to uint64) {
	var buf []byte
	for n := from; n <= to; n++ {
		eachIndexKey(&buf, n, a.entry(n).Record, func(key []byte) bool { a.delete(key); return true })
		a.delete(recordKey(n))
		a.delete(treeKey(n))
	}
}

func pay(e *Entry) { e.Payload = []byte(strings.Replace(string(e.Payload), "made", "Made", 1) + " ") }

func TestTampering(t *testing.T) {
	const last = 100
	tests := []struct {
		name   string
		attack func(a attacker)
		kind   Kind
		seq    uint64
		says   string
	}{
		{"a byte of a payload", func(a attacker) {
			value := a.get(recordKey(42))
			value[len(value)-3] ^= 1
			a.set(recordKey(42), value)
		}, Changed, 42, "its hash"},
		{"the time of a record", func(a attacker) {
			value := a.get(recordKey(42))
			value[16]++
			a.set(recordKey(42), value)
		}, Changed, 42, "its hash"},
		{"a record cut short", func(a attacker) { a.set(recordKey(42), a.get(recordKey(42))[:50]) }, Changed, 42, "too short"},
		{"a subject that never ends", func(a attacker) {
			value := a.get(recordKey(42))
			value[fixedSize-4] = 0xff
			a.set(recordKey(42), value)
		}, Changed, 42, "longer than the record"},
		{"another version", func(a attacker) {
			value := a.get(recordKey(42))
			value[0] = 9
			a.set(recordKey(42), value)
		}, Changed, 42, "version 9"},

		{"one record dropped", func(a attacker) { a.delete(recordKey(42)) }, Dropped, 42, "place 43"},
		{"several dropped", func(a attacker) { a.cut(42, 57) }, Dropped, 42, "place 58"},
		{"the first dropped", func(a attacker) { a.cut(1, 1) }, Dropped, 1, "place 2"},
		{"one dropped and the others moved up", func(a attacker) {
			for n := uint64(42); n < last; n++ {
				a.set(recordKey(n), a.get(recordKey(n+1)))
			}
			a.delete(recordKey(last))
		}, Dropped, 42, "stream sequences 42 to 42"},

		{"two swapped", func(a attacker) { a.swap(recordKey(42), recordKey(77)) }, Swapped, 42, "at place 77"},
		{"two neighbours swapped", func(a attacker) { a.swap(recordKey(42), recordKey(43)) }, Swapped, 42, "at place 43"},
		{"one copied over another", func(a attacker) { a.set(recordKey(42), a.get(recordKey(40))) }, Inserted, 42, "sequence 40"},
		{"a later one copied over another", func(a attacker) { a.set(recordKey(42), a.get(recordKey(80))) }, Dropped, 42, "42 to 79"},

		{"a record rewritten with its hash", func(a attacker) { a.rewrite(42, pay) }, Forged, 42, "another record"},
		{"a record and the tree rewritten", func(a attacker) { a.rewrite(42, pay); a.replant(last) }, Forged, 42, "the record after it"},
		{"the last record and the tree rewritten", func(a attacker) { a.rewrite(last, pay); a.replant(last) }, Forged, 0, "head"},
		{"a record rewritten and the chain after it", func(a attacker) { a.rewrite(42, pay); a.rechain(42, last) }, Forged, 42, "another record"},
		{"chain and tree rewritten", func(a attacker) { a.rewrite(42, pay); a.rechain(42, last); a.replant(last) }, Forged, 0, "head"},
		{"everything rewritten", func(a attacker) {
			a.rewrite(42, pay)
			a.rechain(42, last)
			a.replant(last)
			a.behead(last)
		}, Forged, 0, "expected head"},
		{"another beginning", func(a attacker) { a.rewrite(1, func(e *Entry) { e.Prev[0] = 1 }) }, Forged, 1, "never was"},

		{"the last record gone", func(a attacker) { a.cut(last, last) }, Truncated, last, "expected head 100, the records end at 99"},
		{"the last ten gone", func(a attacker) { a.cut(91, last) }, Truncated, 91, "expected head 100, the records end at 90"},
		{"all gone", func(a attacker) { a.cut(1, last) }, Truncated, 1, "expected head 100, the records end at 0"},
		{"the tail gone and the head moved", func(a attacker) { a.cut(91, last); a.behead(90) }, RolledBack, 91, "expected head 100"},
		{"all and the head gone", func(a attacker) { a.cut(1, last); a.delete([]byte(headKey)) }, RolledBack, 1, "expected head 100"},

		{"the head gone", func(a attacker) { a.delete([]byte(headKey)) }, Inserted, 1, "after the head"},
		{"the head moved back", func(a attacker) { a.behead(90) }, Inserted, 91, "after the head"},
		{"the head unreadable", func(a attacker) { a.set([]byte(headKey), []byte("x")) }, BadHead, 0, "not readable"},
		{"the head's stream sequence", func(a attacker) {
			value := a.get([]byte(headKey))
			value[16]++
			a.set([]byte(headKey), value)
		}, BadHead, 0, "stream sequence 101"},
		{"the head's root", func(a attacker) {
			value := a.get([]byte(headKey))
			value[headSize-1]++
			a.set([]byte(headKey), value)
		}, Forged, 0, "tree"},

		{"a leaf", func(a attacker) { a.set(treeKey(41), make([]byte, tlog.HashSize)) }, Forged, 41, "another record"},
		{"a node", func(a attacker) {
			value := a.get(treeKey(64))
			value[5*tlog.HashSize] ^= 1
			a.set(treeKey(64), value)
		}, BadTree, 64, "not that of the records"},
		{"a node missing", func(a attacker) { a.delete(treeKey(64)) }, BadTree, 64, "missing"},
		{"a node too many", func(a attacker) { a.set(treeKey(101), make([]byte, tlog.HashSize)) }, BadTree, 101, "after the head"},

		{"an index entry missing", func(a attacker) {
			var buf []byte
			eachIndexKey(&buf, 42, a.entry(42).Record, func(key []byte) bool { a.delete(key); return false })
		}, BadIndex, 42, "no entry"},
		{"an index entry too many", func(a attacker) {
			a.set(appendKey(appendTerms(nil, toolPrefix, "pay"), "", 200), nil)
		}, BadIndex, 200, "does not ask for"},
		{"a decision moved to another outcome", func(a attacker) {
			a.set(appendKey(appendTerms(nil, outcomePrefix, "none"), "", 42), nil)
		}, BadIndex, 42, "does not ask for"},
		{"an index entry that is none", func(a attacker) { a.set([]byte("i/x"), nil) }, BadIndex, 0, "i/x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := memLedger(t, last)
			head := l.Head()
			if report := mustVerify(t, l, VerifyOptions{Expect: &head}); !report.OK() || report.Records != last {
				t.Fatalf("before the attack: %+v", report.First)
			}
			tt.attack(attacker{t, l.store})
			report := mustVerify(t, l, VerifyOptions{Expect: &head})
			if report.OK() {
				t.Fatal("not found")
			}
			if report.First.Kind != tt.kind || report.First.Seq != tt.seq || !strings.Contains(report.First.Detail, tt.says) {
				t.Errorf("found %s", report.First)
			}
		})
	}
}

// Blocks are verified apart from each other; what is wrong where they meet must be
// found as it is elsewhere.
func TestTamperingAcrossBlocks(t *testing.T) {
	const last = 2*stretchRecords + 100
	for _, workers := range []int{1, 3} {
		for _, seq := range []uint64{stretchRecords - 1, stretchRecords, stretchRecords + 1, 2 * stretchRecords, 2*stretchRecords + 1} {
			tests := []struct {
				name   string
				attack func(a attacker)
				kind   Kind
				seq    uint64
			}{
				{"changed", func(a attacker) { a.set(recordKey(seq), append(a.get(recordKey(seq)), ' ')) }, Changed, seq},
				{"dropped", func(a attacker) { a.delete(recordKey(seq)) }, Dropped, seq},
				{"swapped", func(a attacker) { a.swap(recordKey(seq), recordKey(seq+1)) }, Swapped, seq},
				{"forged", func(a attacker) { a.rewrite(seq, pay); a.replant(last) }, Forged, seq},
				{"node above", func(a attacker) {
					value := a.get(treeKey(seq))
					value[len(value)-1] ^= 1
					a.set(treeKey(seq), value)
				}, BadTree, seq},
				{"truncated", func(a attacker) { a.cut(seq, last) }, Truncated, seq},
			}
			l := memLedger(t, last)
			head := l.Head()
			for _, tt := range tests {
				t.Run(fmt.Sprintf("%d workers, %s at %d", workers, tt.name, seq), func(t *testing.T) {
					if tt.name == "node above" && completedLevels(seq) == 1 {
						t.Logf("record %d has no node above its leaf", seq)
						return
					}
					// Backups in memory give each attack a ledger of its own.
					name := fmt.Sprintf("copy-%d-%s-%d", workers, tt.name, seq)
					if err := l.Backup(context.Background(), name); err != nil {
						t.Fatal(err)
					}
					own := openTest(t, name, Options{FS: l.opts.FS})
					tt.attack(attacker{t, own.store})
					report := mustVerify(t, own, VerifyOptions{Expect: &head, Workers: workers})
					if report.OK() || report.First.Kind != tt.kind || report.First.Seq != tt.seq {
						t.Errorf("found %v", report.First)
					}
				})
			}
		}
	}
}

func TestVerifyProgress(t *testing.T) {
	const last = 2*stretchRecords + 10
	l := memLedger(t, last)
	var seen []uint64
	report := mustVerify(t, l, VerifyOptions{Progress: func(p Progress) {
		if p.Total != last || p.Rate() <= 0 || p.Done < last && p.Left() <= 0 {
			t.Errorf("progress %+v, %f/s, %v left", p, p.Rate(), p.Left())
		}
		seen = append(seen, p.Done)
	}})
	if !report.OK() || fmt.Sprint(seen) != fmt.Sprint([]uint64{stretchRecords, 2 * stretchRecords, last}) {
		t.Errorf("progress %v, %v", seen, report.First)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Verify(ctx, VerifyOptions{}); err == nil {
		t.Error("a verification that was called off is no report")
	}
}
