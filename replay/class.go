package replay

import "github.com/guardstream/guardstream/core"

// Class says why a decision does not come out as it was recorded, or cannot be
// computed at all.
type Class string

// The classes of differences.
const (
	// Drift: the same catalog and the same version of the checks now decide
	// otherwise. The checks are not deterministic, or the record was tampered with.
	Drift Class = "drift"
	// Broken: the events of the session do not follow one another, or cannot be read;
	// its decisions cannot be computed from there on.
	Broken Class = "broken"
	// Engine: the same catalog under another version of the checks decides otherwise.
	Engine Class = "engine"
	// Policy: another catalog decides otherwise.
	Policy Class = "policy"
	// FactsMissing: the other catalog reads facts that were not recorded with the
	// proposal, so that nobody can say what it would have decided.
	FactsMissing Class = "facts_missing"
	// NotReplayable: this program does not have what decided.
	NotReplayable Class = "not_replayable"
)

// classes is the order they are reported in.
var classes = []Class{Drift, Broken, Engine, Policy, FactsMissing, NotReplayable}

// Flip says how an outcome changed.
type Flip uint8

// The kinds of flips, the ones to look at first first.
const (
	Widening  Flip = iota // a call is allowed that was denied or escalated
	Loosening             // a call is escalated that was denied
	Narrowing             // a call is denied or escalated that was not before
	NoFlip                // the outcome is the same
)

// String is the flip in a word.
func (f Flip) String() string {
	return [...]string{"widening", "loosening", "narrowing", "none"}[f]
}

func flipOf(was, now core.Outcome) Flip {
	switch {
	case now == "" || was == "" || was == now:
		return NoFlip
	case now == core.Allow:
		return Widening
	case now == core.Escalate && was == core.Deny:
		return Loosening
	default:
		return Narrowing
	}
}
