package pebblestore

import (
	"fmt"
	"time"
)

// Kind says what happened to a ledger, as far as its own bytes can tell.
type Kind string

// Kinds of damage that [Ledger.Verify] tells apart.
const (
	// Corrupt: bytes on disk are damaged below the records; the store's own checksums
	// say so.
	Corrupt Kind = "corrupt"
	// Changed: a record does not have its own hash any more.
	Changed Kind = "changed"
	// Dropped: one or more records before this place are missing.
	Dropped Kind = "dropped"
	// Swapped: the record that belongs here is elsewhere in the ledger.
	Swapped Kind = "swapped"
	// Inserted: a record that the stream never had at this place.
	Inserted Kind = "inserted"
	// Forged: records were rewritten with new hashes; chain, tree, head or the head
	// that was kept outside still hold the old ones.
	Forged Kind = "forged"
	// Truncated: the last records are gone, the head still names them.
	Truncated Kind = "truncated"
	// RolledBack: the ledger is whole, and ends before the head kept outside.
	RolledBack Kind = "rolled back"
	// BadTree: a record fits the chain and its neighbours, a hash of the Merkle tree
	// beside it is missing or not that of the records.
	BadTree Kind = "bad tree"
	// BadIndex: an index misses a record or names one that it should not.
	BadIndex Kind = "bad index"
	// BadCheckpoint: a checkpoint in the ledger, or one that was anchored, is not
	// readable or not signed by the key.
	BadCheckpoint Kind = "bad checkpoint"
	// BadHead: the stored head is missing, unreadable or not that of the records.
	BadHead Kind = "bad head"
)

// Finding is one thing that is wrong with a ledger.
type Finding struct {
	Kind Kind `json:"kind"`
	// Seq is the place of the first bad record; 0 when no single record can be named.
	Seq    uint64 `json:"seq,omitzero"`
	Detail string `json:"detail"`
}

// String is one line for people.
func (f Finding) String() string {
	if f.Seq == 0 {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return fmt.Sprintf("record %d: %s: %s", f.Seq, f.Kind, f.Detail)
}

// Report is what [Ledger.Verify] found.
type Report struct {
	Head    Head          `json:"head"`    // as it is stored
	Records uint64        `json:"records"` // verified, up to the first bad one
	Bytes   int64         `json:"bytes"`   // of those records, as they are stored
	Elapsed time.Duration `json:"-"`
	// Anchored is how many of the records a checkpoint that was kept outside covers.
	Anchored uint64 `json:"anchored,omitzero"`
	// First is the first thing that is wrong: the lowest record, then what is wrong
	// with the whole. Nil when everything is as it was written.
	First *Finding `json:"first,omitempty"`
}

// OK reports whether nothing is wrong.
func (r Report) OK() bool { return r.First == nil }

// Progress says how far a long piece of work has come.
type Progress struct {
	Done, Total uint64 // records
	Elapsed     time.Duration
}

// Rate is records a second so far.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Done) / p.Elapsed.Seconds()
}

// Left is how long the rest takes at this rate; 0 when that cannot be said yet.
func (p Progress) Left() time.Duration {
	rate := p.Rate()
	if rate == 0 || p.Done >= p.Total {
		return 0
	}
	return time.Duration(float64(p.Total-p.Done) / rate * float64(time.Second))
}
