package connect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/nats-io/jsm.go/natscontext"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Defaults of connections.
const (
	// DefaultTimeout bounds one attempt to connect.
	DefaultTimeout = 5 * time.Second
	// DefaultReconnectWait is the pause between two attempts, with as much jitter, so
	// that a server which comes back is not met by everybody at once.
	DefaultReconnectWait = 500 * time.Millisecond
	// MaxReconnectWait is the longest pause between attempts to connect at the start.
	MaxReconnectWait = 5 * time.Second
)

// Connection is a connection and the JetStream it leads to.
type Connection struct {
	NATS      *nats.Conn
	JetStream jetstream.JetStream
}

// Open connects, and tries again until it succeeds or ctx ends; every failure is
// logged once. Settings that can never work fail at once ([ErrConfig]).
func Open(ctx context.Context, c Config, log *slog.Logger) (*Connection, error) {
	resolved, err := c.resolve()
	if err != nil {
		return nil, err
	}
	options, err := resolved.NATSOptions(Options(c.Name, log)...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = DefaultReconnectWait, MaxReconnectWait
	var last error
	nc, err := backoff.Retry(ctx, func() (*nats.Conn, error) {
		nc, err := nats.Connect(resolved.ServerURL(), options...)
		if err != nil && permanent(err) {
			return nil, backoff.Permanent(err)
		}
		return nc, err
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(0), backoff.WithNotify(func(err error, wait time.Duration) {
		last = err
		log.Warn("can't reach NATS, trying again", "url", redact(resolved.ServerURL()), "error", err, "in", wait.Round(time.Millisecond))
	}))
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", ErrConnect, redact(resolved.ServerURL()), errors.Join(last, err))
	}
	return open(nc, resolved)
}

func open(nc *nats.Conn, resolved *natscontext.Context) (*Connection, error) {
	var js jetstream.JetStream
	var err error
	switch {
	case resolved.JSDomain() != "":
		js, err = jetstream.NewWithDomain(nc, resolved.JSDomain())
	case resolved.JSAPIPrefix() != "":
		js, err = jetstream.NewWithAPIPrefix(nc, resolved.JSAPIPrefix())
	default:
		js, err = jetstream.New(nc)
	}
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return &Connection{NATS: nc, JetStream: js}, nil
}

// permanent reports whether another attempt would fail the same way: whoever mistyped
// a password wants to hear it now.
func permanent(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAuthRevoked) ||
		errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || // files of credentials
		errors.Is(err, nats.ErrSecureConnRequired) || errors.Is(err, nats.ErrNkeysNotSupported)
}

// Options are the options of every connection of the guard: it comes back for ever,
// nothing is published into a buffer while it is gone, and what happens to it is
// logged once.
func Options(name string, log *slog.Logger) []nats.Option {
	return []nats.Option{
		nats.Name(name), nats.Timeout(DefaultTimeout), nats.MaxReconnects(-1),
		nats.ReconnectWait(DefaultReconnectWait), nats.ReconnectJitter(DefaultReconnectWait, DefaultReconnectWait),
		// A publish that might be sent much later, or never, has to fail instead.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // else it was closed by us
				log.Warn("NATS connection lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) { log.Info("NATS connection is back", "url", nc.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			if s != nil {
				log.Error("NATS", "error", err, "subject", s.Subject)
				return
			}
			log.Error("NATS", "error", err) // a permission that is missing is told here, and only here
		}),
	}
}
