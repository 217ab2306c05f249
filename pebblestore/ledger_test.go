package pebblestore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"golang.org/x/sync/errgroup"

	"github.com/guardstream/guardstream/events"
)

func collect(t *testing.T, entries iter.Seq2[Entry, error]) (seqs []uint64) {
	t.Helper()
	for e, err := range entries {
		if err != nil {
			t.Fatal(err)
		}
		if want := testRecord(e.Sequence); string(e.Payload) != string(want.Payload) || e.Subject != want.Subject || !e.Stored.Equal(want.Stored) {
			t.Fatalf("record %d came back as %+v", e.Seq, e)
		}
		seqs = append(seqs, e.Seq)
	}
	return seqs
}

// The head is what anybody gets who follows the formulas of the package comment with
// nothing but SHA-256 and the RFC's tree.
func TestHeadByHand(t *testing.T) {
	const n = 37
	l := memLedger(t, 0)
	var chain [32]byte
	var leaves []tlog.Hash
	for seq := uint64(1); seq <= n; seq++ {
		r := testRecord(seq)
		head := mustAppend(t, l, []events.Record{r})

		event := sha256.Sum256(slices.Concat([]byte{1}, binary.BigEndian.AppendUint32(nil, uint32(len(r.Subject))), []byte(r.Subject), r.Payload))
		entry := binary.BigEndian.AppendUint64(nil, seq)
		entry = binary.BigEndian.AppendUint64(entry, uint64(r.Stored.UnixNano()))
		entry = append(entry, event[:]...)
		chain = sha256.Sum256(slices.Concat([]byte{2}, entry, chain[:]))
		leaves = append(leaves, sha256.Sum256(slices.Concat([]byte{0}, entry)))

		want := Head{Seq: seq, StreamSeq: seq, Chain: chain, Root: rootByHand(leaves)}
		if head != want || l.Head() != want {
			t.Fatalf("after %d records the head is\n%s, by hand it is\n%s", seq, head, want)
		}
	}
}

// rootByHand is the definition of RFC 6962, section 2.1.
func rootByHand(leaves []tlog.Hash) Hash {
	if len(leaves) == 1 {
		return Hash(leaves[0])
	}
	k := 1
	for k*2 < len(leaves) {
		k *= 2
	}
	left, right := rootByHand(leaves[:k]), rootByHand(leaves[k:])
	return sha256.Sum256(slices.Concat([]byte{1}, left[:], right[:]))
}

func TestTreeIsReadByTlog(t *testing.T) {
	const n = 200
	l := memLedger(t, n)
	hashes := storedHashes{l.store}
	root, err := tlog.TreeHash(n, hashes)
	if err != nil || Hash(root) != l.Head().Root {
		t.Fatalf("root %v, %v; the head has %v", root, err, l.Head().Root)
	}
	for i := range int64(n) {
		proof, err := tlog.ProveRecord(n, i, hashes)
		if err != nil {
			t.Fatal(err)
		}
		entry := entryOf(testRecord(uint64(i + 1)))
		if err := tlog.CheckRecord(proof, n, root, i, entry.leaf()); err != nil {
			t.Fatalf("record %d: %v", i+1, err)
		}
	}
}

func TestBatchesMakeNoDifference(t *testing.T) {
	want := memLedger(t, 100).Head()
	for _, size := range []uint64{1, 7, 64} {
		l := memLedger(t, 0)
		for from := uint64(1); from <= 100; from += size {
			mustAppend(t, l, testRecords(from, min(from+size-1, 100)))
		}
		if got := l.Head(); got != want {
			t.Errorf("in batches of %d the head is %s, in one it is %s", size, got, want)
		}
	}
}

func TestReading(t *testing.T) {
	const n = 300
	ctx := context.Background()
	l := memLedger(t, n)
	if got := collect(t, l.Records(ctx, 1, 0)); len(got) != n || got[0] != 1 || got[n-1] != n {
		t.Errorf("all records: %d of them", len(got))
	}
	if got := collect(t, l.Records(ctx, 17, 19)); !slices.Equal(got, []uint64{17, 18, 19}) {
		t.Errorf("records 17 to 19: %v", got)
	}
	for range l.Records(ctx, 1, 0) {
		break // leaving early must not call the loop again
	}
	if _, err := l.Get(n + 1); !errors.Is(err, ErrNotFound) {
		t.Errorf("a record that is not there: %v", err)
	}

	var bySession, byTool, byOutcome, byProposal []uint64
	var sessions []events.Session
	for s, err := range l.Sessions(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, s)
		for _, seq := range collect(t, l.Session(ctx, s)) {
			if got := testRecord(seq).Subject; got != s.Subject(events.Log) {
				t.Errorf("record %d of %s is found under %s", seq, got, s)
			}
			bySession = append(bySession, seq)
		}
	}
	if len(sessions) != 10 || !slices.IsSortedFunc(sessions, func(a, b events.Session) int { return strings.Compare(a.String(), b.String()) }) {
		t.Errorf("sessions: %v", sessions)
	}
	for _, tool := range []string{"pay", "refund"} {
		byTool = append(byTool, collect(t, l.Tool(ctx, tool))...)
	}
	for _, outcome := range []string{"allow", "deny", "escalate"} {
		byOutcome = append(byOutcome, collect(t, l.Outcome(ctx, outcome))...)
	}
	if got := collect(t, l.Tool(ctx, "none")); got != nil {
		t.Errorf("a tool that nobody called: %v", got)
	}
	for p := range uint64(n/3 + 1) {
		r := testRecord(max(p*3, 1))
		labels := labelsOf(r)
		byProposal = append(byProposal, collect(t, l.Proposal(ctx, events.Session{}, labels.proposal))...)
		if got := collect(t, l.Proposal(ctx, labels.session, labels.proposal)); len(got) == 0 {
			t.Errorf("proposal %s of %s is not found", labels.proposal, labels.session)
		}
	}
	for name, got := range map[string][]uint64{"session": bySession, "proposal": byProposal} {
		slices.Sort(got)
		if len(got) != n || len(slices.Compact(got)) != n {
			t.Errorf("by %s: %d records", name, len(got))
		}
	}
	slices.Sort(byTool)
	slices.Sort(byOutcome)
	if !slices.Equal(byTool, byOutcome) || len(byTool) == 0 {
		t.Errorf("%d decisions by tool, %d by outcome", len(byTool), len(byOutcome))
	}
}

