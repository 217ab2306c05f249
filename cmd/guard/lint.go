package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/lint"
	"github.com/guardstream/guardstream/worker"
)

type lintCmd struct {
	Catalog    []string `arg:"" help:"Catalog files." placeholder:"CATALOG"`
	Strict     bool     `help:"End with 1 when there is a warning; recommendations are none."`
	Unattended bool     `help:"Nobody answers escalations where the catalogs are used: warn of whatever sends calls to people."`
	Except     []string `help:"Warnings to leave out: the name of a rule, or RULE:PATH for one place. May be given several times." placeholder:"RULE[:PATH]" sep:"none"`
	JSON       bool     `name:"json" help:"Write the warnings as JSON."`
}

// Run warns. A warning is a guess: without --strict it ends nothing.
func (f *lintCmd) Run(std command.Stdio) error {
	options := lint.Options{Unattended: f.Unattended, Except: f.Except}
	if unknown := options.Unknown(); unknown != nil {
		return command.Usage(fmt.Errorf("--except: no rule is called %s", strings.Join(unknown, ", ")))
	}
	var warnings []lint.Warning
	for _, file := range f.Catalog {
		guard, err := worker.ReadGuard(file)
		if err != nil {
			return command.Usage(err)
		}
		warnings = append(warnings, lint.Check(guard.Catalog(), options)...)
	}
	if err := f.write(std, warnings); err != nil {
		return err
	}
	n := 0
	for _, w := range warnings {
		if !w.Recommended {
			n++
		}
	}
	if n > 0 && f.Strict {
		return command.Found(fmt.Errorf("warnings: %d", n))
	}
	return nil
}

func (f *lintCmd) write(std command.Stdio, warnings []lint.Warning) error {
	if f.JSON {
		return lint.WriteJSON(std.Out, warnings)
	}
	var text strings.Builder
	if err := lint.WriteText(&text, warnings); err != nil {
		return err
	}
	_, err := io.WriteString(std.Out, command.Printable(text.String()))
	return err
}
