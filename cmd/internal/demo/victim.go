package demo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"

	"github.com/nats-io/jsm.go/natscontext"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/worker"
)

// storedLine is what the victim says on its standard output when a decision is stored,
// and neither its answer nor its acknowledgement was sent.
const storedLine = "stored"

// Victim is the worker that is going to be killed: a real one, over a connection that
// stands still when the worker is about to publish its first answer. That is the moment
// at which the decision is stored and nobody has heard of it.
func Victim(ctx context.Context, contextFile string, out io.Writer, log *slog.Logger) error {
	guards, err := Guards()
	if err != nil {
		return err
	}
	known, err := natscontext.NewFromFile(contextFile)
	if err != nil {
		return err
	}
	options, err := known.NATSOptions(append(connect.Options("demo-worker", log), nats.SetCustomDialer(&freezer{out: out}))...)
	if err != nil {
		return err
	}
	nc, err := nats.Connect(known.ServerURL(), options...)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		return err
	}
	w, shutdown, err := worker.New(ctx, &connect.Connection{NATS: nc, JetStream: js}, guards,
		worker.Settings{Inbox: jetstream.WorkerSettings{AckWait: ackWait}, Logger: log})
	if err != nil {
		return err
	}
	defer shutdown()
	return w.Run(ctx)
}

// freezer dials connections that stand still for ever before the first answer is sent.
type freezer struct {
	out  io.Writer
	once sync.Once
}

// Dial connects.
func (f *freezer) Dial(network, address string) (net.Conn, error) {
	conn, err := net.DialTimeout(network, address, connect.DefaultTimeout)
	if err != nil {
		return nil, err
	}
	return &frozen{Conn: conn, freezer: f}, nil
}

type frozen struct {
	net.Conn
	freezer *freezer
}

// Write sends, until there is an answer to send.
func (c *frozen) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("PUB guard.answers.")) {
		c.freezer.once.Do(func() { fmt.Fprintln(c.freezer.out, storedLine) })
		select {}
	}
	return c.Conn.Write(b)
}

// Process is the victim's process.
type Process struct {
	command *exec.Cmd
	lines   *bufio.Scanner
	killed  sync.Once
}

// StartProcess starts a command that runs [Victim].
func StartProcess(c *exec.Cmd) (*Process, error) {
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &Process{command: c, lines: bufio.NewScanner(out)}, nil
}

// stored waits until the victim has stored a decision. Killing it ends the wait.
func (p *Process) stored() error {
	if !p.lines.Scan() {
		return errors.Join(p.lines.Err(), errors.New("the worker ended before it stored a decision"))
	}
	if got := p.lines.Text(); got != storedLine {
		return fmt.Errorf("the worker says %q, not %q", got, storedLine)
	}
	return nil
}

// kill ends the victim at once, and waits until it is gone.
func (p *Process) kill() {
	p.killed.Do(func() {
		_ = p.command.Process.Kill() // fails when it is gone already
		_ = p.command.Wait()         // says that it was killed
	})
}
