package pebblestore

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Defaults of [Options] and of the store below it.
const (
	// DefaultCacheBytes is the memory for blocks read from disk. Writing and
	// verifying hardly need it; listing sessions and proposals does.
	DefaultCacheBytes = 64 << 20
	// DefaultCommitTimeout is far more than a slow disk needs for one batch. Writers
	// that wait longer wait for background work that cannot go on.
	DefaultCommitTimeout = 30 * time.Second
	// DefaultMemTableBytes is how much is kept in memory before it is sorted to disk:
	// large, as most keys come in order and leave in one piece.
	DefaultMemTableBytes = 64 << 20
	// blockBytes is how much is compressed and checked in one piece. Records are read
	// in order far more often than alone.
	blockBytes = 32 << 10
	// walBytesPerSync smooths writing between syncs, so that a sync after a large
	// batch has less to wait for.
	walBytesPerSync = 512 << 10
)

// storeFormat is the on-disk format of Pebble, named and not left to its default:
// table footers with checksums, and a write-ahead log that can tell damage in its
// middle from an end that was never synced. Raising it is permanent.
const storeFormat = pebble.FormatTableFormatV6

// Options of [Open]. The zero value is right for production.
type Options struct {
	// ReadOnly opens an existing ledger without the checks of its end that writing
	// needs, so that a damaged one can be verified.
	ReadOnly bool
	// Logger hears of what the store does; nil is [slog.Default].
	Logger *slog.Logger
	// CacheBytes is the size of the block cache; 0 is [DefaultCacheBytes].
	CacheBytes int64
	// CommitTimeout is how long a write may take before the ledger counts as failed;
	// 0 is [DefaultCommitTimeout].
	CommitTimeout time.Duration
	// FS is the file system; nil is the machine's.
	FS vfs.FS
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = DefaultCacheBytes
	}
	if o.CommitTimeout == 0 {
		o.CommitTimeout = DefaultCommitTimeout
	}
	if o.FS == nil {
		o.FS = vfs.Default
	}
	o.FS = copyingFS{o.FS}
	return o
}

// store returns Pebble's options. The write-ahead log is never disabled and every
// write is synced. No bloom filters: keys that are asked for are there, and
// everything else is scanned in order.
func (o Options) store(lock *pebble.Lock, s *sentry) *pebble.Options {
	opts := &pebble.Options{
		FS:                    o.FS,
		Lock:                  lock,
		ReadOnly:              o.ReadOnly,
		ErrorIfNotExists:      o.ReadOnly,
		FormatMajorVersion:    storeFormat,
		CacheSize:             o.CacheBytes,
		MemTableSize:          DefaultMemTableBytes,
		L0CompactionThreshold: 4,
		L0StopWritesThreshold: 24,
		WALBytesPerSync:       walBytesPerSync,
		Logger:                s,
		EventListener:         s.listener(),
	}
	for i := range opts.Levels {
		opts.Levels[i].BlockSize = blockBytes
	}
	return opts
}

// copyingFS makes copies of files where Pebble would make hard links: a backup must
// not share its bytes with what it is a backup of.
type copyingFS struct{ vfs.FS }

// Link refuses, upon which Pebble copies.
func (copyingFS) Link(oldname, newname string) error {
	return fmt.Errorf("%w: link %s to %s", vfs.ErrUnsupported, oldname, newname)
}

// Unwrap returns the file system below.
func (fs copyingFS) Unwrap() vfs.FS { return fs.FS }
