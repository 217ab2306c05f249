package core

import (
	"bytes"
	"context"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// ReplayReport says whether a recorded decision computes the same again.
type ReplayReport struct {
	OK             bool       // every recorded value came out the same
	Mismatches     []Mismatch // what did not, by the members of the decision's body
	CatalogChanged bool       // the guard's catalog is not the one that decided
	Decision       *Decision  // as it is computed now
}

// Mismatch is one member of a decision's body that now computes otherwise.
type Mismatch struct {
	Member   string
	Was, Now string // JSON; empty when the member is not there
}

// Replay computes a recorded decision again from its recorded inputs with this guard.
// An error means that it could not be computed, not that it differs.
func (g *Guard) Replay(ctx context.Context, t *Trace) (*ReplayReport, error) {
	now, err := g.Check(ctx, t.request())
	if err != nil {
		return nil, err
	}
	report := &ReplayReport{Decision: now, CatalogChanged: now.Catalog != t.Decision.Catalog}
	report.Mismatches, err = compareBodies(t.Decision.AppendJSON(nil), now.AppendJSON(nil))
	report.OK = len(report.Mismatches) == 0
	return report, err
}

// identityMembers name who decided, not what: their difference alone is no drift.
var identityMembers = map[string]bool{"catalog": true, "tool_checks": true, "engine": true}

// compareBodies returns the members of two decision bodies that differ, identity
// aside, in the order they are written.
func compareBodies(was, now []byte) ([]Mismatch, error) {
	if bytes.Equal(was, now) {
		return nil, nil
	}
	limits := jsonvalue.Limits{Bytes: max(len(was), len(now))}
	old, err := jsonvalue.Parse(was, limits)
	if err != nil {
		return nil, err
	}
	new, err := jsonvalue.Parse(now, limits)
	if err != nil {
		return nil, err
	}
	var mismatches []Mismatch
	for name, value := range old.Members() {
		other, there := new.Get(name)
		if identityMembers[name] || there && jsonvalue.Equal(value, other) {
			continue
		}
		m := Mismatch{Member: name, Was: value.Write(jsonvalue.Compact)}
		if there {
			m.Now = other.Write(jsonvalue.Compact)
		}
		mismatches = append(mismatches, m)
	}
	for name, value := range new.Members() {
		if _, there := old.Get(name); !there && !identityMembers[name] {
			mismatches = append(mismatches, Mismatch{Member: name, Now: value.Write(jsonvalue.Compact)})
		}
	}
	return mismatches, nil
}
