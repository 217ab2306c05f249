package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/guardstream/guardstream/events"
)

// The power fails at random moments while batches are appended. Afterwards everything
// that was acknowledged is there, every batch is there whole or not at all, and the
// ledger goes on.
func TestPowerCuts(t *testing.T) {
	const cuts = 60
	rng := rand.New(rand.NewPCG(3, 4))
	fs := vfs.NewCrashableMem()
	acked := uint64(0)
	for cut := range cuts {
		l, err := Open("ledger", Options{FS: fs, Logger: quiet()})
		if err != nil {
			t.Fatalf("cut %d: %v", cut, err)
		}
		boundary := checkSurvivors(t, l, acked)
		stop, done := make(chan struct{}), make(chan struct{})
		var latest atomic.Uint64
		latest.Store(boundary)
		go func() {
			defer close(done)
			appendUntil(t, l, stop, &latest)
		}()
		time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
		acked = latest.Load() // before the cut: what is acknowledged during it may go either way
		crashed := fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rng.IntN(101), RNG: rng})
		close(stop)
		<-done
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		fs = crashed
	}
}

// crashBatch is how many records a batch has in crash tests.
const crashBatch = 7

func appendUntil(t *testing.T, l *Ledger, stop <-chan struct{}, latest *atomic.Uint64) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		from := l.Head().Seq + 1
		head, err := l.Append(context.Background(), testRecords(from, from+crashBatch-1))
		if err != nil {
			t.Errorf("appending: %v", err)
			return
		}
		latest.Store(head.Seq)
	}
}

func checkSurvivors(t *testing.T, l *Ledger, acked uint64) uint64 {
	t.Helper()
	head := l.Head()
	if head.Seq < acked {
		t.Fatalf("%d records were acknowledged, %d are left", acked, head.Seq)
	}
	if head.Seq%crashBatch != 0 {
		t.Fatalf("a batch is torn: %d records are left", head.Seq)
	}
	if report := mustVerify(t, l, VerifyOptions{}); !report.OK() || report.Records != head.Seq {
		t.Fatalf("after the crash: %v", report.First)
	}
	return head.Seq
}

// A process that appends is killed again and again, on a real disk.
func TestKilled(t *testing.T) {
	if os.Getenv("LEDGER_TO_APPEND_TO") != "" {
		appendForEver(t, os.Getenv("LEDGER_TO_APPEND_TO"))
	}
	const kills = 15
	dir := filepath.Join(t.TempDir(), "ledger")
	rng := rand.New(rand.NewPCG(5, 6))
	acked := uint64(0)
	for range kills {
		acked = max(acked, killedAppender(t, dir, time.Duration(rng.IntN(40))*time.Millisecond))
		l, err := Open(dir, Options{Logger: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		checkSurvivors(t, l, acked)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if acked == 0 {
		t.Error("no process lived long enough to append anything")
	}
}

// killedAppender runs this test as a process that appends to a ledger, kills it after
// it began to and returns the last sequence that it acknowledged.
func killedAppender(t *testing.T, dir string, after time.Duration) (acked uint64) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	cmd.Env = append(os.Environ(), "LEDGER_TO_APPEND_TO="+dir)
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20*time.Millisecond + after)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatalf("the process ended by itself: %s", out.String())
	}
	for line := range strings.Lines(out.String()) {
		if n, err := strconv.ParseUint(strings.TrimSuffix(line, "\n"), 10, 64); err == nil && strings.HasSuffix(line, "\n") {
			acked = n
		}
	}
	return acked
}

