// Package natstest starts real servers for tests: one, or a cluster of three, in the
// process, each with its own directory.
package natstest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/jetstream/embedded"
)

// startTimeout bounds a cluster's start. Usually it takes less than a second; a first
// election that fails costs several.
const startTimeout = 30 * time.Second

// Single starts an embedded server without a listener, as programs do, and returns a
// connection to it. What was acknowledged is not synced: tests start processes anew,
// they don't cut the power.
func Single(t testing.TB) *nats.Conn {
	t.Helper()
	s := Embedded(t, t.TempDir())
	return Connect(t, s)
}

// Server is an embedded server that can be stopped before the test ends.
type Server struct {
	*embedded.Server
	Stop func()
}

// Embedded starts an embedded server without a listener over a directory.
func Embedded(t testing.TB, dir string) *Server {
	t.Helper()
	return Listening(t, dir, embedded.NoListen)
}

// Listening starts an embedded server over a directory that listens on an address.
func Listening(t testing.TB, dir, address string) *Server {
	t.Helper()
	s, stop, err := embedded.Start(t.Context(), embedded.Config{Dir: dir, Listen: address, SyncInterval: time.Minute})
	if err != nil {
		t.Fatalf("embedded server: %v", err)
	}
	t.Cleanup(stop)
	return &Server{Server: s, Stop: stop}
}

// Connect connects to an embedded server until the test ends.
func Connect(t testing.TB, s *Server) *nats.Conn {
	t.Helper()
	nc, err := s.Connect(nats.ReconnectBufSize(-1))
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// JetStream returns the JetStream of a connection.
func JetStream(t testing.TB, nc *nats.Conn) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// Cluster is three servers that replicate.
type Cluster struct {
	Servers []*server.Server
	urls    []string
}

// StartCluster starts three servers and waits until they have a leader.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	const size = 3
	var routes []*url.URL
	var ports []int
	for _, port := range freePorts(t, size) {
		ports = append(ports, port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	c := &Cluster{}
	for i := range size {
		o := &server.Options{
			ServerName: fmt.Sprintf("node-%d", i), Host: "127.0.0.1", Port: server.RANDOM_PORT,
			JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: server.ClusterOpts{Name: "guard", Host: "127.0.0.1", Port: ports[i]},
			Routes:  routes,
		}
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		c.Servers = append(c.Servers, s)
	}
	Eventually(t, startTimeout, "a leader of the cluster", func() bool {
		return slices.ContainsFunc(c.Servers, func(s *server.Server) bool { return s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == size })
	})
	for _, s := range c.Servers {
		c.urls = append(c.urls, s.ClientURL())
	}
	c.settle(t, size)
	return c
}

// settle waits until the cluster places streams: for a moment after the election it
// takes its peers for lost.
func (c *Cluster) settle(t testing.TB, replicas int) {
	t.Helper()
	nc, err := nats.Connect(c.urls[0])
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js := JetStream(t, nc)
	probe := jetstream.StreamConfig{Name: "PROBE", Storage: jetstream.MemoryStorage, Replicas: replicas}
	Eventually(t, startTimeout, "a replicated stream", func() bool {
		_, err := js.CreateStream(t.Context(), probe)
		return err == nil
	})
	if err := js.DeleteStream(t.Context(), probe.Name); err != nil {
		t.Fatal(err)
	}
}

// Connect connects to any node, and to another one when it is lost.
func (c *Cluster) Connect(t testing.TB) *nats.Conn {
	t.Helper()
	options := nats.GetDefaultOptions()
	options.Servers, options.MaxReconnect, options.ReconnectWait, options.ReconnectBufSize = c.urls, -1, 50*time.Millisecond, -1
	nc, err := options.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// freePorts returns ports that were free a moment ago: routes have to be known before
// the servers start.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// Eventually waits until something is so.
func Eventually(t testing.TB, timeout time.Duration, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(timeout); !so(); {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", timeout, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// StopLeader shuts down the server that leads a stream.
func (c *Cluster) StopLeader(t testing.TB, stream string) {
	t.Helper()
	for _, s := range c.Servers {
		if s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			s.Shutdown()
			s.WaitForShutdown()
			return
		}
	}
	t.Fatalf("stream %s has no leader", stream)
}
