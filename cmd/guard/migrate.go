package main

import (
	"fmt"
	"os"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/migrate"
)

type migrateCmd struct {
	Export string `arg:"" help:"What the Python program declares, as JSON (docs/migrating.md); - is the standard input."`
	Out    string `help:"File to write the catalog to, instead of the standard output. It must not be there yet." placeholder:"FILE"`
}

// Run writes the catalog, and to the standard error what it does not say as the export
// did.
func (f *migrateCmd) Run(std command.Stdio) error {
	data, err := readFile(f.Export)
	if err != nil {
		return command.Usage(err)
	}
	yaml, notes, err := migrate.Migrate(data)
	if err != nil && yaml == nil {
		return command.Usage(fmt.Errorf("%s: %w", f.Export, err))
	}
	if writing := f.write(std, yaml); writing != nil {
		return writing
	}
	for _, n := range notes {
		if _, err := fmt.Fprintln(std.Err, command.Printable("MIGRATE "+n.String())); err != nil {
			return err
		}
	}
	if err != nil {
		return command.Found(err)
	}
	return nil
}

// write writes a catalog where there is none: somebody may have worked on the last one.
func (f *migrateCmd) write(std command.Stdio, yaml []byte) error {
	if f.Out == "" {
		_, err := std.Out.Write(yaml)
		return err
	}
	file, err := os.OpenFile(f.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return command.Usage(fmt.Errorf("--out: %w", err))
	}
	_, err = file.Write(yaml)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
