package pebblestore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"
	"golang.org/x/mod/sumdb/tlog"

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

func TestSecondOpenIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	l := openTest(t, dir, Options{})
	for _, readOnly := range []bool{false, true} {
		_, err := Open(dir, Options{ReadOnly: readOnly, Logger: quiet()})
		if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), dir) {
			t.Errorf("read only %v: %v", readOnly, err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	openTest(t, dir, Options{})
}

func TestOpen(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir := filepath.Join(t.TempDir(), "ledger")
	if _, err := Open(dir, Options{ReadOnly: true, Logger: quiet()}); !errors.Is(err, ErrNotFound) {
		t.Errorf("reading a directory that is not there: %v", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, Options{ReadOnly: true, Logger: quiet()}); !errors.Is(err, ErrNotFound) {
		t.Errorf("reading an empty directory: %v", err)
	}
	l, err := Open(dir, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	head := mustAppend(t, l, testRecords(1, 50))
	if err := errors.Join(l.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Append(context.Background(), testRecords(51, 51)); !errors.Is(err, ErrClosed) {
		t.Errorf("appending to a closed ledger: %v", err)
	}
	if _, err := l.Get(1); !errors.Is(err, ErrClosed) {
		t.Errorf("reading a closed ledger: %v", err)
	}
	if _, err := l.Snapshot(); !errors.Is(err, ErrClosed) {
		t.Errorf("a snapshot of a closed ledger: %v", err)
	}
	l, err = Open(dir, Options{Logger: quiet(), ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if l.Head() != head {
		t.Errorf("head %v after opening again, %v before", l.Head(), head)
	}
	if _, err := l.Append(context.Background(), testRecords(51, 51)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("appending to a ledger opened for reading: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err = Open(dir, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, testRecords(51, 60))
	if report := mustVerify(t, l, VerifyOptions{Expect: &head}); !report.OK() {
		t.Error(report.First)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesOtherStores(t *testing.T) {
	mem := vfs.NewMem()
	db, err := pebble.Open("other", &pebble.Options{FS: mem, FormatMajorVersion: storeFormat, Logger: newSentry(quiet())})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Set([]byte("x"), nil, pebble.Sync), db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open("other", Options{FS: mem, Logger: quiet()}); !errors.Is(err, ErrSchema) {
		t.Errorf("a store that is no ledger: %v", err)
	}
	l := openTest(t, "newer", Options{FS: mem})
	if err := errors.Join(l.store.Set([]byte(schemaKey), []byte("guardstream-ledger/2"), pebble.Sync), l.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open("newer", Options{FS: mem, Logger: quiet()}); !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), "guardstream-ledger/2") {
		t.Errorf("a ledger of another layout: %v", err)
	}
}

func TestAttach(t *testing.T) {
	stream := Stream{Name: "GUARD_EVENTS", Created: testStart, FirstSeq: 1, LastSeq: 5}
	l := memLedger(t, 0)
	if err := l.Attach(stream); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, testRecords(1, 5))
	with := func(change func(*Stream)) Stream {
		s := stream
		change(&s)
		return s
	}
	tests := []struct {
		name   string
		stream Stream
		want   error
		says   string
	}{
		{"the same", stream, nil, ""},
		{"grown", with(func(s *Stream) { s.LastSeq = 9 }), nil, ""},
		{"the same instant in another zone", with(func(s *Stream) { s.Created = s.Created.In(time.FixedZone("CET", 3600)) }), nil, ""},
		{"trimmed up to the head", with(func(s *Stream) { s.FirstSeq, s.LastSeq = 6, 9 }), nil, ""},
		{"made anew", with(func(s *Stream) { s.Created = s.Created.Add(time.Second); s.LastSeq = 9 }), ErrOtherStream, "created 2026-03-01T09:00:01"},
		{"another", with(func(s *Stream) { s.Name = "OTHER" }), ErrOtherStream, "OTHER"},
		{"behind", with(func(s *Stream) { s.LastSeq = 3 }), ErrStreamBehind, "sequences 4 to 5 are only in the ledger"},
		{"empty", with(func(s *Stream) { s.LastSeq = 0 }), ErrStreamBehind, "sequences 1 to 5 are only in the ledger"},
		{"trimmed too far", with(func(s *Stream) { s.FirstSeq, s.LastSeq = 8, 9 }), ErrStreamTrimmed, "sequences 6 to 7 are gone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := l.Attach(tt.stream)
			if !errors.Is(err, tt.want) || err != nil && !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCheckLast(t *testing.T) {
	l := memLedger(t, 5)
	if err := l.CheckLast(testRecord(5)); err != nil {
		t.Errorf("the same record: %v", err)
	}
	other := testRecord(5)
	other.Payload = []byte(`{}`)
	if err := l.CheckLast(other); !errors.Is(err, ErrForked) {
		t.Errorf("another record under the same sequence: %v", err)
	}
	later := testRecord(5)
	later.Stored = later.Stored.Add(1)
	if err := l.CheckLast(later); !errors.Is(err, ErrForked) {
		t.Errorf("the same event stored at another time: %v", err)
	}
	if err := l.CheckLast(testRecord(6)); !errors.Is(err, ErrGap) {
		t.Errorf("another sequence: %v", err)
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
