package worker

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

// Guards says which guard decides for which tenant. It is immutable.
type Guards struct {
	tenants map[string]jetstream.Decide // by token
	others  jetstream.Decide            // nil: tenants without a catalog are refused
	all     []*core.Guard
}

// ReadGuards reads catalog files: "FILE" is for every tenant that has none of its own,
// "TENANT=FILE" for one tenant.
func ReadGuards(specs []string) (*Guards, error) {
	g := &Guards{tenants: make(map[string]jetstream.Decide)}
	for _, spec := range specs {
		tenant, file, named := strings.Cut(spec, "=")
		if !named {
			tenant, file = "", spec
		}
		guard, err := ReadGuard(file)
		if err != nil {
			return nil, err
		}
		if err := g.Add(tenant, guard); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// ReadGuard reads and compiles a catalog file.
func ReadGuard(file string) (*core.Guard, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	declared, err := catalog.Read(file, data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	guard, err := core.New(declared)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalog, err)
	}
	return guard, nil
}

// Add makes a guard decide for a tenant, or with "" for every tenant without one.
func (g *Guards) Add(tenant string, guard *core.Guard) error {
	if g.tenants == nil {
		g.tenants = make(map[string]jetstream.Decide)
	}
	token := events.Token(tenant)
	switch {
	case tenant == "" && g.others != nil:
		return fmt.Errorf("%w: two are given for all tenants", ErrCatalog)
	case tenant == "":
		g.others = jetstream.ByGuard(guard)
	case g.tenants[token] != nil:
		return fmt.Errorf("%w: two are given for tenant %q", ErrCatalog, tenant)
	default:
		g.tenants[token] = jetstream.ByGuard(guard)
	}
	g.all = append(g.all, guard)
	return nil
}

// All returns the guards. The slice must not be changed.
func (g *Guards) All() []*core.Guard { return g.all }

// Decide asks the guard of the session's tenant, as [jetstream.Decide] says.
func (g *Guards) Decide(ctx context.Context, s events.Session, r core.Request) ([]byte, error) {
	decide := g.tenants[s.Tenant]
	if decide == nil {
		decide = g.others
	}
	if decide == nil {
		return nil, &events.Problem{Code: events.UnknownTenant, Reason: "no catalog is declared for this tenant"}
	}
	return decide(ctx, s, r)
}

// String lists who has a guard, for logs.
func (g *Guards) String() string {
	names := slices.Sorted(maps.Keys(g.tenants))
	if g.others != nil {
		names = append(names, "(others)")
	}
	return strings.Join(names, " ")
}
