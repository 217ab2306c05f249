package catalogtest

import (
	"context"
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/catalogtest/mutation"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
)

// Mutation says which weakened catalogs the cases notice.
type Mutation struct {
	Mutants []MutantResult
	Stale   []Accepted // changes accepted for nothing: noticed, or not made any more
}

// MutantResult is what came of one weakened catalog.
type MutantResult struct {
	mutation.Mutant
	Noticed  *Case  // the first case that came out otherwise, or nil
	Accepted string // why no case has to notice, or ""
}

// Score is the share of the weakened catalogs that a case notices, from 0 to 1; those
// that no case has to notice are not counted. It is 1 when nothing can be weakened.
func (m *Mutation) Score() float64 {
	noticed, counted := 0, 0
	for _, mutant := range m.Mutants {
		if mutant.Accepted != "" {
			continue
		}
		counted++
		if mutant.Noticed != nil {
			noticed++
		}
	}
	if counted == 0 {
		return 1
	}
	return float64(noticed) / float64(counted)
}

// Survivors are the weakened catalogs that no case notices, those left out that none
// has to.
func (m *Mutation) Survivors() []MutantResult {
	var all []MutantResult
	for _, mutant := range m.Mutants {
		if mutant.Noticed == nil && mutant.Accepted == "" {
			all = append(all, mutant)
		}
	}
	return all
}

// Mutate weakens the catalog in one place after the other and has the cases decided by
// each. options are what the program adds to the catalog. It is [ErrFailing] when a
// case fails already without.
func Mutate(ctx context.Context, c *catalog.Catalog, suite *Suite, options ...core.Option) (*Mutation, error) {
	guard, err := core.New(c, options...)
	if err != nil {
		return nil, err
	}
	byTool := make(map[string][]*prepared)
	for _, one := range suite.Cases {
		p := prepare(ctx, guard, one)
		result := runCase(ctx, guard, p)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !result.Passed() {
			return nil, fmt.Errorf("%w: %s", ErrFailing, one.Name)
		}
		byTool[p.Call.Name] = append(byTool[p.Call.Name], p)
	}
	m := &Mutation{}
	accepted := make(map[string]Accepted, len(suite.Accepted))
	for _, a := range suite.Accepted {
		accepted[a.Change] = a
	}
	used := make(map[string]bool)
	for _, mutant := range mutation.Of(c) {
		result, isCatalog := try(ctx, mutant, byTool, options)
		if !isCatalog {
			continue // a text minus a text
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if a, ok := accepted[mutant.Change]; ok && result.Noticed == nil {
			result.Accepted, used[a.Change] = a.Why, true
		}
		m.Mutants = append(m.Mutants, result)
	}
	for _, a := range suite.Accepted {
		if !used[a.Change] {
			m.Stale = append(m.Stale, a)
		}
	}
	return m, nil
}

// try has the cases over a mutant's tools decided by it, and reports whether it is a
// catalog at all.
func try(ctx context.Context, mutant mutation.Mutant, byTool map[string][]*prepared, options []core.Option) (MutantResult, bool) {
	result := MutantResult{Mutant: mutant}
	tools := slices.DeleteFunc(slices.Clone(mutant.Tools), func(tool string) bool { return byTool[tool] == nil })
	if len(tools) == 0 && !mutant.Unsure {
		return result, true
	}
	part := tools
	if len(tools) == 0 {
		part = mutant.Tools[:1]
	}
	weakened, err := core.New(mutant.Catalog(part), options...)
	if err != nil {
		return result, false
	}
	result.Noticed = noticed(ctx, weakened, tools, byTool)
	return result, true
}

// noticed returns the first case over the tools that comes out otherwise.
func noticed(ctx context.Context, guard *core.Guard, tools []string, byTool map[string][]*prepared) *Case {
	for _, tool := range tools {
		for _, p := range byTool[tool] {
			if !runCase(ctx, guard, p).Passed() {
				return p.Case
			}
		}
	}
	return nil
}
