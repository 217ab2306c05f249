package replay_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"

	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/proof"
	"github.com/guardstream/guardstream/replay"
)

// signing is a key with an anchor, and who listens.
type signing struct {
	t      *testing.T
	key    *proof.Signer
	verify *proof.Verifier
	path   string

	mu        sync.Mutex
	published []uint64
	deaf      bool
}

func newSigning(t *testing.T) *signing {
	t.Helper()
	current := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, current) }) // once the ledgers are closed
	dir := t.TempDir()
	key, err := pebblestore.LoadOrMakeKey(filepath.Join(dir, "key"), "guard.example/ledger")
	if err != nil {
		t.Fatal(err)
	}
	verify, err := proof.NewVerifier(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	return &signing{t: t, key: key, verify: verify, path: filepath.Join(dir, "anchor")}
}

func (s *signing) publish(_ context.Context, signed []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.verify.Open(signed)
	s.published = append(s.published, c.Size)
	if s.deaf {
		return errors.New("nobody listens")
	}
	return err
}

// sizes are those of the anchor's checkpoints.
func (s *signing) sizes() (sizes []uint64) {
	s.t.Helper()
	for signed, err := range pebblestore.ReadAnchor(s.path) {
		if err != nil {
			s.t.Fatal(err)
		}
		c, err := s.verify.Open(signed)
		if err != nil {
			s.t.Fatal(err)
		}
		sizes = append(sizes, c.Size)
	}
	return sizes
}

func (s *signing) last() uint64 {
	if sizes := s.sizes(); len(sizes) > 0 {
		return sizes[len(sizes)-1]
	}
	return 0
}

func (s *signing) follow(ctx context.Context, stream *memStream, l *pebblestore.Ledger, until uint64, records uint64, every time.Duration) error {
	s.t.Helper()
	anchor, err := pebblestore.OpenAnchor(s.path, s.key.Origin())
	if err != nil {
		s.t.Fatal(err)
	}
	err = replay.FollowSigned(ctx, stream, l, replay.FollowOptions{Until: until, Logger: slog.New(slog.DiscardHandler)},
		replay.SignOptions{Key: s.key, Anchor: anchor, Publish: s.publish, Records: records, Every: every})
	return errors.Join(err, anchor.Close())
}

func (s *signing) verifyAll(l *pebblestore.Ledger, want uint64) {
	s.t.Helper()
	report, err := l.Verify(context.Background(), pebblestore.VerifyOptions{Key: s.verify, Anchored: pebblestore.ReadAnchor(s.path)})
	if err != nil || !report.OK() || report.Anchored != want {
		s.t.Errorf("%v, %v, anchored %d of %d", report.First, err, report.Anchored, want)
	}
}

// Whatever ends following, what the ledger holds then is signed, anchored and published.
func TestTheEndIsSigned(t *testing.T) {
	s, stream, l := newSigning(t), newMemStream(1500), openLedger(t, vfs.NewMem())
	if err := s.follow(context.Background(), stream, l, 1500, 512, time.Hour); err != nil {
		t.Fatal(err)
	}
	if s.last() != 1500 {
		t.Errorf("anchored %v", s.sizes())
	}
	s.verifyAll(l, 1500)
	if s.published[len(s.published)-1] != 1500 {
		t.Errorf("published %v", s.published)
	}
	// Nothing new: nothing more in the anchor, and whoever listens hears it again.
	before := len(s.sizes())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.follow(ctx, stream, l, 0, 512, time.Hour); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if after := len(s.sizes()); after != before {
		t.Errorf("%d checkpoints after %d", after, before)
	}
}

// While following: after so many records, and after so much time.
func TestCheckpointsAreMadeInTime(t *testing.T) {
	for _, tt := range []struct {
		name    string
		records uint64
		every   time.Duration
	}{{"records", 10, time.Hour}, {"time", 1_000_000, 10 * time.Millisecond}} {
		t.Run(tt.name, func(t *testing.T) {
			s, stream, l := newSigning(t), newMemStream(0), openLedger(t, vfs.NewMem())
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan error, 1)
			go func() { done <- s.follow(ctx, stream, l, 0, tt.records, tt.every) }()
			deadline := time.Now().Add(20 * time.Second)
			for total := uint64(10); total <= 50; total += 10 {
				stream.grow(10)
				for s.covered() < total {
					if time.Now().After(deadline) {
						t.Fatalf("%d records, the last checkpoint is over %d", total, s.covered())
					}
					time.Sleep(time.Millisecond)
				}
			}
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			s.verifyAll(l, 50)
		})
	}
}

