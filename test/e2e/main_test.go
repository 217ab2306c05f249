// Package e2e tests the built commands as processes: what is started, killed and asked
// here is what an operator starts, kills and asks.
package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// bin holds the built commands.
var bin string

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "guard-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary directory
	bin = dir
	build := exec.CommandContext(context.Background(), "go", "build", "-ldflags=-s -w", "-o", dir,
		"./cmd/guard", "./cmd/guard-worker", "./cmd/guard-reviewer", "./cmd/guard-replayer", "./examples/client")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the commands: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// command is the path of a built command.
func command(name string) string { return filepath.Join(bin, name) }

// catalogFile is the path of an example catalog.
func catalogFile(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "examples", "catalogs", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCommandLines runs the scripts of testdata/scripts: what commands print and how
// they end. "exits N command…" runs a command that has to end with the code N.
func TestCommandLines(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "scripts"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			env.Setenv("CATALOGS", filepath.Dir(catalogFile(t, "payments.yaml")))
			for _, name := range []string{"NATS_URL", "NATS_CONTEXT", "NATS_CREDS"} {
				env.Setenv(name, "")
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits code command…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("ended with %d, not %s", code, args[0])
	}
}
