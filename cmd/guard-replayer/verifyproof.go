package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/proof"
)

type verifyProofCmd struct {
	Proof string `arg:"" help:"The proof." placeholder:"FILE" type:"existingfile"`
	Key   string `required:"" help:"Public key of the ledger, as 'guard-replayer key' prints it." placeholder:"KEY"`
	Held  string `help:"Checkpoints that were kept: the proof's, or its earlier one, has to be among them." placeholder:"FILE" type:"existingfile"`
}

// Run verifies.
func (f *verifyProofCmd) Run(std command.Stdio) (err error) {
	key, err := proof.NewVerifier(f.Key)
	if err != nil {
		return command.Usage(fmt.Errorf("--key: %w", err))
	}
	text, err := os.ReadFile(f.Proof)
	if err != nil {
		return err
	}
	p, err := proof.Parse(text)
	if err != nil {
		return command.Found(err)
	}
	proven, err := p.Verify(key)
	if err != nil {
		return command.Found(err)
	}
	if f.Held != "" {
		file, err := os.Open(f.Held)
		if err != nil {
			return err
		}
		held, err := proven.Held(file, key)
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
		if !held {
			return command.Found(errors.New("the proof is sound, and leads to a checkpoint that is not among those kept"))
		}
	}
	return proven.WriteText(std.Out)
}
