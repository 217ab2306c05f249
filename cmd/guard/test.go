package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/guardstream/guardstream/catalogtest"
	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/worker"
)

type testCmd struct {
	Catalog  string  `arg:"" help:"Catalog file." placeholder:"CATALOG"`
	Cases    string  `help:"File of cases. Without one: beside the catalog, payments_test.yaml for payments.yaml." placeholder:"FILE"`
	Mutation bool    `help:"Weaken the catalog in one place after the other, and list what no case notices."`
	MinScore float64 `help:"Least mutation score, in percent; implies --mutation." placeholder:"PERCENT"`
	JUnit    string  `name:"junit" help:"Write the results to a file, as JUnit's XML; - is the standard output." placeholder:"FILE"`
	Verbose  bool    `short:"v" help:"Also list the cases that pass."`
	JSON     bool    `name:"json" help:"Write the whole report as JSON."`
}

// Run runs the cases; it has found something when one fails, or when too few weakened
// catalogs are noticed.
func (f *testCmd) Run(ctx context.Context, std command.Stdio) error {
	guard, err := worker.ReadGuard(f.Catalog)
	if err != nil {
		return command.Usage(err)
	}
	suite, err := f.suite()
	if err != nil {
		return command.Usage(err)
	}
	report, err := catalogtest.Run(ctx, f.Catalog, guard, suite)
	if err != nil {
		return err
	}
	if (f.Mutation || f.MinScore > 0) && report.Failed() == 0 {
		if report.Mutation, err = catalogtest.Mutate(ctx, guard.Catalog(), suite); err != nil {
			return err
		}
	}
	if err := f.write(std, report); err != nil {
		return err
	}
	return f.verdict(report)
}

func (f *testCmd) suite() (*catalogtest.Suite, error) {
	file := f.Cases
	if file == "" {
		file = catalogtest.FileOf(f.Catalog)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("cases: %w (--cases names another file)", err)
	}
	return catalogtest.Read(file, data)
}

func (f *testCmd) write(std command.Stdio, report *catalogtest.Report) error {
	if f.JUnit == "-" {
		return report.WriteJUnit(std.Out)
	}
	if f.JUnit != "" {
		if err := writeFile(f.JUnit, report.WriteJUnit); err != nil {
			return err
		}
	}
	if f.JSON {
		return report.WriteJSON(std.Out)
	}
	var text strings.Builder
	if err := report.WriteText(&text, f.Verbose); err != nil {
		return err
	}
	_, err := io.WriteString(std.Out, command.Printable(text.String()))
	return err
}

func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

func (f *testCmd) verdict(report *catalogtest.Report) error {
	if n := report.Failed(); n > 0 {
		return command.Found(fmt.Errorf("%d of %d cases fail", n, len(report.Results)))
	}
	if m := report.Mutation; m != nil && 100*m.Score() < f.MinScore {
		return command.Found(fmt.Errorf("the mutation score is %.1f %%, at least %g %% are wanted", 100*m.Score(), f.MinScore))
	}
	if m := report.Mutation; m != nil && len(m.Stale) > 0 {
		return command.Found(errors.New("accepted changes that are noticed, or not made any more"))
	}
	return nil
}
