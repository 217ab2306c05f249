// Securitybench replays recorded runs of tool-using agents, honest and attacked,
// against the guard:
//
//	go run ./test/cmd/securitybench [-json] [-catalogs DIR] [-set option=value …] [-failures] DIR
//
// It reads every folder below DIR that has records.jsonl or corpus.jsonl and prints
// what became of the calls, beside the reference's outcomes where they are known. It
// exits with 1 when a set could not be run, and with 2 when it was called wrongly; the
// numbers themselves fail nothing (test/securitybench holds what must not get worse).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/guardstream/guardstream/test/securitybench"
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

func run(ctx context.Context, arguments []string, out, problems io.Writer) (exit int) {
	var o securitybench.Options
	flags := flag.NewFlagSet("securitybench", flag.ContinueOnError)
	flags.SetOutput(problems)
	flags.Usage = func() {
		fmt.Fprintln(problems, "usage: securitybench [-json] [-catalogs DIR] [-set option=value …] [-failures] DIR")
		flags.PrintDefaults()
	}
	asJSON := flags.Bool("json", false, "print one JSON object instead of tables")
	failures := flags.Bool("failures", false, "list every record that is not what it should be, and those other than the reference's")
	flags.StringVar(&o.Catalogs, "catalogs", "", "decide by the catalogs of this `folder`, SET.json, SET.yaml or SET/catalog.json; a set without one there by its own")
	flags.Func("set", "change an `option=value` on every tool that has it, dots for nested options; repeatable", func(text string) error {
		change, err := securitybench.ParseOverride(text)
		o.Overrides = append(o.Overrides, change)
		return err
	})
	switch err := flags.Parse(arguments); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case flags.NArg() != 1:
		flags.Usage()
		return exitUsage
	}
	report, err := securitybench.Run(ctx, flags.Arg(0), o)
	if err == nil {
		err = write(out, report, *asJSON, *failures)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, securitybench.ErrOverride):
		exit = exitUsage
	default:
		exit = exitFailed
	}
	fmt.Fprintf(problems, "securitybench: %v\n", err)
	return exit
}

func write(out io.Writer, report *securitybench.Report, asJSON, failures bool) error {
	if asJSON {
		return report.WriteJSON(out)
	}
	if err := report.WriteTables(out); err != nil || !failures {
		return err
	}
	return report.WriteFailures(out)
}
