package core

// Outcome is what a decision says about a call.
type Outcome string

// The outcomes. Deny wins over Escalate, Escalate over Allow.
const (
	Allow    Outcome = "allow"    // the call may be made
	Deny     Outcome = "deny"     // the call must not be made
	Escalate Outcome = "escalate" // a person decides
)

// Engine names this version of the checks. It changes when the same catalog and
// request may give another decision than before, so that a replay can tell an
// engine's drift from a policy's.
const Engine = "guardstream/1"
