package pebblestore

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/cockroachdb/pebble/v2"
)

// Ledger is an open ledger. All methods may be called by several goroutines.
type Ledger struct {
	Reader
	dir    string
	opts   Options
	lock   *pebble.Lock
	store  *pebble.DB
	sentry *sentry
	noted  Head     // what the head file held when the ledger was opened
	note   headFile // written with every batch; unless the ledger is only read
	closed atomic.Bool

	signing sync.Mutex // held while a checkpoint is made

	mu   sync.Mutex // held while appending; guards what follows
	head Head
	tree frontier
}

// Open opens the ledger in dir, and creates it when there is none unless it is opened
// to be read. It takes the directory's lock until [Ledger.Close]; a second Open,
// here or in another process, returns [ErrLocked]. A ledger that is opened for
// writing has its head compared with its last record and its tree.
func Open(dir string, opts Options) (*Ledger, error) {
	opts = opts.withDefaults()
	lock, err := lockDirectory(dir, opts)
	if err != nil {
		return nil, err
	}
	l := &Ledger{dir: dir, opts: opts, lock: lock, sentry: newSentry(opts.Logger)}
	l.usable = l.alive
	if err := l.open(); err != nil {
		if l.sentry.error() != nil {
			return nil, err // Pebble may still write: the lock stays with the process
		}
		return nil, errors.Join(err, lock.Close())
	}
	return l, nil
}

func lockDirectory(dir string, opts Options) (*pebble.Lock, error) {
	if opts.ReadOnly {
		if _, err := opts.FS.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, notFound(dir)
		}
	} else if err := opts.FS.MkdirAll(dir, 0o700); err != nil {
		return nil, storageError("creating the ledger's directory", err)
	}
	lock, err := pebble.LockDirectory(dir, opts.FS)
	switch {
	case err == nil:
		return lock, nil
	case errors.Is(err, fs.ErrPermission):
		return nil, storageError("locking the ledger", err)
	default:
		return nil, fmt.Errorf("%w: %s; one process at a time may have it open (%w)", ErrLocked, dir, err)
	}
}

func notFound(dir string) error { return fmt.Errorf("%w: no ledger in %s", ErrNotFound, dir) }

func (l *Ledger) open() error {
	err := l.sentry.watch(0, func() (err error) {
		// Damaged files are input like any other, and must not end the process.
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("%w: opening the store: %v", ErrCorrupt, p)
			}
		}()
		l.store, err = pebble.Open(l.dir, l.opts.store(l.lock, l.sentry))
		return err
	})
	if err != nil {
		return l.openError(err)
	}
	l.Reader.db = l.store
	if err := l.load(); err != nil {
		return errors.Join(err, l.store.Close())
	}
	return nil
}

// openError tells a disk that refuses from files that are not what they were.
func (l *Ledger) openError(err error) error {
	if errors.Is(err, pebble.ErrDBDoesNotExist) {
		return notFound(l.dir)
	}
	if errors.Is(err, ErrCorrupt) || errors.Is(err, ErrStorage) {
		return err
	}
	for _, refusal := range []error{fs.ErrPermission, syscall.ENOSPC, syscall.EIO, syscall.EROFS, syscall.EMFILE, syscall.ENFILE} {
		if errors.Is(err, refusal) {
			return storageError("opening the store", err)
		}
	}
	return fmt.Errorf("%w: opening the store: %w", ErrCorrupt, err)
}

// load reads what appending goes on from.
func (l *Ledger) load() (err error) {
	if l.noted, err = readHeadFile(l.opts.FS, l.dir); err != nil {
		return storageError("reading the head file", err)
	}
	if err := l.checkSchema(); err != nil {
		return err
	}
	if l.opts.ReadOnly {
		l.head, _ = l.storedHead() // whether it is a good one is for Verify to say
		return nil
	}
	if l.head, err = l.storedHead(); err != nil {
		return err
	}
	if err := l.checkEnd(); err != nil {
		return err
	}
	l.note, err = openHeadFile(l.opts.FS, l.dir)
	return storageError("opening the head file", err)
}

