package demo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

	p.say("\nVerify: every record's hash, the chain, the tree, the indexes.\n")
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
	if err := p.tamper(ctx); err != nil {
		return err
	}
	return p.replay(ctx)
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

// tamper changes one byte of a copy of the ledger.
func (p *play) tamper(ctx context.Context) error {
	dir := filepath.Join(p.Dir, "tampered")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := p.installation.Ledger.Backup(ctx, dir); err != nil {
		return err
	}
	file, offset, err := flip(dir)
	if err != nil {
		return err
	}
	p.say("\nVerify a copy in which one byte was changed: byte %d of %s.\n", offset, filepath.Base(file))
	report, err := pebblestore.VerifyDir(ctx, dir, pebblestore.Options{Logger: p.Logger}, pebblestore.VerifyOptions{})
	if err != nil {
		return err
	}
	if err := show.Verification(p.Out, report); err != nil {
		return err
	}
	if report.OK() {
		return otherwise("a changed byte was not found")
	}
	return os.RemoveAll(dir)
}

// flip changes the byte in the middle of the largest table of a ledger.
func flip(dir string) (file string, offset int64, err error) {
	var size int64
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".sst") {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Size() > size {
			file, size = path, info.Size()
		}
		return err
	})
	if err != nil || file == "" {
		return "", 0, errors.Join(err, fmt.Errorf("no table in %s", dir))
	}
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return "", 0, err
	}
	var b [1]byte
	offset = size / 2
	if _, err = f.ReadAt(b[:], offset); err == nil {
		b[0] ^= 0x01
		_, err = f.WriteAt(b[:], offset)
	}
	return file, offset, errors.Join(err, f.Close())
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