func TestSnapshotStaysAsItWas(t *testing.T) {
	l := memLedger(t, 10)
	s, err := l.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, testRecords(11, 20))
	if got := collect(t, s.Records(context.Background(), 1, 0)); len(got) != 10 || s.Head().Seq != 10 {
		t.Errorf("the snapshot has %d records, its head says %d", len(got), s.Head().Seq)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestAppendRefuses(t *testing.T) {
	tests := []struct {
		name    string
		records []events.Record
		want    SequenceError
		is      error
	}{
		{"a gap", testRecords(7, 7), SequenceError{Want: 6, Got: 7}, ErrGap},
		{"a gap inside of a batch", append(testRecords(6, 7), testRecord(9)), SequenceError{Want: 8, Got: 9}, ErrGap},
		{"a record again", testRecords(5, 6), SequenceError{Want: 6, Got: 5}, ErrRepeated},
		{"an old record", testRecords(1, 1), SequenceError{Want: 6, Got: 1}, ErrRepeated},
	}
	l := memLedger(t, 5)
	before := l.Head()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := l.Append(context.Background(), tt.records)
			var sequence *SequenceError
			if !errors.As(err, &sequence) || *sequence != tt.want || !errors.Is(err, tt.is) {
				t.Errorf("got %v", err)
			}
			if l.Head() != before || !mustVerify(t, l, VerifyOptions{}).OK() {
				t.Errorf("the refused records left something behind")
			}
		})
	}
	called, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Append(called, testRecords(6, 6)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %v", err)
	}
	if head := mustAppend(t, l, nil); head != before {
		t.Errorf("nothing appended made %v", head)
	}
}

func TestHeadText(t *testing.T) {
	head := memLedger(t, 3).Head()
	got, err := ParseHead(head.String())
	if err != nil || got != head {
		t.Errorf("%s came back as %s, %v", head, got, err)
	}
	for _, text := range []string{"", "1:2", "x:1:" + head.Chain.String() + ":" + head.Root.String(), "1:y:" + head.Chain.String() + ":" + head.Root.String(),
		"1:1:00:" + head.Root.String(), "1:1:" + head.Chain.String() + ":" + strings.Repeat("g", 64)} {
		if _, err := ParseHead(text); err == nil {
			t.Errorf("%q is read as a head", text)
		}
	}
}

func TestBackup(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := openTest(t, filepath.Join(dir, "ledger"), Options{})
	head := mustAppend(t, l, testRecords(1, 100))
	copied := filepath.Join(dir, "copy")
	if err := l.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if err := l.Backup(ctx, copied); err == nil {
		t.Error("a backup over another one was not refused")
	}
	mustAppend(t, l, testRecords(101, 110))
	report, err := VerifyDir(ctx, copied, Options{Logger: quiet()}, VerifyOptions{Expect: &head})
	if err != nil || !report.OK() || report.Head != head {
		t.Errorf("the copy: %+v, %v", report, err)
	}
	files, err := os.ReadDir(copied)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		mine, err := os.Stat(filepath.Join(copied, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if other, err := os.Stat(filepath.Join(dir, "ledger", file.Name())); err == nil && os.SameFile(mine, other) {
			t.Errorf("%s is shared with the ledger", file.Name())
		}
	}
}

// Appending, reading, verifying and copying at the same time.
func TestTogether(t *testing.T) {
	ctx := context.Background()
	l := memLedger(t, 100)
	group := new(errgroup.Group)
	group.Go(func() error {
		for from := uint64(101); from < 1000; from += 50 {
			if _, err := l.Append(ctx, testRecords(from, from+49)); err != nil {
				return err
			}
		}
		return nil
	})
	for range 2 {
		group.Go(func() error {
			for range 10 {
				head := l.Head()
				report, err := l.Verify(ctx, VerifyOptions{Expect: &head})
				if err != nil {
					return err
				}
				if !report.OK() || report.Head.Seq < head.Seq {
					return fmt.Errorf("at head %d: %v", head.Seq, report.First)
				}
			}
			return nil
		})
	}
	group.Go(func() error { return l.Backup(ctx, "copy") })
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	report, err := VerifyDir(ctx, "copy", Options{FS: l.opts.FS, Logger: quiet()}, VerifyOptions{})
	if err != nil || !report.OK() {
		t.Errorf("the copy: %v, %v", report.First, err)
	}
}
