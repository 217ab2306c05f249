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
	"github.com/guardstream/guardstream/proof"
)

type verifyCmd struct {
	ledgerFlags
	Expect string `help:"A head that was kept outside: the ledger has to hold exactly its records, and may hold more." placeholder:"HEAD"`
	Anchor string `help:"Checkpoints that were kept outside: the ledger has to hold exactly the records of each, and may hold more." placeholder:"FILE" type:"existingfile"`
	Key    string `help:"Public key that has to have signed the checkpoints, as 'guard-replayer key' prints it: from somewhere else than the ledger's disk." placeholder:"KEY"`
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
	if err := f.keep(&options); err != nil {
		return command.Usage(err)
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

// keep reads what was kept outside of the ledger.
func (f *verifyCmd) keep(options *pebblestore.VerifyOptions) (err error) {
	if f.Key != "" {
		if options.Key, err = proof.NewVerifier(f.Key); err != nil {
			return fmt.Errorf("--key: %w", err)
		}
	}
	if f.Anchor == "" {
		return nil
	}
	if options.Key == nil {
		return errors.New("--anchor needs --key: whoever rewrote the ledger may have written an anchor of another key")
	}
	options.Anchored = pebblestore.ReadAnchor(f.Anchor)
	return nil
}
