package pebblestore

import "context"

// misplaced says what it means that a place holds no record, or a sound record that
// does not continue what stands before it.
func (v *verifier) misplaced(ctx context.Context, m misfit) {
	switch {
	case m.streamSeq == 0:
		if next := v.placeAfter(ctx, m.seq); next != 0 {
			v.found(Dropped, m.seq, "the next record stands at place %d", next)
		} else {
			v.found(Truncated, m.seq, "expected head %d, the records end at %d", v.report.Head.Seq, m.seq-1)
		}
	case m.streamSeq == m.want && m.seq > 1:
		// Whoever rewrites a record leaves the one after it as it was.
		v.found(Forged, m.seq-1, "it has its own hash, but the record after it continues another one")
	case m.streamSeq == m.want:
		v.found(Forged, m.seq, "it continues a record that never was")
	default:
		if place := v.placeOf(ctx, m); place != 0 {
			v.found(Swapped, m.seq, "stream sequence %d stands here, and %d, which belongs here, at place %d", m.streamSeq, m.want, place)
		} else if m.streamSeq > m.want {
			v.found(Dropped, m.seq, "stream sequences %d to %d are missing before it", m.want, m.streamSeq-1)
		} else {
			v.found(Inserted, m.seq, "it is of stream sequence %d, which was before", m.streamSeq)
		}
	}
}

// placeAfter is the first place after seq that holds a record, 0 when none does.
func (v *verifier) placeAfter(ctx context.Context, seq uint64) uint64 {
	for e, err := range v.Records(ctx, seq+1, 0) {
		if err != nil {
			return 0 // reading on will find it
		}
		return e.Seq
	}
	return 0
}

// placeOf looks for the record that belongs at a place among those after it.
func (v *verifier) placeOf(ctx context.Context, m misfit) uint64 {
	for e, err := range v.Records(ctx, m.seq+1, 0) {
		if err != nil {
			return 0
		}
		if e.Sequence == m.want {
			return e.Seq
		}
	}
	return 0
}
