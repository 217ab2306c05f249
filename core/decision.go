package core

import (
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Reason says why a call was not allowed: the check that failed, or that could not
// be evaluated, and what it found. The wording is for people and models and may
// change between versions; names and outcomes do not.
type Reason struct {
	Check  string  // name of the check
	OnFail Outcome // what failing it means
	Text   string  // one sentence, without the check's name
}

// CheckResult says what became of one check of the tool.
type CheckResult struct {
	Name   string
	OnFail Outcome // what failing means: Deny or Escalate
	State  string  // "passed", "failed", "skipped" or "not_evaluated"
	Why    string  // why it failed, was skipped or could not be evaluated
}

// Decision is the guard's answer about one proposed call.
type Decision struct {
	Outcome   Outcome
	Tool      string
	CallID    jsonvalue.Value // the proposal's id, as given; null when it has none
	Arguments jsonvalue.Value // validated, with defaults; as proposed when they do not validate

	Failed       []string   // all failed checks, deny ones first; the first one decides
	Reasons      []Reason   // one a failed check, else one a check that could not be evaluated
	Evidence     []Evidence // by argument, then the accepted proposal and the acceptance
	Checks       []CheckResult
	MissingFacts []string // names a check reads that were not given, when that is why it escalates
	PolicyOnly   bool     // escalated by policies alone: only such a call may get a standing approval

	Catalog    string // fingerprint of the catalog
	ToolChecks string // fingerprint of this tool's own checks, which approvals bind to
	Engine     string // version of the checks

	// Set when the call was made by the guard ([Guard.Call], [Session.Call]).
	Executed   bool
	Result     jsonvalue.Value // what the tool returned; not recorded
	ResultHash string          // SHA-256 of the result's JSON
	Error      string          // the tool's own failure; never an error of the guard

	// Set by a person's answer ([Guard.Resolve]).
	Resolved   bool
	ApprovedBy string

	steps  []step
	inputs *inputs
}

// Allowed reports whether the call may be made.
func (d *Decision) Allowed() bool { return d.Outcome == Allow }
