package replay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

// memStream is a stream in memory, whose reader can be made to fail.
type memStream struct {
	mu      sync.Mutex
	stream  pebblestore.Stream
	records []events.Record // records[i] has the sequence i+1
	fail    func(next uint64) error
	more    chan struct{}
	tails   int
}

func newMemStream(n uint64) *memStream {
	s := &memStream{stream: pebblestore.Stream{Name: "GUARD_EVENTS", Created: start, FirstSeq: 1}, more: make(chan struct{}, 1)}
	s.grow(n)
	return s
}

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func streamRecord(seq uint64) events.Record {
	return events.Record{Subject: fmt.Sprintf("guard.events.acme.s%d", seq%3), Sequence: seq, Stored: start.Add(time.Duration(seq) * time.Second),
		Payload: fmt.Appendf(nil, `{"v":1,"type":"messages","proposal_id":"p%d"}`, seq)}
}

func (s *memStream) grow(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range n {
		s.stream.LastSeq++
		s.records = append(s.records, streamRecord(s.stream.LastSeq))
	}
	select {
	case s.more <- struct{}{}:
	default:
	}
}

func (s *memStream) Stream(context.Context) (pebblestore.Stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stream, nil
}

func (s *memStream) Get(_ context.Context, seq uint64) (events.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.records[seq-1], nil
}

func (s *memStream) Tail(ctx context.Context, from uint64, yield func(events.Record) error) error {
	s.mu.Lock()
	s.tails++
	s.mu.Unlock()
	for next := from; ; next++ {
		for {
			s.mu.Lock()
			there, fail := next <= s.stream.LastSeq, s.fail
			s.mu.Unlock()
			if fail != nil {
				if err := fail(next); err != nil {
					return err
				}
			}
			if there {
				break
			}
			select {
			case <-s.more:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		r, err := s.Get(ctx, next)
		if err != nil {
			return err
		}
		if err := yield(r); err != nil {
			return err
		}
	}
}

func openLedger(t testing.TB, fs vfs.FS) *pebblestore.Ledger {
	t.Helper()
	l, err := pebblestore.Open("ledger", pebblestore.Options{FS: fs, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func followUntil(t *testing.T, s *memStream, l *pebblestore.Ledger, until uint64) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return replay.Follow(ctx, s, l, replay.FollowOptions{Until: until, Logger: slog.New(slog.DiscardHandler), MaxPause: time.Millisecond})
}

func TestFollow(t *testing.T) {
	s, l := newMemStream(1500), openLedger(t, vfs.NewMem())
	if err := followUntil(t, s, l, 1500); err != nil {
		t.Fatal(err)
	}
	s.grow(700)
	if err := followUntil(t, s, l, 2200); err != nil {
		t.Fatal(err)
	}
	again := openLedger(t, vfs.NewMem())
	if err := followUntil(t, s, again, 2200); err != nil {
		t.Fatal(err)
	}
	if l.Head() != again.Head() || l.Head().Seq != 2200 {
		t.Errorf("followed in two goes: %s\nin one: %s", l.Head(), again.Head())
	}
	report, err := l.Verify(context.Background(), pebblestore.VerifyOptions{})
	if err != nil || !report.OK() {
		t.Errorf("%v, %v", report.First, err)
	}
}

func TestFollowLive(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s, l := newMemStream(3), openLedger(t, vfs.NewMem())
	heads := make(chan pebblestore.Head, 100)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- replay.Follow(ctx, s, l, replay.FollowOptions{Appended: func(h pebblestore.Head) { heads <- h }})
	}()
	for want := uint64(3); want < 20; want += 4 {
		for h := range heads {
			if h.StreamSeq == want {
				break
			}
		}
		s.grow(4)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func TestFollowTriesAgain(t *testing.T) {
	s, l := newMemStream(50), openLedger(t, vfs.NewMem())
	failures := 0
	s.fail = func(next uint64) error {
		if next%10 == 0 && failures < 7 {
			failures++
			return errors.New("connection lost")
		}
		return nil
	}
	if err := followUntil(t, s, l, 50); err != nil {
		t.Fatal(err)
	}
	if s.tails != 8 {
		t.Errorf("%d attempts after %d failures", s.tails, failures)
	}
}

func TestFollowRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(s *memStream)
		want   error
	}{
		{"another stream", func(s *memStream) { s.stream.Created = start.Add(1) }, pebblestore.ErrOtherStream},
		{"a stream that was restored", func(s *memStream) { s.stream.LastSeq = 5 }, pebblestore.ErrStreamBehind},
		{"a stream that was restored and went on", func(s *memStream) {
			s.records[9].Payload = []byte(`{}`)
			s.grow(10)
		}, pebblestore.ErrForked},
		{"a stream that lost what comes next", func(s *memStream) { s.grow(10); s.stream.FirstSeq = 13 }, pebblestore.ErrStreamTrimmed},
		{"a stream that misses an event", func(s *memStream) {
			s.grow(10)
			s.fail = func(next uint64) error {
				if next == 15 {
					return fmt.Errorf("%w: 15", replay.ErrSourceGap)
				}
				return nil
			}
		}, replay.ErrSourceGap},
		{"a reader that skips an event", func(s *memStream) { s.grow(10); s.records[14].Sequence = 16 }, pebblestore.ErrGap},
		{"a reader that repeats an event", func(s *memStream) { s.grow(10); s.records[14].Sequence = 14 }, pebblestore.ErrRepeated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, l := newMemStream(10), openLedger(t, vfs.NewMem())
			if err := followUntil(t, s, l, 10); err != nil {
				t.Fatal(err)
			}
			tt.change(s)
			err := followUntil(t, s, l, 20)
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v", err)
			}
			if strings.Contains(fmt.Sprint(err), "Permanent") {
				t.Errorf("the retries show in %q", err)
			}
		})
	}
}
