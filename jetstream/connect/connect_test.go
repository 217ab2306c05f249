package connect_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quiet = slog.New(slog.DiscardHandler)

func TestWithEnvironment(t *testing.T) {
	environment := map[string]string{"NATS_URL": "nats://env", "NATS_CONTEXT": "env", "NATS_CREDS": "env.creds"}
	get := func(name string) string { return environment[name] }
	c := connect.Config{}.WithEnvironment(get)
	if c.URL != "nats://env" || c.Context != "env" || c.Creds != "env.creds" || c.Token != "" {
		t.Errorf("nothing said: %+v", c)
	}
	if c = (connect.Config{URL: "nats://flag", Creds: "flag.creds"}).WithEnvironment(get); c.URL != "nats://flag" || c.Creds != "flag.creds" {
		t.Errorf("flags come first: %+v", c)
	}
	if c = (connect.Config{Context: "flag"}).WithEnvironment(get); c.Context != "flag" || c.URL != "" {
		t.Errorf("a context that was named is not overruled by NATS_URL: %+v", c)
	}
}

// log collects what is logged.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestOpenWaitsForAServer(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first := natstest.Listening(t, dir, address)
	settings := connect.Config{Context: first.ContextFile(), Name: "test"}
	first.Stop()

	said := &log{}
	opened := make(chan error)
	go func() {
		c, err := connect.Open(t.Context(), settings, slog.New(slog.NewTextHandler(said, nil)))
		if err == nil {
			c.NATS.Close()
		}
		opened <- err
	}()
	natstest.Eventually(t, 5*time.Second, "a word about the server that is missing", func() bool { return strings.Contains(said.String(), "can't reach NATS") })
	natstest.Listening(t, dir, address)
	if err := <-opened; err != nil {
		t.Error(err)
	}
	if lines := strings.Count(said.String(), "\n"); lines > 20 {
		t.Errorf("%d lines: a busy loop", lines)
	}
}

func TestOpenGivesUpWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := connect.Open(ctx, connect.Config{URL: "nats://user:secret@127.0.0.1:1"}, quiet)
	if !errors.Is(err, connect.ErrConnect) || !strings.Contains(err.Error(), "127.0.0.1:1") || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}

func TestOpenFailsAtOnceWhereWaitingIsNoUse(t *testing.T) {
	server := natstest.Listening(t, t.TempDir(), "127.0.0.1:0")
	broken := filepath.Join(t.TempDir(), "context.json")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	tests := map[string]struct {
		config connect.Config
		is     error
	}{
		"wrong password":      {connect.Config{URL: server.URL(), User: "guard", Password: "guess"}, connect.ErrConnect},
		"unknown context":     {connect.Config{Context: "nowhere"}, connect.ErrConfig},
		"broken context file": {connect.Config{Context: broken}, connect.ErrConfig},
		"missing credentials": {connect.Config{URL: server.URL(), Creds: "/nowhere.creds"}, nil},
		"cert without key":    {connect.Config{URL: server.URL(), Cert: "cert.pem"}, connect.ErrConfig},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			c, err := connect.Open(ctx, tt.config, quiet)
			if err == nil {
				c.NATS.Close()
				t.Fatal("connected")
			}
			if tt.is != nil && !errors.Is(err, tt.is) || ctx.Err() != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSecretsStayOutOfLogs(t *testing.T) {
	said := &log{}
	slog.New(slog.NewTextHandler(said, nil)).Info("connecting", "to", connect.Config{URL: "nats://x", User: "u", Password: "secret", Token: "secret"})
	if strings.Contains(said.String(), "secret") || !strings.Contains(said.String(), "nats://x") {
		t.Error(said)
	}
	if text := fmt.Sprint(connect.Config{Password: "secret"}); strings.Contains(text, "secret") {
		t.Errorf("printed: %s", text)
	}
}
