package worker

import "errors"

var (
	// ErrCatalog is returned by [ReadGuards] for a catalog that can't be used; it wraps
	// what is wrong with it, with file, line and column.
	ErrCatalog = errors.New("catalog")
	// ErrNotStored is returned by [StoredCatalog] for a fingerprint that no worker has
	// decided under.
	ErrNotStored = errors.New("no catalog is stored under this fingerprint")
)
