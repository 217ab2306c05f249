package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strconv"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/proof"
)

type proveCmd struct {
	ledgerFlags
	command.Scope
	Record string `arg:"" optional:"" help:"Place of a record in the ledger, or id of a proposal: its decision." placeholder:"SEQ|PROPOSAL"`
	Since  string `help:"Prove as well that the ledger of the last checkpoint in this file is the beginning of the present one." placeholder:"FILE" type:"existingfile"`
	Anchor string `help:"Take the checkpoint from this anchor, not from the ledger: for a copy of the ledger, which has none of its own." placeholder:"FILE" type:"existingfile"`
	Out    string `short:"o" help:"Write the proof to this file, which must not exist, and not to the standard output." placeholder:"FILE"`
}

// Run writes a proof.
func (f *proveCmd) Run(ctx context.Context, std command.Stdio) (err error) {
	if f.Record == "" && f.Since == "" {
		return command.Usage(errors.New("name a record, or an older checkpoint with --since"))
	}
	ledger, err := pebblestore.Open(f.Ledger, pebblestore.Options{ReadOnly: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ledger.Close()) }()
	p, err := f.prove(ctx, ledger)
	if err != nil {
		return err
	}
	text, err := p.JSON()
	if err != nil {
		return err
	}
	if f.Out == "" {
		_, err = std.Out.Write(text)
		return err
	}
	file, err := os.OpenFile(f.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return command.Usage(fmt.Errorf("--out: %w", err))
	}
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

func (f *proveCmd) prove(ctx context.Context, l *pebblestore.Ledger) (p proof.Proof, err error) {
	var claim pebblestore.Claim
	if f.Record != "" {
		if claim.Seq, err = f.seq(ctx, l); err != nil {
			return p, err
		}
	}
	if f.Since != "" {
		if claim.Earlier, err = lastOf(f.Since, l.Head().Seq); err != nil {
			return p, fmt.Errorf("--since: %w", err)
		}
	}
	if f.Anchor != "" {
		if claim.Checkpoint, err = lastOf(f.Anchor, l.Head().Seq); err != nil {
			return p, fmt.Errorf("--anchor: %w", err)
		}
	}
	if p, err = l.Prove(claim); errors.Is(err, pebblestore.ErrNotCovered) {
		err = fmt.Errorf("%w; wait for the next checkpoint, or run guard-replayer tail --once", err)
	}
	return p, err
}

// seq is the place of the record that was named: a number, or the decision about a
// proposal.
func (f *proveCmd) seq(ctx context.Context, l *pebblestore.Ledger) (uint64, error) {
	if seq, err := strconv.ParseUint(f.Record, 10, 64); err == nil {
		if seq == 0 {
			return 0, command.Usage(errors.New("the first record is 1"))
		}
		return seq, nil
	}
	scope := f.Range()
	var found []pebblestore.Entry
	for e, err := range l.Proposal(ctx, events.Session{}, f.Record) {
		if err != nil {
			return 0, err
		}
		if f.decides(e, scope.Tenant, scope.Session) {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("%w: a decision about a proposal %q", pebblestore.ErrNotFound, f.Record)
	case 1:
		return found[0].Seq, nil
	default:
		return 0, command.Usage(fmt.Errorf("%d decisions are about proposals %q, the first two are %s (record %d) and %s (record %d): add --tenant or --session, or name the record",
			len(found), f.Record, found[0].Subject, found[0].Seq, found[1].Subject, found[1].Seq))
	}
}

// decides reports whether a record is a decision within a scope.
func (f *proveCmd) decides(e pebblestore.Entry, tenant, session string) bool {
	_, s, err := events.ParseSubject(e.Subject)
	if err != nil || tenant != "" && s.Tenant != tenant || session != "" && s.Name != session {
		return false
	}
	event, err := events.Read(e.Payload)
	return err == nil && event.Body.Type() == events.TypeDecided
}

// lastOf is the last signed checkpoint of a file that is over at most so many records.
func lastOf(path string, most uint64) ([]byte, error) {
	var last []byte
	for signed, err := range pebblestore.ReadAnchor(path) {
		if err != nil {
			return nil, err
		}
		c, err := proof.Peek(signed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if c.Size <= most {
			last = append(last[:0], signed...)
		}
	}
	if last == nil {
		return nil, fmt.Errorf("%w: %s holds no checkpoint over %d records or less", pebblestore.ErrNotCovered, path, most)
	}
	return last, nil
}
