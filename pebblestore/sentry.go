package pebblestore

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// repeatAfter is how often a background error that comes again and again is logged:
// Pebble retries without a pause, thousands of times a second on a full disk.
const repeatAfter = 10 * time.Second

// sentry stands between Pebble and the ledger. It hears what goes wrong below, logs
// it, and remembers the first error after which nothing more may be written.
type sentry struct {
	log    *slog.Logger
	failed chan struct{} // closed with the first fatal error

	mu         sync.Mutex
	err        error
	lastLogged time.Time
	suppressed int
}

func newSentry(log *slog.Logger) *sentry {
	return &sentry{log: log, failed: make(chan struct{})}
}

// fail records the first fatal error; later ones change nothing.
func (s *sentry) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	s.err = err
	s.log.Error("ledger failed, nothing more is written", "error", err)
	close(s.failed)
}

// error is the first fatal error, or nil.
func (s *sentry) error() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// watch runs fn, which writes, on a goroutine of its own and waits for it, for a
// fatal error or, when limit is not zero, for the time to run out. In the last two
// cases fn never returns: see [sentry.Fatalf].
func (s *sentry) watch(limit time.Duration, fn func() error) error {
	done := make(chan error, 1)
	go func() { done <- fn() }()
	var late <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case err := <-done:
		return err
	case <-s.failed:
	case <-late:
		s.fail(fmt.Errorf("%w: %w (%v)", ErrStorage, ErrStalled, limit))
	}
	return s.error()
}

// Infof implements [pebble.Logger].
func (s *sentry) Infof(format string, args ...any) { s.log.Debug(fmt.Sprintf(format, args...)) }

// Errorf implements [pebble.Logger].
func (s *sentry) Errorf(format string, args ...any) { s.log.Error(fmt.Sprintf(format, args...)) }

// Fatalf implements [pebble.Logger]. Pebble calls it when its files and its memory
// may no longer agree, and expects the process to end there and then. We freeze the
// calling goroutine with whatever locks it holds instead, so that nothing more can
// be written, and let the owner of the process say why and end it. Everything that
// writes therefore runs under [sentry.watch]; reading does not come here.
func (s *sentry) Fatalf(format string, args ...any) {
	// Pebble writes %v where its error should stay one that can be looked into.
	cause := fmt.Errorf(strings.ReplaceAll(format, "%v", "%w"), args...)
	s.fail(fmt.Errorf("%w: %w", ErrStorage, cause))
	select {}
}

func (s *sentry) listener() *pebble.EventListener {
	return &pebble.EventListener{
		BackgroundError: s.backgroundError,
		// Without this, damage found while reading would end the process; it comes back
		// as the error of the read as well.
		DataCorruption: func(info pebble.DataCorruptionInfo) {
			s.log.Error("ledger: damaged file", "info", info.String())
		},
		DiskSlow:        func(info pebble.DiskSlowInfo) { s.log.Warn("ledger: slow disk", "info", info.String()) },
		WriteStallBegin: func(info pebble.WriteStallBeginInfo) { s.log.Warn("ledger: writes wait", "reason", info.Reason) },
		WriteStallEnd:   func() { s.log.Info("ledger: writes go on") },
	}
}

func (s *sentry) backgroundError(err error) {
	if errors.Is(err, pebble.ErrClosed) {
		return
	}
	if pebble.IsCorruptionError(err) {
		s.fail(storageError("background work", err))
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.lastLogged) < repeatAfter {
		s.suppressed++
		return
	}
	s.log.Error("ledger: background work failed, it is tried again", "error", err, "suppressed", s.suppressed)
	s.lastLogged, s.suppressed = time.Now(), 0
}
