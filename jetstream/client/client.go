package client

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream/connect"
)

// Defaults of [Settings].
const (
	// DefaultAttemptTimeout bounds one try to publish a command or to ask for its status.
	DefaultAttemptTimeout = 2 * time.Second
	// DefaultStatusEvery is how long an answer is waited for before the status service is
	// asked, again and again.
	DefaultStatusEvery = 2 * time.Second
	// DefaultAwaitEvery is the same for the answers of people.
	DefaultAwaitEvery = 30 * time.Second
)

// Settings tune a [Client]. A zero field means its default.
type Settings struct {
	AttemptTimeout time.Duration
	StatusEvery    time.Duration
	AwaitEvery     time.Duration
	Logger         *slog.Logger
}

// Client proposes calls for one tenant. It is safe for concurrent use.
type Client struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	tenant   string
	settings Settings
}

// New returns a client over a connection, which stays the caller's.
func New(c *connect.Connection, tenant string, settings Settings) *Client {
	if settings.AttemptTimeout == 0 {
		settings.AttemptTimeout = DefaultAttemptTimeout
	}
	if settings.StatusEvery == 0 {
		settings.StatusEvery = DefaultStatusEvery
	}
	if settings.AwaitEvery == 0 {
		settings.AwaitEvery = DefaultAwaitEvery
	}
	if settings.Logger == nil {
		settings.Logger = slog.New(slog.DiscardHandler)
	}
	return &Client{nc: c.NATS, js: c.JetStream, tenant: tenant, settings: settings}
}

// Dial connects to the server that the settings and the environment name (see
// [connect.Config.WithEnvironment]) and returns a client over the connection, which
// closes with it.
func Dial(ctx context.Context, c connect.Config, tenant string, settings Settings) (client *Client, shutdown func(), err error) {
	log := settings.Logger
	if log == nil {
		log = slog.Default()
	}
	connection, err := connect.Open(ctx, c, log)
	if err != nil {
		return nil, nil, err
	}
	return New(connection, tenant, settings), connection.NATS.Close, nil
}

// Session returns the session with this id: any text that names a conversation. It
// listens to its answers until it is closed.
func (c *Client) Session(id string) (*Session, error) {
	s := &Session{client: c, session: events.SessionOf(c.tenant, id), literal: id, watchers: make(map[*watcher]struct{})}
	sub, err := c.nc.Subscribe(s.session.Subject(events.Answers), s.hear)
	if err != nil {
		return nil, err
	}
	s.sub = sub
	return s, nil
}
