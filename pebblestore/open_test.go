package pebblestore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"
)

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
