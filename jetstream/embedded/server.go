package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Defaults of [Config].
const (
	// DefaultListen is where other programs connect: this machine only.
	DefaultListen = "127.0.0.1:4222"
	// NoListen as the address leaves the server without a listener.
	NoListen = "none"
	// DefaultMaxPayload is the largest message, as an external server has it.
	DefaultMaxPayload = 1 << 20
	// DefaultStartTimeout is how long a start may take; recovering a million messages
	// takes about a second.
	DefaultStartTimeout = 60 * time.Second
)

// Config says where a server keeps its data and who may connect. The zero value of
// every field but Dir means its default.
type Config struct {
	// Dir holds the streams, the lock and the credentials. It is made when it is missing.
	Dir string
	// Listen is a "host:port" ("host:0" or "host:-1" for any port), or [NoListen].
	Listen string
	// SyncInterval, when it is not 0, syncs the store that often instead of before every
	// acknowledgement: some 25 times as many writes a second, and a loss of power loses
	// acknowledged ones of that time.
	SyncInterval time.Duration
	// MaxPayload is the largest message in bytes.
	MaxPayload int
	// MaxStore bounds the disk all streams use together; 0 leaves it to the server
	// (three quarters of what is free).
	MaxStore int64
	// StartTimeout bounds the start.
	StartTimeout time.Duration
	// Logger takes the server's log; nil discards it.
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.Listen == "" {
		c.Listen = DefaultListen
	}
	if c.MaxPayload == 0 {
		c.MaxPayload = DefaultMaxPayload
	}
	if c.StartTimeout == 0 {
		c.StartTimeout = DefaultStartTimeout
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// Server is a running server.
type Server struct {
	server      *server.Server
	credentials credentials
	contextFile string
}

// Start starts a server. shutdown stops it, waits until everything is written, and
// lets the directory go; it may be called again.
func Start(ctx context.Context, c Config) (s *Server, shutdown func(), err error) {
	c = c.withDefaults()
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("directory of the embedded server: %w", err)
	}
	lock := flock.New(filepath.Join(c.Dir, "server.lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, nil, fmt.Errorf("lock of the embedded server: %w", err)
	}
	if !locked {
		return nil, nil, fmt.Errorf("%w: %s", ErrInUse, c.Dir)
	}
	s, err = start(ctx, c)
	if err != nil {
		_ = lock.Unlock() // the error that matters is the other one
		return nil, nil, err
	}
	return s, func() {
		s.stop()
		_ = lock.Unlock() // closing the file lets go of it in any case
	}, nil
}

func start(ctx context.Context, c Config) (*Server, error) {
	s := &Server{contextFile: filepath.Join(c.Dir, contextFileName)}
	var err error
	if s.credentials, err = readCredentials(s.contextFile); err != nil {
		return nil, err
	}
	options, err := c.options(s.credentials)
	if err != nil {
		return nil, err
	}
	if s.server, err = server.NewServer(options); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	log := &serverLog{log: c.Logger}
	s.server.SetLoggerV2(log, false, false, false)
	s.server.Start()
	if err := s.ready(ctx, c.StartTimeout, log); err != nil {
		s.stop()
		return nil, err
	}
	s.credentials.URL = s.URL()
	if err := s.credentials.write(s.contextFile); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (c Config) options(who credentials) (*server.Options, error) {
	o := &server.Options{
		ServerName: "guard", JetStream: true, StoreDir: filepath.Join(c.Dir, "streams"),
		SyncAlways: c.SyncInterval == 0, SyncInterval: c.SyncInterval,
		JetStreamMaxStore: c.MaxStore, MaxPayload: int32(c.MaxPayload),
		Username: who.User, Password: who.Password,
		NoSigs: true, // signals are the program's
	}
	if c.Listen == NoListen {
		o.DontListen = true
		return o, nil
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return nil, fmt.Errorf("%w: listen address: %w", ErrStart, err)
	}
	if o.Port, err = strconv.Atoi(port); err != nil || o.Port > 65535 {
		return nil, fmt.Errorf("%w: listen address %q: the port is no number", ErrStart, c.Listen)
	}
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	o.Host = host
	return o, nil
}

// ready waits until the server takes connections and its streams are recovered.
func (s *Server) ready(ctx context.Context, timeout time.Duration, log *serverLog) error {
	const poll = 50 * time.Millisecond
	for deadline := time.Now().Add(timeout); !s.server.ReadyForConnections(poll); {
		switch said := log.lastFatal(); {
		case said != "":
			return fmt.Errorf("%w: %s", ErrStart, said)
		case ctx.Err() != nil:
			return fmt.Errorf("%w: %w", ErrStart, ctx.Err())
		case time.Now().After(deadline):
			return fmt.Errorf("%w within %s", ErrStart, timeout)
		}
	}
	if !s.server.JetStreamEnabled() {
		return fmt.Errorf("%w: JetStream is not available: %s", ErrStart, log.lastFatal())
	}
	return nil
}

func (s *Server) stop() {
	// Not LameDuckShutdown: without a listener it does nothing, and for ever.
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// Connect returns a connection through memory, without the network.
func (s *Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	all := append([]nats.Option{
		nats.InProcessServer(s.server), nats.UserInfo(s.credentials.User, s.credentials.Password), nats.MaxReconnects(-1),
	}, options...)
	return nats.Connect("", all...)
}

// URL is where other programs connect; "" without a listener.
func (s *Server) URL() string {
	if s.server.Addr() == nil {
		return ""
	}
	return s.server.ClientURL()
}

// ContextFile is a file in the form of a NATS context, with URL and credentials: what
// the nats command needs to connect.
func (s *Server) ContextFile() string { return s.contextFile }
