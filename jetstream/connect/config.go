// Package connect turns what an operator says about a NATS server (a context of the
// nats command, a URL, credentials, the usual environment variables) into a
// connection that lasts: it comes back by itself, for as long as the program runs.
package connect

import (
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/nats-io/jsm.go/natscontext"
)

// Config says how to reach a server. Empty fields are taken from the context when
// there is one. Their names and meanings are those of the nats command.
type Config struct {
	// Context is the name of a context of the nats command, or the path of a context file.
	Context string
	URL     string // one or several, separated by commas
	Name    string // of the connection, as the server's monitoring shows it

	Creds    string // file
	NKey     string // file
	User     string
	Password string
	Token    string

	CA, Cert, Key string // files
	TLSFirst      bool

	Domain      string // of JetStream
	APIPrefix   string // of JetStream
	InboxPrefix string // for users who may subscribe to inboxes of their own only
}

// LogValue keeps secrets out of logs.
func (c Config) LogValue() slog.Value {
	return slog.GroupValue(slog.String("context", c.Context), slog.String("url", redact(c.URL)), slog.String("name", c.Name))
}

// String keeps secrets out of texts.
func (c Config) String() string { return c.LogValue().String() }

// WithEnvironment fills in empty fields from NATS_CONTEXT, NATS_URL, NATS_CREDS,
// NATS_NKEY, NATS_USER, NATS_PASSWORD, NATS_TOKEN, NATS_CA, NATS_CERT, NATS_KEY and
// NATS_INBOX_PREFIX. A context that was named explicitly comes before a URL of the
// environment.
func (c Config) WithEnvironment(get func(string) string) Config {
	explicit := c.Context != ""
	for _, v := range []struct {
		field *string
		name  string
	}{
		{&c.Context, "NATS_CONTEXT"}, {&c.URL, "NATS_URL"}, {&c.Creds, "NATS_CREDS"}, {&c.NKey, "NATS_NKEY"},
		{&c.User, "NATS_USER"}, {&c.Password, "NATS_PASSWORD"}, {&c.Token, "NATS_TOKEN"}, {&c.CA, "NATS_CA"},
		{&c.Cert, "NATS_CERT"}, {&c.Key, "NATS_KEY"}, {&c.InboxPrefix, "NATS_INBOX_PREFIX"},
	} {
		if *v.field == "" && (!explicit || v.name != "NATS_URL") {
			*v.field = get(v.name)
		}
	}
	return c
}

// resolve reads the context and the files that the settings name.
func (c Config) resolve() (*natscontext.Context, error) {
	if (c.Cert == "") != (c.Key == "") {
		return nil, fmt.Errorf("%w: a client certificate needs both cert and key", ErrConfig)
	}
	overrides := []natscontext.Option{ // an empty value overrides nothing
		natscontext.WithServerURL(c.URL), natscontext.WithCreds(c.Creds), natscontext.WithNKey(c.NKey), natscontext.WithUser(c.User),
		natscontext.WithPassword(c.Password), natscontext.WithToken(c.Token), natscontext.WithCA(c.CA), natscontext.WithCertificate(c.Cert),
		natscontext.WithKey(c.Key), natscontext.WithJSDomain(c.Domain), natscontext.WithJSAPIPrefix(c.APIPrefix),
		natscontext.WithInboxPrefix(c.InboxPrefix),
	}
	if c.TLSFirst {
		overrides = append(overrides, natscontext.WithTLSHandshakeFirst())
	}
	var resolved *natscontext.Context
	var err error
	if strings.ContainsRune(c.Context, os.PathSeparator) || strings.HasSuffix(c.Context, ".json") {
		resolved, err = natscontext.NewFromFile(c.Context, overrides...)
	} else {
		resolved, err = natscontext.New(c.Context, c.Context != "", overrides...)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: context %q: %w", ErrConfig, c.Context, err)
	}
	return resolved, nil
}
