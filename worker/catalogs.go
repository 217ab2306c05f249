package worker

import (
	"context"
	"errors"
	"fmt"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/jetstream"
)

// storeCatalogs keeps the catalogs of guards under their fingerprints, as a file would
// declare them with every default written out.
func storeCatalogs(ctx context.Context, js natsjs.JetStream, guards []*core.Guard) error {
	bucket, err := js.KeyValue(ctx, jetstream.Catalogs)
	if err != nil {
		return fmt.Errorf("bucket %s: %w", jetstream.Catalogs, err)
	}
	for _, g := range guards {
		body := g.Catalog().Value().Append(nil, jsonvalue.Compact)
		// What is stored under a fingerprint never changes: it is the fingerprint of it.
		if _, err := bucket.Create(ctx, g.Fingerprint(), body); err != nil && !errors.Is(err, natsjs.ErrKeyExists) {
			return fmt.Errorf("storing catalog %s: %w", g.Fingerprint(), err)
		}
	}
	return nil
}

// StoredCatalog returns the guard of a catalog that some worker has decided under. What
// only a Go program can add to a catalog is not stored: a catalog that rests on it has
// a fingerprint of its own and is not found here, or does not compile.
func StoredCatalog(ctx context.Context, js natsjs.JetStream, fingerprint string) (*core.Guard, error) {
	bucket, err := js.KeyValue(ctx, jetstream.Catalogs)
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", jetstream.Catalogs, err)
	}
	entry, err := bucket.Get(ctx, fingerprint)
	switch {
	case errors.Is(err, natsjs.ErrKeyNotFound), errors.Is(err, natsjs.ErrInvalidKey):
		return nil, fmt.Errorf("%w: %s", ErrNotStored, fingerprint)
	case err != nil:
		return nil, fmt.Errorf("catalog %s: %w", fingerprint, err)
	}
	declared, err := catalog.Read(fingerprint+".json", entry.Value())
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrCatalog, fingerprint, err)
	}
	guard, err := core.New(declared)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrCatalog, fingerprint, err)
	}
	if guard.Fingerprint() != fingerprint {
		return nil, fmt.Errorf("%w %s: what is stored has the fingerprint %s", ErrCatalog, fingerprint, guard.Fingerprint())
	}
	return guard, nil
}
