// Conformance runs vectors against the guard:
//
//	go run ./test/cmd/conformance test/testdata/conformance/*.jsonl
//
// It prints one line a file, "FILE pass N fail M", and below it each vector that
// failed with what it gave and what it should give. It exits with 1 when a vector
// failed, and with 2 when a file could not be run: none named, not readable, empty, or
// of an unknown kind.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/guardstream/guardstream/test/conformance"
)

const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, files []string, out, problems io.Writer) (exit int) {
	if len(files) == 0 {
		fmt.Fprintln(problems, "usage: conformance FILE.jsonl…")
		return exitUsage
	}
	for _, file := range files {
		report, err := runFile(ctx, file)
		if err != nil {
			fmt.Fprintf(problems, "conformance: %s: %v\n", file, err)
			exit = exitUsage
			continue
		}
		write(out, file, report)
		if len(report.Failures) > 0 {
			exit = max(exit, exitFailed)
		}
	}
	return exit
}

func runFile(ctx context.Context, file string) (conformance.Report, error) {
	f, err := os.Open(file)
	if err != nil {
		return conformance.Report{}, err
	}
	defer f.Close()
	return conformance.Run(ctx, file, f)
}

func write(out io.Writer, file string, report conformance.Report) {
	fmt.Fprintf(out, "%s pass %d fail %d\n", file, report.Passed, len(report.Failures))
	for _, failure := range report.Failures {
		fmt.Fprintf(out, "  %s  %s\n    got  %s\n    want %s\n", failure.ID, failure.Note, failure.Got, failure.Want)
	}
}