func appendForEver(t *testing.T, dir string) {
	l, err := Open(dir, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	for {
		from := l.Head().Seq + 1
		head, err := l.Append(context.Background(), testRecords(from, from+crashBatch-1))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(head.Seq)
	}
}

// The disk refuses: the append says so and why, nothing more is written, nothing
// panics or exits, and a new process goes on from what was acknowledged.
func TestDiskRefuses(t *testing.T) {
	isLog := func(op errorfs.Op) bool { return filepath.Ext(op.Path) == ".log" }
	tests := []struct {
		name  string
		cause error
		when  func(op errorfs.Op) bool
	}{
		{"a write to the log finds the disk full", syscall.ENOSPC, func(op errorfs.Op) bool {
			return isLog(op) && op.Kind == errorfs.OpFileWrite
		}},
		{"a sync of the log fails", syscall.EIO, func(op errorfs.Op) bool {
			return isLog(op) && (op.Kind == errorfs.OpFileSync || op.Kind == errorfs.OpFileSyncData || op.Kind == errorfs.OpFileSyncTo)
		}},
		{"the head cannot be noted", syscall.EIO, func(op errorfs.Op) bool {
			return filepath.Base(op.Path) == headFileName && op.Kind == errorfs.OpFileWriteAt
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			mem := vfs.NewCrashableMem()
			var broken atomic.Bool
			fs := errorfs.Wrap(mem, errorfs.InjectorFunc(func(op errorfs.Op) error {
				if broken.Load() && tt.when(op) {
					return tt.cause
				}
				return nil
			}))
			l, err := Open("ledger", Options{FS: fs, Logger: quiet()})
			if err != nil {
				t.Fatal(err)
			}
			head := mustAppend(t, l, testRecords(1, 10))
			broken.Store(true)
			_, err = l.Append(context.Background(), testRecords(11, 20))
			if !errors.Is(err, ErrStorage) || !errors.Is(err, tt.cause) {
				t.Fatalf("got %v", err)
			}
			checkFailed(t, l, head)

			again, err := Open("ledger", Options{FS: mem.CrashClone(vfs.CrashCloneCfg{}), Logger: quiet()})
			if err != nil {
				t.Fatal(err)
			}
			if got := again.Head(); got.Seq < head.Seq || got.Seq%10 != 0 {
				t.Errorf("after the restart: %v", got)
			}
			next := again.Head().Seq + 1
			mustAppend(t, again, testRecords(next, next+9))
			if report := mustVerify(t, again, VerifyOptions{Expect: &head}); !report.OK() {
				t.Error(report.First)
			}
			if err := again.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkFailed checks that a failed ledger says so to everybody and does nothing more.
func checkFailed(t *testing.T, l *Ledger, head Head) {
	t.Helper()
	select {
	case <-l.Failed():
	default:
		t.Error("the failure is not announced")
	}
	if l.Head() != head {
		t.Errorf("the head moved to %v", l.Head())
	}
	_, getErr := l.Get(1)
	_, appendErr := l.Append(context.Background(), testRecords(11, 11))
	_, verifyErr := l.Verify(context.Background(), VerifyOptions{})
	for what, err := range map[string]error{"append": appendErr, "read": getErr, "verify": verifyErr, "close": l.Close()} {
		if !errors.Is(err, l.Err()) || err == nil {
			t.Errorf("%s after the failure: %v", what, err)
		}
	}
}

// fullForTables is a file system on which no table can be created while broken is set.
func fullForTables(broken *atomic.Bool) vfs.FS {
	return errorfs.Wrap(vfs.NewMem(), errorfs.InjectorFunc(func(op errorfs.Op) error {
		if broken.Load() && op.Kind == errorfs.OpCreate && filepath.Ext(op.Path) == ".sst" {
			return syscall.ENOSPC
		}
		return nil
	}))
}

// Tables cannot be written, so the log grows until writers wait: they do not wait for
// ever.
func TestDiskFullBelow(t *testing.T) {
	var broken atomic.Bool
	l, err := Open("ledger", Options{FS: fullForTables(&broken), Logger: quiet(), CommitTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	broken.Store(true)
	defer broken.Store(false) // the store's own goroutine tries without a pause
	for seq := uint64(1); err == nil; seq++ {
		if seq > 2000 {
			t.Fatal("2,000 large records were appended, and no table was ever written")
		}
		r := testRecord(seq)
		r.Payload = make([]byte, 1<<20)
		_, err = l.Append(context.Background(), []events.Record{r})
	}
	if !errors.Is(err, ErrStalled) || !errors.Is(err, ErrStorage) {
		t.Errorf("got %v", err)
	}
}

func TestCloseOnAFullDisk(t *testing.T) {
	var broken atomic.Bool
	l, err := Open("ledger", Options{FS: fullForTables(&broken), Logger: quiet(), CommitTimeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, testRecords(1, 10))
	broken.Store(true)
	defer broken.Store(false)
	if err := l.Close(); !errors.Is(err, ErrStalled) {
		t.Errorf("got %v", err)
	}
}

func TestOpenOnAFullDisk(t *testing.T) {
	for _, kind := range []errorfs.OpKind{errorfs.OpCreate, errorfs.OpFileWrite, errorfs.OpFileSync} {
		fs := errorfs.Wrap(vfs.NewMem(), errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind == kind {
				return syscall.ENOSPC
			}
			return nil
		}))
		if _, err := Open("ledger", Options{FS: fs, Logger: quiet()}); !errors.Is(err, ErrStorage) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("operation %d: %v", kind, err)
		}
	}
}
