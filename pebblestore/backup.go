package pebblestore

import (
	"context"
	"errors"

	"github.com/cockroachdb/pebble/v2"
)

// Backup writes a copy of the ledger to dir, which must not exist, while the ledger
// goes on. The copy shares no file with the ledger, has everything in checksummed
// tables, and is a ledger itself.
func (l *Ledger) Backup(ctx context.Context, dir string) error {
	if err := l.alive(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	head := l.Head() // the copy holds at least this
	if !l.opts.ReadOnly {
		if err := l.flush(); err != nil {
			return err
		}
	}
	err := l.sentry.watch(0, func() error {
		if err := l.store.Checkpoint(dir, pebble.WithFlushedWAL()); err != nil {
			return err
		}
		note, err := openHeadFile(l.opts.FS, dir)
		if err != nil {
			return err
		}
		return errors.Join(note.write(head), note.close())
	})
	return storageError("copying the ledger to "+dir, err)
}
