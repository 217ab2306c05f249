package pebblestore

import "github.com/cockroachdb/pebble/v2"

// Snapshot is a ledger as it was at one moment, while the ledger itself goes on. It
// is read like the ledger, by several goroutines, and has to be closed before the
// ledger is.
type Snapshot struct {
	Reader
	store *pebble.Snapshot
	head  Head
}

// Snapshot returns the ledger as it is now.
func (l *Ledger) Snapshot() (*Snapshot, error) {
	if err := l.alive(); err != nil {
		return nil, err
	}
	s := &Snapshot{store: l.store.NewSnapshot()}
	s.Reader = Reader{db: s.store, usable: l.alive}
	var err error
	if s.head, err = s.storedHead(); err != nil {
		return nil, closing(s.store, err)
	}
	return s, nil
}

// Head is what the ledger held at that moment.
func (s *Snapshot) Head() Head { return s.head }

// Close lets the store forget the moment.
func (s *Snapshot) Close() error { return storageError("closing a snapshot", s.store.Close()) }
