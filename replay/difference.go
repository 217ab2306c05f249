package replay

import (
	"cmp"
	"slices"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
)

// Difference is one decision that does not come out as it was recorded.
type Difference struct {
	Class      Class
	Seq        uint64 // place of the decision in the ledger
	Session    events.Session
	ProposalID string
	Tool       string
	Was        core.Outcome // "" when the record cannot be read
	Now        core.Outcome // "" when it could not be computed
	Checks     []string     // names of the checks that failed or could not be evaluated on one side only
	Members    []string     // members of the decision's body that differ
	Missing    []string     // facts that were never recorded ([FactsMissing])
	Detail     string       // why it could not be computed; "" when it was
}

// Flip says how the outcome changed. What a catalog would have decided without facts
// that were not recorded is no flip: nobody knows them.
func (d Difference) Flip() Flip {
	if d.Class == FactsMissing {
		return NoFlip
	}
	return flipOf(d.Was, d.Now)
}

// because is the difference of a decision that could not be computed.
func (d Difference) because(class Class, detail string) Difference {
	d.Class, d.Detail = class, detail
	return d
}

// compareDifferences orders by [compareUrgency], then by place.
func compareDifferences(a, b Difference) int {
	return cmp.Or(compareUrgency(a, b), cmp.Compare(a.Seq, b.Seq))
}

// compareUrgency orders what is to be looked at first: what must never be, then flips,
// widening ones first, then the rest.
func compareUrgency(a, b Difference) int {
	return cmp.Or(
		cmp.Compare(urgency(a), urgency(b)),
		cmp.Compare(a.Flip(), b.Flip()),
		cmp.Compare(slices.Index(classes, a.Class), slices.Index(classes, b.Class)),
	)
}

func urgency(d Difference) int {
	switch {
	case d.Class == Drift || d.Class == Broken:
		return 0
	case d.Flip() != NoFlip:
		return 1
	default:
		return 2
	}
}
