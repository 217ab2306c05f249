package replay

import "github.com/guardstream/guardstream/pebblestore"

// Report is what a replay found. Its differences come in the order they should be
// looked at: what must never be, flips (widening ones first), the rest.
type Report struct {
	Ledger pebblestore.Head // what was replayed
	Tally
}

// Count is how many differences are of a class.
func (r *Report) Count(class Class) (n int) {
	for _, d := range r.Differences {
		if d.Class == class {
			n++
		}
	}
	return n
}

// Drift is how many decisions differ under their own catalog, and sessions that are
// broken: the records, or the program, are not what they were.
func (r *Report) Drift() int { return r.Count(Drift) + r.Count(Broken) + r.Count(Engine) }

// Widening is how many calls would be allowed now that were denied or escalated.
func (r *Report) Widening() int { return r.FlipCount(Widening) }

// FlipCount is how many decisions' outcomes changed in a way.
func (r *Report) FlipCount(f Flip) (n int) {
	for _, d := range r.Differences {
		if d.Flip() == f {
			n++
		}
	}
	return n
}
