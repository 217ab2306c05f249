package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
	"github.com/guardstream/guardstream/worker"
)

var quiet = slog.New(slog.DiscardHandler)

func server(t *testing.T) *connect.Connection {
	t.Helper()
	nc := natstest.Single(t)
	return &connect.Connection{NATS: nc, JetStream: natstest.JetStream(t, nc)}
}

func guards(t *testing.T) *worker.Guards {
	t.Helper()
	read, err := worker.ReadGuards([]string{catalogFile(t, "pay")})
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// begin runs a worker until the test ends.
func begin(t *testing.T, c *connect.Connection, guards *worker.Guards) *worker.Worker {
	t.Helper()
	w, shutdown, err := worker.New(t.Context(), c, guards, worker.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		shutdown()
	})
	return w
}

func TestAWorkerMakesItsStreamsStoresItsCatalogAndDecides(t *testing.T) {
	c, paying := server(t), guards(t)
	w := begin(t, c, paying)
	s, err := client.New(c, "bank", client.Settings{}).Session("s")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	d, err := s.Propose(ctx, client.Proposal{Call: map[string]any{"name": "pay"}})
	if err != nil || d.Outcome != core.Allow {
		t.Fatalf("%+v, %v", d, err)
	}
	if err := w.Ready(); err != nil {
		t.Errorf("a worker that has decided is not ready: %v", err)
	}
	guard, err := worker.StoredCatalog(ctx, c.JetStream, d.Catalog)
	if err != nil || guard.Fingerprint() != d.Catalog || guard.Catalog().Tool("pay") == nil {
		t.Errorf("stored catalog: %v", err)
	}
	begin(t, c, paying) // a second one finds everything there
}

func TestCatalogsThatAreNotStored(t *testing.T) {
	c := server(t)
	begin(t, c, guards(t))
	for _, fingerprint := range []string{"0000", "", "a b"} {
		if _, err := worker.StoredCatalog(t.Context(), c.JetStream, fingerprint); !errors.Is(err, worker.ErrNotStored) {
			t.Errorf("%q: %v", fingerprint, err)
		}
	}
	bucket, err := c.JetStream.KeyValue(t.Context(), jetstream.Catalogs)
	if err != nil {
		t.Fatal(err)
	}
	for fingerprint, body := range map[string]string{"unreadable": "{", "another": `{"tools":[{"name":"pay"}]}`} {
		if _, err := bucket.Put(t.Context(), fingerprint, []byte(body)); err != nil {
			t.Fatal(err)
		}
		if _, err := worker.StoredCatalog(t.Context(), c.JetStream, fingerprint); !errors.Is(err, worker.ErrCatalog) {
			t.Errorf("%s: %v", fingerprint, err)
		}
	}
}

// TestAServerThatIsNotReady: what can be repaired by waiting is waited for.
func TestAServerThatIsNotReady(t *testing.T) {
	c := server(t)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	js, err := natsjs.NewWithDomain(c.NATS, "elsewhere") // nobody answers there
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = worker.New(ctx, &connect.Connection{NATS: c.NATS, JetStream: js}, guards(t), worker.Settings{Logger: quiet})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestStreamsThatWouldLoseDataAreRefused(t *testing.T) {
	c := server(t)
	forgetful := jetstream.Streams(jetstream.StreamSettings{Storage: natsjs.MemoryStorage})
	if err := jetstream.Ensure(t.Context(), c.JetStream, forgetful, quiet); err != nil {
		t.Fatal(err)
	}
	if _, _, err := worker.New(t.Context(), c, guards(t), worker.Settings{}); !errors.Is(err, jetstream.ErrDangerous) {
		t.Errorf("got %v", err)
	}
}
