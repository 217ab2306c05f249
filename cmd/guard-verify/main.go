// Command guard-verify verifies a proof that a decision is in a guard's ledger: offline,
// with the public key of the ledger alone. It is made of package proof and
// golang.org/x/mod, and nothing else of the guard, so that a third party can read all of
// it. docs/verifying.md says how it is used.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/guardstream/guardstream/proof"
)

// Exit codes, as of every command of the guard.
const (
	exitProven      = 0
	exitNotProven   = 1
	exitUsage       = 2
	exitUnavailable = 3 // a file cannot be read
)

const usage = `guard-verify [--held CHECKPOINTS] --key KEY PROOF

Verify that a record is in the ledger of a guard. Exit codes: 0 proven; 1 not proven;
2 asked wrongly; 3 a file cannot be read.

`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("guard-verify", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	public := flags.String("key", "", "the ledger's public `KEY`, from somebody you trust and not from who gave you the proof")
	held := flags.String("held", "", "`FILE` of checkpoints that you kept: the proof has to lead to one of them, or go on from one")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitProven
		}
		return exitUsage
	}
	if flags.NArg() != 1 || *public == "" {
		flags.Usage()
		return exitUsage
	}
	key, err := proof.NewVerifier(*public)
	if err != nil {
		return fail(stderr, exitUsage, err)
	}
	text, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return fail(stderr, exitUnavailable, err)
	}
	p, err := proof.Parse(text)
	if err != nil {
		return fail(stderr, exitNotProven, err)
	}
	proven, err := p.Verify(key)
	if err != nil {
		return fail(stderr, exitNotProven, err)
	}
	if *held != "" {
		if code := checkHeld(proven, *held, key, stderr); code != exitProven {
			return code
		}
	}
	if err := proven.WriteText(stdout); err != nil {
		return fail(stderr, exitUnavailable, err)
	}
	return exitProven
}

// checkHeld looks for the proof's checkpoint among those that were kept.
func checkHeld(proven proof.Proven, path string, key *proof.Verifier, stderr io.Writer) int {
	file, err := os.Open(path)
	if err != nil {
		return fail(stderr, exitUnavailable, err)
	}
	held, err := proven.Held(file, key)
	if err := errors.Join(err, file.Close()); err != nil {
		return fail(stderr, exitUnavailable, err)
	}
	if !held {
		return fail(stderr, exitNotProven, errors.New("the proof is sound, and leads to a checkpoint that is not among those kept"))
	}
	return exitProven
}

func fail(stderr io.Writer, code int, err error) int {
	fmt.Fprintf(stderr, "guard-verify: %v\n", err)
	return code
}
