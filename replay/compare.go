package replay

import (
	"slices"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// identityMembers of a decision's body name who decided, not what. Under the catalog
// that decided everything else has to come out the same.
var identityMembers = []string{"catalog", "tool_checks", "engine"}

// consequences are the members that somebody acts upon: whoever makes the call, the
// model that is told, the person who is asked. Under another catalog only these are a
// change; that it has one more check, which passes, is not.
var consequences = []string{"outcome", "arguments", "failed", "reasons", "missing_facts", "policy_only"}

// counts reports whether a difference in a member of the body is one.
func counts(member string, sameCatalog bool) bool {
	if sameCatalog {
		return !slices.Contains(identityMembers, member)
	}
	return slices.Contains(consequences, member)
}

// differ returns the members in which two decision bodies differ, in the order they are
// written.
func differ(was, now []byte) ([]string, error) {
	before, err := jsonvalue.Parse(was, jsonvalue.Limits{Bytes: len(was)})
	if err != nil {
		return nil, err
	}
	after, err := jsonvalue.Parse(now, jsonvalue.Limits{Bytes: len(now)})
	if err != nil {
		return nil, err
	}
	var names []string
	for name, value := range before.Members() {
		other, there := after.Get(name)
		if !there || value.Write(jsonvalue.Compact) != other.Write(jsonvalue.Compact) {
			names = append(names, name)
		}
	}
	for name := range after.Members() {
		if _, there := before.Get(name); !there {
			names = append(names, name)
		}
	}
	return names, nil
}

// classOf says why a decision that differs in more than who decided does so.
func classOf(was, now *core.Decision) Class {
	switch {
	case was.Catalog != now.Catalog && len(unrecorded(was, now)) > 0:
		return FactsMissing
	case was.Catalog != now.Catalog:
		return Policy
	case was.Engine != now.Engine:
		return Engine
	default:
		return Drift
	}
}

// unrecorded are the facts without which nobody knows what the other catalog would have
// decided: a check that reads them could not be evaluated and is what it escalated for,
// and it is no check that could not be evaluated when the decision was taken.
func unrecorded(was, now *core.Decision) []string {
	before := inState(was, notEvaluated)
	asked := slices.ContainsFunc(inState(now, notEvaluated), func(name string) bool { return !slices.Contains(before, name) })
	if !asked {
		return nil // these facts were not sent then and would not be now
	}
	return slices.DeleteFunc(slices.Clone(now.MissingFacts), func(name string) bool {
		return slices.Contains(was.MissingFacts, name)
	})
}

// States of checks, as decisions write them.
const (
	failed       = "failed"
	notEvaluated = "not_evaluated"
)

// inState are the names of a decision's checks in one of some states.
func inState(d *core.Decision, states ...string) (names []string) {
	for _, c := range d.Checks {
		if slices.Contains(states, c.State) {
			names = append(names, c.Name)
		}
	}
	return names
}

// changedChecks are the checks that failed or could not be evaluated in one of two
// decisions and not in the other, those that speak against the call now first.
func changedChecks(was, now *core.Decision) []string {
	before, after := inState(was, failed, notEvaluated), inState(now, failed, notEvaluated)
	var names []string
	for _, name := range slices.Concat(after, before) {
		if slices.Contains(before, name) != slices.Contains(after, name) {
			names = append(names, name)
		}
	}
	return names
}
