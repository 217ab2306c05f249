package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/go-json-experiment/json"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/pebblestore"
)

type verifyCmd struct {
	ledgerFlags
	Expect string `help:"A head that was kept outside: the ledger has to hold exactly its records, and may hold more." placeholder:"HEAD"`
	JSON   bool   `name:"json" help:"Write the report as JSON."`
}

// errTampered ends the command when the report says what is wrong.
var errTampered = errors.New("the ledger is not what was written")

// Run verifies.
func (f *verifyCmd) Run(ctx context.Context, std command.Stdio) error {
	progress, done := command.Progress(std, "verifying")
	options := pebblestore.VerifyOptions{Progress: progress}
	if f.Expect != "" {
		head, err := pebblestore.ParseHead(f.Expect)
		if err != nil {
			return command.Usage(fmt.Errorf("--expect: %w", err))
		}
		options.Expect = &head
	}
	// What the store has to say about damage is in the report.
	report, err := pebblestore.VerifyDir(ctx, f.Ledger, pebblestore.Options{Logger: slog.New(slog.DiscardHandler)}, options)
	done()
	if err != nil {
		return err
	}
	if f.JSON {
		err = json.MarshalWrite(std.Out, report)
	} else {
		err = show.Verification(std.Out, report)
	}
	if err == nil && !report.OK() {
		err = command.Found(errTampered)
	}
	return err
}
