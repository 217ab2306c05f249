package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

// patience bounds everything that is waited for: far more than it takes, as machines
// that test are slow and busy.
const patience = 30 * time.Second

// process is a command that runs beside the test.
type process struct {
	t       testing.TB
	name    string
	command *exec.Cmd
	out     buffer
	err     buffer
	ended   chan struct{}
}

// buffer takes what a process writes while the test reads it.
type buffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// start starts a command in a directory of its own; it is killed at the end of the test.
func start(t testing.TB, dir, path string, args ...string) *process {
	t.Helper()
	p := &process{t: t, name: filepath.Base(path), command: exec.Command(path, args...), ended: make(chan struct{})}
	p.command.Dir, p.command.Stdout, p.command.Stderr = dir, &p.out, &p.err
	p.command.Env = environment()
	if err := p.command.Start(); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	go func() {
		defer close(p.ended)
		_ = p.command.Wait() // code() tells how it ended
	}()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("%s %s\n--- stdout\n%s--- stderr\n%s", p.name, strings.Join(args, " "), p.out.String(), p.err.String())
		}
	})
	return p
}

// environment is the test's own, without what would name another server.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "NATS_") && !strings.HasPrefix(v, "GUARD_") {
			env = append(env, v)
		}
	}
	return env
}

// kill is kill -9.
func (p *process) kill() {
	_ = p.command.Process.Kill() // fails when it has ended
	<-p.ended
}

// stop asks the process to end, and returns its exit code.
func (p *process) stop() int {
	p.t.Helper()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
	return p.code()
}

// code waits for the process to end.
func (p *process) code() int {
	p.t.Helper()
	select {
	case <-p.ended:
		return p.command.ProcessState.ExitCode()
	case <-time.After(patience):
		p.t.Fatalf("%s does not end", p.name)
		return -1
	}
}

// says waits until the process has written a text.
func (p *process) says(b *buffer, text string) {
	p.t.Helper()
	natstest.Eventually(p.t, patience, p.name+" says "+text, func() bool {
		select {
		case <-p.ended:
			if !strings.Contains(b.String(), text) {
				p.t.Fatalf("%s ended with %d before it said %q", p.name, p.command.ProcessState.ExitCode(), text)
			}
		default:
		}
		return strings.Contains(b.String(), text)
	})
}

// result is how a command ended.
type result struct {
	code     int
	out, err string
}

// run runs a command to its end.
func run(t testing.TB, dir, path string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, path, args...)
	c.Dir, c.Stdout, c.Stderr, c.Env = dir, &out, &errs, environment()
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", path, err)
	}
	return result{c.ProcessState.ExitCode(), out.String(), errs.String()}
}

// want fails the test unless the command ended with a code and wrote these texts.
func (r result) want(t testing.TB, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("ended with %d, not %d\n%s%s", r.code, code, r.out, r.err)
	}
	for _, text := range texts {
		if !strings.Contains(r.out+r.err, text) {
			t.Errorf("does not say %q\n%s%s", text, r.out, r.err)
		}
	}
}

// site is a running 'guard up' in a directory of its own.
type site struct {
	*process
	dir string
}

// up starts everything in one process.
func up(t testing.TB, dir string, args ...string) *site {
	t.Helper()
	p := start(t, dir, command("guard"), append([]string{"up", "--listen", "127.0.0.1:0", "--catalog", "bank=" + catalogFile(t, "payments.yaml"),
		"--catalog", "shop=" + catalogFile(t, "support.yaml")}, args...)...)
	p.says(&p.out, "connect")
	return &site{p, dir}
}

func (s *site) contextFile() string {
	return filepath.Join(s.dir, "data", "server", "nats-context.json")
}

// connection connects a client of the test.
func connection(t testing.TB, contextFile string) *connect.Connection {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c, err := connect.Open(ctx, connect.Config{Context: contextFile, Name: t.Name()}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.NATS.Close)
	return c
}
