package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
)

// DefaultContext is the context file of the server that 'guard up' runs over the data of
// the working directory.
const DefaultContext = "data/server/nats-context.json"

// Connection are the flags of commands that reach a server. Their names and the
// environment are those of the nats command.
type Connection struct {
	Server      string `short:"s" help:"URLs of NATS servers (NATS_URL). Without any: the server of 'guard up' in this directory, else nats://127.0.0.1:4222." placeholder:"URL" group:"server"`
	Context     string `help:"Context of the nats command, or a context file (NATS_CONTEXT)." placeholder:"NAME" group:"server"`
	Creds       string `help:"User credentials (NATS_CREDS)." placeholder:"FILE" group:"server"`
	NKey        string `name:"nkey" help:"User nkey (NATS_NKEY)." placeholder:"FILE" group:"server"`
	User        string `help:"User, or token (NATS_USER)." group:"server"`
	Password    string `help:"Password (NATS_PASSWORD)." group:"server"`
	Token       string `help:"Token (NATS_TOKEN)." group:"server"`
	TLSCert     string `name:"tlscert" help:"TLS certificate (NATS_CERT)." placeholder:"FILE" group:"server"`
	TLSKey      string `name:"tlskey" help:"TLS private key (NATS_KEY)." placeholder:"FILE" group:"server"`
	TLSCA       string `name:"tlsca" help:"TLS certificate authorities (NATS_CA)." placeholder:"FILE" group:"server"`
	TLSFirst    bool   `name:"tlsfirst" help:"TLS handshake before the server's greeting." group:"server"`
	JSDomain    string `name:"js-domain" help:"JetStream domain." placeholder:"DOMAIN" group:"server"`
	JSAPIPrefix string `name:"js-api-prefix" help:"Subject prefix of the JetStream API." placeholder:"PREFIX" group:"server"`
	InboxPrefix string `help:"Prefix of inboxes (NATS_INBOX_PREFIX)." placeholder:"PREFIX" group:"server"`
}

// config is what the flags, then the environment say.
func (c Connection) config(name string) connect.Config {
	config := connect.Config{
		Context: c.Context, URL: c.Server, Name: name, Creds: c.Creds, NKey: c.NKey, User: c.User, Password: c.Password, Token: c.Token,
		CA: c.TLSCA, Cert: c.TLSCert, Key: c.TLSKey, TLSFirst: c.TLSFirst, Domain: c.JSDomain, APIPrefix: c.JSAPIPrefix, InboxPrefix: c.InboxPrefix,
	}.WithEnvironment(os.Getenv)
	if config.User != "" && config.Password == "" { // as the nats command has it
		config.User, config.Token = "", config.User
	}
	if config.Context == "" && config.URL == "" {
		if _, err := os.Stat(DefaultContext); err == nil {
			config.Context = DefaultContext
		}
	}
	return config
}

// Open connects a service: it waits for a server for as long as it takes.
func (c Connection) Open(ctx context.Context, name string, log *slog.Logger) (*connect.Connection, error) {
	return connect.Open(ctx, c.config(name), log)
}

// OpenLog opens the log for a service: a log that is not there yet is waited for.
func OpenLog(ctx context.Context, c *connect.Connection, log *slog.Logger) (*jetstream.Log, error) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = connect.DefaultReconnectWait, connect.MaxReconnectWait
	return backoff.Retry(ctx, func() (*jetstream.Log, error) {
		return jetstream.OpenLog(ctx, c.JetStream, jetstream.LogSettings{Logger: log})
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(0), backoff.WithNotify(func(err error, wait time.Duration) {
		log.Warn("the log can't be opened, trying again", "error", err, "in", wait.Round(time.Millisecond))
	}))
}

// Asking are the flags of commands that ask a server once.
type Asking struct {
	Connection
	Timeout time.Duration `help:"How long to try." default:"5s" group:"server"`
}

// WithLog runs fn on the log of the server; reaching it takes at most the flag's time,
// fn takes its own.
func (a Asking) WithLog(ctx context.Context, name string, fn func(ctx context.Context, c *connect.Connection, log *jetstream.Log) error) error {
	return a.WithServer(ctx, name, func(ctx context.Context, c *connect.Connection) error {
		open, cancel := context.WithTimeout(ctx, a.Timeout)
		defer cancel()
		log, err := jetstream.OpenLog(open, c.JetStream, jetstream.LogSettings{})
		if err != nil {
			return err
		}
		defer log.Close()
		return fn(ctx, c, log)
	})
}

// WithServer runs fn with a connection; reaching the server takes at most the flag's
// time, fn takes its own.
func (a Asking) WithServer(ctx context.Context, name string, fn func(ctx context.Context, c *connect.Connection) error) error {
	open, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	quiet := slog.New(slog.DiscardHandler) // the error that comes says what there is to say
	c, err := connect.Open(open, a.config(name), quiet)
	if errors.Is(err, connect.ErrConnect) && errors.Is(open.Err(), context.DeadlineExceeded) {
		reason, _, _ := strings.Cut(err.Error(), "\n") // the last attempt's; then comes the time-out
		return fmt.Errorf("%s (gave up after %s): is a server running there? 'guard up' starts one; --server, --context and NATS_URL name another", reason, a.Timeout)
	}
	if err != nil {
		return err
	}
	defer c.NATS.Close()
	return fn(ctx, c)
}
