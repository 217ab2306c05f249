package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/jetstream/connect"
	"github.com/guardstream/guardstream/replay"
	"github.com/guardstream/guardstream/worker"
)

// catalogs finds the guard of a catalog that decided: among the files that were given,
// else on the server. Each is looked for once.
type catalogs struct {
	server command.Asking
	mu     sync.Mutex
	known  map[string]lookup
}

// lookup is what came of looking for a catalog.
type lookup struct {
	guard replay.Guard
	err   error
}

func newCatalogs(server command.Asking) *catalogs {
	return &catalogs{server: server, known: make(map[string]lookup)}
}

func (c *catalogs) add(g *core.Guard) { c.known[g.Fingerprint()] = lookup{guard: g} }

// guard is a [replay.Guards].
func (c *catalogs) guard(ctx context.Context, fingerprint string) (replay.Guard, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, looked := c.known[fingerprint]
	if !looked {
		found = c.ask(ctx, fingerprint)
		c.known[fingerprint] = found
	}
	return found.guard, found.err
}

func (c *catalogs) ask(ctx context.Context, fingerprint string) lookup {
	var guard *core.Guard
	err := c.server.WithServer(ctx, "guard-replayer", func(ctx context.Context, connection *connect.Connection) (err error) {
		guard, err = worker.StoredCatalog(ctx, connection.JetStream, fingerprint)
		return err
	})
	switch {
	case err == nil:
		return lookup{guard: guard}
	case errors.Is(err, worker.ErrNotStored), errors.Is(err, worker.ErrCatalog):
		return lookup{err: fmt.Errorf("%w: %w", replay.ErrNotReplayable, err)}
	default:
		return lookup{err: fmt.Errorf("catalog %s is not among --catalog, and the server that may have it is not to be asked: %w", fingerprint, err)}
	}
}