// checkSchema refuses a store of another version, and marks a new one.
func (l *Ledger) checkSchema() error {
	value, err := l.value(schemaKey)
	if err != nil {
		return err
	}
	if value != nil {
		if string(value) != schemaVersion {
			return fmt.Errorf("%w: %s holds %q, this version reads %q", ErrSchema, l.dir, value, schemaVersion)
		}
		return nil
	}
	if l.noted.Seq > 0 {
		return fmt.Errorf("%w: the store in %s lost everything, %d records were acknowledged", ErrCorrupt, l.dir, l.noted.Seq)
	}
	if empty, err := l.isEmpty(); err != nil || !empty || l.opts.ReadOnly {
		return errors.Join(err, fmt.Errorf("%w: %s has no layout version", ErrSchema, l.dir))
	}
	return l.write(func() error { return l.store.Set([]byte(schemaKey), []byte(schemaVersion), pebble.Sync) })
}

// checkEnd refuses a ledger that ends before what was acknowledged, and one whose last
// record or tree is not what its head says.
// It costs two dozen reads; [Ledger.Verify] reads everything.
func (l *Ledger) checkEnd() error {
	if l.noted.Seq > l.head.Seq {
		return fmt.Errorf("%w: it ends at record %d, %d were acknowledged; bring back a copy, or make the ledger anew from its stream",
			ErrCorrupt, l.head.Seq, l.noted.Seq)
	}
	if l.head.Seq == 0 {
		return nil
	}
	last, err := l.Get(l.head.Seq)
	if err != nil {
		return fmt.Errorf("%w: the head's record: %w", ErrCorrupt, err)
	}
	entry := entryOf(last.Record)
	if last.Sequence != l.head.StreamSeq || last.Chain != l.head.Chain || entry.chain(last.Prev) != last.Chain {
		return fmt.Errorf("%w: record %d is not the one that the head names", ErrCorrupt, last.Seq)
	}
	if l.tree, err = (storedHashes{l.store}).frontierAt(l.head.Seq); err != nil {
		return err
	}
	if l.tree.root() != l.head.Root {
		return fmt.Errorf("%w: the tree over %d records is not the one that the head names", ErrCorrupt, l.head.Seq)
	}
	return nil
}

// Head is what the ledger holds: everything that was acknowledged, nothing else.
func (l *Ledger) Head() Head {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head
}

// Failed is closed after an error that the ledger cannot go on from: the disk is
// full or failing, or its files are damaged. [Ledger.Err] says which. The process
// should end, and start again when the cause is gone.
func (l *Ledger) Failed() <-chan struct{} { return l.sentry.failed }

// Err is the error that closed [Ledger.Failed], or nil.
func (l *Ledger) Err() error { return l.sentry.error() }

// Close writes what is only in the log to tables, so that a ledger at rest is
// checksummed throughout, and releases the directory. After a failure it changes
// nothing, keeps the lock and returns the failure. A second Close does nothing.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed.Swap(true) {
		return nil
	}
	if err := l.sentry.error(); err != nil {
		return err
	}
	if l.opts.ReadOnly {
		return storageError("closing the ledger", errors.Join(l.store.Close(), l.lock.Close()))
	}
	if err := l.flush(); err != nil {
		return err
	}
	err := l.sentry.watch(0, func() error { return errors.Join(l.note.close(), l.store.Close(), l.lock.Close()) })
	return storageError("closing the ledger", err)
}

// flush writes to tables what is only in the log. On a full disk it would wait for
// ever.
func (l *Ledger) flush() error {
	err := l.sentry.watch(l.opts.CommitTimeout, l.store.Flush)
	if err != nil {
		l.sentry.fail(storageError("writing tables", err))
	}
	return l.sentry.error()
}

// alive says why the ledger can't be used, or nil.
func (l *Ledger) alive() error {
	if l.closed.Load() {
		return ErrClosed
	}
	return l.sentry.error()
}

// write runs one synced write under the sentry's eyes. After an error nobody knows what
// of it is on disk, so it is the last one.
func (l *Ledger) write(fn func() error) error {
	if err := l.alive(); err != nil {
		return err
	}
	if l.opts.ReadOnly {
		return ErrReadOnly
	}
	if err := l.sentry.watch(l.opts.CommitTimeout, fn); err != nil {
		l.sentry.fail(storageError("writing", err))
		return l.sentry.error()
	}
	return nil
}
