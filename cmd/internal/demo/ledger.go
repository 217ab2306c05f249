package demo

import (
	"context"
	"errors"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/show"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

// ledger shows the ledger's head, verifies it, decides everything again, and changes a
// byte of a copy.
func (p *play) ledger(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	head, err := p.caughtUp(ctx)
	if err != nil {
		return err
	}
	p.say("\nThe ledger holds the whole log: %d events.\n  head        %s\n", head.Seq, head)

	p.say("\nVerify: the hash of every record, the chain, the tree, the indexes.\n")
	report, err := p.installation.Ledger.Verify(ctx, pebblestore.VerifyOptions{Expect: &head})
	if err != nil {
		return err
	}
	if err := show.Verification(p.Out, report); err != nil {
		return err
	}
	if !report.OK() {
		return otherwise("the ledger is %s", report.First)
	}
	if err := p.replay(ctx); err != nil {
		return err
	}
	for _, t := range tampering {
		if err := p.tamper(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// caughtUp waits until the ledger holds what the log holds.
func (p *play) caughtUp(ctx context.Context) (pebblestore.Head, error) {
	last, err := p.installation.Log.Head(ctx)
	if err != nil {
		return pebblestore.Head{}, err
	}
	for p.installation.Ledger.Head().StreamSeq < last.Last {
		select {
		case <-time.After(5 * time.Millisecond):
		case err := <-p.failed:
			return pebblestore.Head{}, err
		case <-ctx.Done():
			return pebblestore.Head{}, otherwise("the ledger stays behind the log")
		}
	}
	return p.installation.Ledger.Head(), nil
}

// replay decides everything again.
func (p *play) replay(ctx context.Context) error {
	p.say("\nReplay: every decision computed again from the ledger.\n")
	snapshot, err := p.installation.Ledger.Snapshot()
	if err != nil {
		return err
	}
	var guards []replay.Guard
	for _, g := range p.guards.All() {
		guards = append(guards, g)
	}
	report, err := replay.Run(ctx, snapshot, replay.Options{Guards: replay.Recorded(guards...)})
	if err := errors.Join(err, snapshot.Close()); err != nil {
		return err
	}
	if err := report.WriteText(p.Out); err != nil {
		return err
	}
	if len(report.Differences) > 0 || int(report.Decisions) != p.played {
		return otherwise("%d decisions of %d came out the same", report.Same, p.played)
	}
	return nil
}