func (s *signing) covered() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.published) == 0 {
		return 0
	}
	return s.published[len(s.published)-1]
}

// A ledger made anew from its stream signs nothing until it holds what was anchored, and
// goes on with the same anchor then.
func TestAnAnchorOutlivesItsLedger(t *testing.T) {
	ctx := context.Background()
	s, stream := newSigning(t), newMemStream(100)
	if err := s.follow(ctx, stream, openLedger(t, vfs.NewMem()), 100, 512, time.Hour); err != nil {
		t.Fatal(err)
	}
	before := len(s.sizes())
	anew := openLedger(t, vfs.NewMem())
	if err := s.follow(ctx, newMemStream(60), anew, 60, 1, time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := anew.LastCheckpoint(); len(s.sizes()) != before || !errors.Is(err, pebblestore.ErrNotFound) {
		t.Errorf("signed before it held what was anchored: %v", err)
	}
	stream.grow(20)
	if err := s.follow(ctx, stream, anew, 120, 512, time.Hour); err != nil {
		t.Fatal(err)
	}
	if s.last() != 120 {
		t.Errorf("anchored %v", s.sizes())
	}
	s.verifyAll(anew, 120)
}

func TestAnAnchorOfAnotherLedger(t *testing.T) {
	ctx := context.Background()
	s, stream := newSigning(t), newMemStream(100)
	if err := s.follow(ctx, stream, openLedger(t, vfs.NewMem()), 100, 512, time.Hour); err != nil {
		t.Fatal(err)
	}
	before := len(s.sizes())
	forged := newMemStream(100)
	forged.records[41].Payload = []byte(`{"v":1,"type":"made"}`)
	l := openLedger(t, vfs.NewMem())
	if err := s.follow(ctx, forged, l, 100, 512, time.Hour); !errors.Is(err, pebblestore.ErrOtherLedger) {
		t.Errorf("a forged stream reached the anchor: %v", err)
	}
	if err := s.follow(ctx, forged, l, 100, 512, time.Hour); !errors.Is(err, pebblestore.ErrOtherLedger) {
		t.Errorf("the next time: %v", err)
	}
	other := newSigning(t)
	other.path = s.path
	if err := other.follow(ctx, stream, openLedger(t, vfs.NewMem()), 100, 512, time.Hour); !errors.Is(err, pebblestore.ErrOtherLedger) {
		t.Errorf("another key: %v", err)
	}
	if after := len(s.sizes()); after != before {
		t.Errorf("%d checkpoints after %d", after, before)
	}
}

// Who listens may be deaf; an anchor that cannot be written ends it.
func TestCheckpointsThatGoNowhere(t *testing.T) {
	ctx := context.Background()
	s := newSigning(t)
	s.deaf = true
	l, second := openLedger(t, vfs.NewMem()), openLedger(t, vfs.NewMem())
	if err := s.follow(ctx, newMemStream(100), l, 100, 10, time.Hour); err != nil || s.last() != 100 {
		t.Errorf("nobody listens: %v, anchored %v", err, s.sizes())
	}
	anchor, err := pebblestore.OpenAnchor(filepath.Join(t.TempDir(), "anchor"), s.key.Origin())
	if err != nil {
		t.Fatal(err)
	}
	if err := anchor.Close(); err != nil { // from now on every write fails
		t.Fatal(err)
	}
	err = replay.FollowSigned(ctx, newMemStream(100), second, replay.FollowOptions{Logger: slog.New(slog.DiscardHandler)},
		replay.SignOptions{Key: s.key, Anchor: anchor, Records: 10, Every: time.Hour})
	if !errors.Is(err, pebblestore.ErrAnchor) || !errors.Is(err, os.ErrClosed) {
		t.Errorf("an anchor that fails: %v", err)
	}
}
