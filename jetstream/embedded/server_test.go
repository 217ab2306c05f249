package embedded_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jsm.go/natscontext"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/guardstream/guardstream/jetstream/embedded"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, c embedded.Config) (*embedded.Server, func()) {
	t.Helper()
	s, shutdown, err := embedded.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shutdown)
	return s, shutdown
}

func TestOtherProgramsConnectWithTheContextFile(t *testing.T) {
	dir := t.TempDir()
	s, _ := start(t, embedded.Config{Dir: dir, Listen: "127.0.0.1:0"})
	info, err := os.Stat(s.ContextFile())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("context file: %v, %v", info, err)
	}
	context, err := natscontext.NewFromFile(s.ContextFile())
	if err != nil {
		t.Fatal(err)
	}
	nc, err := context.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, options := range [][]nats.Option{nil, {nats.UserInfo("guard", "guess")}} {
		if nc, err := nats.Connect(s.URL(), options...); !errors.Is(err, nats.ErrAuthorization) {
			nc.Close()
			t.Errorf("with %d options: %v", len(options), err)
		}
	}
	if host, _, _ := net.SplitHostPort(strings.TrimPrefix(s.URL(), "nats://")); host != "127.0.0.1" {
		t.Errorf("listens on %s", s.URL())
	}
}

func TestCredentialsAndDataSurviveARestart(t *testing.T) {
	dir := t.TempDir()
	s, shutdown := start(t, embedded.Config{Dir: dir, Listen: "127.0.0.1:0"})
	before, err := natscontext.NewFromFile(s.ContextFile())
	if err != nil {
		t.Fatal(err)
	}
	publish := func(s *embedded.Server) uint64 {
		nc, err := s.Connect()
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		js, err := natsjs.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := js.CreateOrUpdateStream(t.Context(), natsjs.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
			t.Fatal(err)
		}
		ack, err := js.Publish(t.Context(), "s", nil)
		if err != nil {
			t.Fatal(err)
		}
		return ack.Sequence
	}
	if n := publish(s); n != 1 {
		t.Errorf("first: %d", n)
	}
	shutdown()
	shutdown() // twice does no harm
	s, _ = start(t, embedded.Config{Dir: dir, Listen: embedded.NoListen})
	after, err := natscontext.NewFromFile(s.ContextFile())
	if err != nil || before.Password() == "" || before.Password() != after.Password() {
		t.Errorf("the password has changed: %v", err)
	}
	if n := publish(s); n != 2 {
		t.Errorf("after the restart: %d", n)
	}
	if s.URL() != "" {
		t.Errorf("listens on %s", s.URL())
	}
}

func TestADirectoryIsOpenOnce(t *testing.T) {
	dir := t.TempDir()
	_, shutdown := start(t, embedded.Config{Dir: dir, Listen: embedded.NoListen})
	if _, _, err := embedded.Start(t.Context(), embedded.Config{Dir: dir, Listen: embedded.NoListen}); !errors.Is(err, embedded.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
	shutdown()
	start(t, embedded.Config{Dir: dir, Listen: embedded.NoListen})
}

func TestStartTellsWhatIsWrong(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "nats-context.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	nobody := t.TempDir()
	if err := os.WriteFile(filepath.Join(nobody, "nats-context.json"), []byte(`{"user":"guard"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		config embedded.Config
		is     error
		names  string
	}{
		"port taken":        {embedded.Config{Dir: t.TempDir(), Listen: taken.Addr().String()}, embedded.ErrStart, "address already in use"},
		"no port":           {embedded.Config{Dir: t.TempDir(), Listen: "127.0.0.1"}, embedded.ErrStart, "listen address"},
		"odd port":          {embedded.Config{Dir: t.TempDir(), Listen: "127.0.0.1:nats"}, embedded.ErrStart, "the port is no number"},
		"broken file":       {embedded.Config{Dir: broken}, embedded.ErrCredentials, "nats-context.json"},
		"no password":       {embedded.Config{Dir: nobody}, embedded.ErrCredentials, "no password"},
		"directory is file": {embedded.Config{Dir: file}, nil, "directory of the embedded server"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.config.StartTimeout = 5 * time.Second
			_, shutdown, err := embedded.Start(t.Context(), tt.config)
			if err == nil {
				shutdown()
			}
			if err == nil || tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.names) {
				t.Errorf("got %v, want an error that names %s", err, tt.names)
			}
		})
	}
}
