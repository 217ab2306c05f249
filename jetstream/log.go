package jetstream

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
)

// Defaults of [LogSettings].
const (
	// DefaultAttemptTimeout bounds one try to publish an event. It is never the caller's
	// whole time: a lost acknowledgement would be waited for until then.
	DefaultAttemptTimeout = 2 * time.Second
	// DefaultCacheBytes bounds the sessions a worker keeps loaded.
	DefaultCacheBytes = 256 << 20
)

// LogSettings tune a [Log]. A zero field means its default.
type LogSettings struct {
	AttemptTimeout time.Duration
	CacheBytes     int64 // by estimate
	Logger         *slog.Logger
}

// Log is the guard's log: sessions to append to, and events to read. It is safe for
// concurrent use.
type Log struct {
	js       jetstream.JetStream
	stream   jetstream.Stream
	settings LogSettings
	sessions *otter.Cache[events.Session, *Session]
	maxEvent int
}

// eventOverhead is what an event's message takes beside its payload: headers with the
// condition and the id.
const eventOverhead = 1 << 10

// OpenLog returns the log of a server whose streams are there ([Ensure]).
func OpenLog(ctx context.Context, js jetstream.JetStream, settings LogSettings) (*Log, error) {
	if settings.AttemptTimeout == 0 {
		settings.AttemptTimeout = DefaultAttemptTimeout
	}
	if settings.CacheBytes == 0 {
		settings.CacheBytes = DefaultCacheBytes
	}
	if settings.Logger == nil {
		settings.Logger = slog.New(slog.DiscardHandler)
	}
	stream, err := js.Stream(ctx, Events)
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", Events, err)
	}
	sessions, err := otter.New(&otter.Options[events.Session, *Session]{
		MaximumWeight: uint64(settings.CacheBytes),
		Weigher:       func(_ events.Session, s *Session) uint32 { return s.weight.Load() },
	})
	if err != nil {
		return nil, fmt.Errorf("cache of sessions: %w", err)
	}
	return &Log{js: js, stream: stream, settings: settings, sessions: sessions, maxEvent: int(js.Conn().MaxPayload()) - eventOverhead}, nil
}

// Close lets go of what the log keeps loaded.
func (l *Log) Close() { l.sessions.StopAllGoroutines() }

// Session takes a session for the caller alone, until [Session.Release]. It may be one
// that was loaded before and is behind the log: an append finds out, and
// [Session.Refresh] catches up.
func (l *Log) Session(ctx context.Context, key events.Session) (*Session, error) {
	s, err := l.take(ctx, key)
	if err == nil && !s.loaded {
		err = s.catchUp(ctx)
	}
	return s, err
}

// Current is [Log.Session] of a session that has caught up with the log.
func (l *Log) Current(ctx context.Context, key events.Session) (*Session, error) {
	s, err := l.take(ctx, key)
	if err == nil {
		err = s.catchUp(ctx)
	}
	return s, err
}

func (l *Log) take(ctx context.Context, key events.Session) (*Session, error) {
	s, _ := l.sessions.ComputeIfAbsent(key, func() (*Session, bool) { return newSession(l, key), false })
	select {
	case s.held <- struct{}{}:
		return s, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %s: %w", ErrBusy, key, ctx.Err())
	}
}

// Load returns the present state of a session, apart from the sessions being worked on.
func (l *Log) Load(ctx context.Context, key events.Session) (*events.State, error) {
	state := events.NewState(key)
	if err := l.read(ctx, state); err != nil {
		return nil, err
	}
	return state, nil
}
