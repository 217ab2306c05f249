package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// Format is the first member of every proof; another way of proving gets another one.
const Format = "guardstream-proof/1"

// Record is an event in its place in a ledger, with all that its leaf is made of.
type Record struct {
	Seq       uint64    `json:"seq"`        // place in the ledger, from 1 on
	StreamSeq uint64    `json:"stream_seq"` // sequence in the stream
	Stored    time.Time `json:"stored"`     // by the stream's clock, UTC, nanoseconds
	Subject   string    `json:"subject"`
	Payload   []byte    `json:"payload"` // exactly as stored; base64 in JSON
}

// Proof shows that a record is in the ledger that a checkpoint was signed for, that the
// ledger of an earlier checkpoint is the beginning of it, or both.
type Proof struct {
	Format      string           `json:"format"`
	Record      *Record          `json:"record,omitempty"`
	Inclusion   tlog.RecordProof `json:"inclusion,omitempty"`   // hashes from the record's leaf to the root
	Earlier     string           `json:"earlier,omitempty"`     // a signed checkpoint
	Consistency tlog.TreeProof   `json:"consistency,omitempty"` // hashes from the earlier root to the root
	Checkpoint  string           `json:"checkpoint"`            // signed
}

// JSON is the proof as a file: for reading, with line breaks.
func (p Proof) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing a proof: %w", err)
	}
	return append(text, '\n'), nil
}

// Parse reads a proof. Spaces aside it has to be written as [Proof.JSON] writes it: a
// member that is unknown, or stands there twice, could tell people something else than
// what is verified.
func Parse(text []byte) (p Proof, err error) {
	if err := json.Unmarshal(text, &p); err != nil {
		return Proof{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if p.Format != Format {
		return Proof{}, fmt.Errorf("%w: its format is %q, this version reads %q", ErrMalformed, p.Format, Format)
	}
	var given bytes.Buffer
	if err := json.Compact(&given, text); err != nil {
		return Proof{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	ours, err := json.Marshal(p)
	if err != nil {
		return Proof{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if !bytes.Equal(given.Bytes(), ours) {
		return Proof{}, fmt.Errorf("%w: members are unknown, repeated, empty, out of order or oddly written", ErrMalformed)
	}
	return p, nil
}

// Proven is what a proof shows.
type Proven struct {
	Checkpoint Checkpoint
	Record     *Record     // nil when the proof is about none
	Earlier    *Checkpoint // nil when the proof is about none
}

// Verify verifies a proof against a public key. What it returns was signed and is
// proven; its error wraps [ErrCheckpoint], [ErrMalformed] or [ErrNotProven].
func (p Proof) Verify(key *Verifier) (Proven, error) {
	if p.Record == nil && p.Earlier == "" {
		return Proven{}, fmt.Errorf("%w: it is about no record and no earlier checkpoint", ErrMalformed)
	}
	c, err := key.Open([]byte(p.Checkpoint))
	if err != nil {
		return Proven{}, err
	}
	proven := Proven{Checkpoint: c}
	if p.Record != nil {
		if err := p.Record.check(p.Inclusion, c); err != nil {
			return Proven{}, err
		}
		proven.Record = p.Record
	}
	if p.Earlier != "" {
		earlier, err := key.Open([]byte(p.Earlier))
		if err != nil {
			return Proven{}, fmt.Errorf("the earlier checkpoint: %w", err)
		}
		if err := checkGrowth(p.Consistency, earlier, c); err != nil {
			return Proven{}, err
		}
		proven.Earlier = &earlier
	}
	return proven, nil
}

// check verifies that the record is in the tree of a checkpoint.
func (r *Record) check(inclusion tlog.RecordProof, c Checkpoint) error {
	// A time that nanoseconds since 1970 cannot hold, or hold in another spelling, would
	// be read as one and hashed as another.
	if hashed := time.Unix(0, r.Stored.UnixNano()).UTC(); hashed.Format(time.RFC3339Nano) != r.Stored.Format(time.RFC3339Nano) {
		return fmt.Errorf("%w: the time %s", ErrMalformed, r.Stored)
	}
	if r.Seq == 0 || r.Seq > c.Size {
		return fmt.Errorf("%w: record %d is not among the %d of the checkpoint", ErrNotProven, r.Seq, c.Size)
	}
	entry := NewEntry(r.StreamSeq, r.Stored, EventHash(r.Subject, r.Payload))
	if err := tlog.CheckRecord(inclusion, int64(c.Size), c.Root, int64(r.Seq-1), entry.Leaf()); err != nil {
		return fmt.Errorf("%w: record %d is not the one in the ledger that was signed (%w)", ErrNotProven, r.Seq, err)
	}
	return nil
}

// checkGrowth verifies that the tree of an earlier checkpoint is the beginning of c's.
func checkGrowth(consistency tlog.TreeProof, earlier, c Checkpoint) error {
	if earlier.Size == 0 || earlier.Size > c.Size {
		return fmt.Errorf("%w: a checkpoint of %d records is no earlier one of %d", ErrNotProven, earlier.Size, c.Size)
	}
	if err := tlog.CheckTree(consistency, int64(c.Size), c.Root, int64(earlier.Size), earlier.Root); err != nil {
		return fmt.Errorf("%w: the ledger of %d records is not the beginning of the one of %d (%w)", ErrNotProven, earlier.Size, c.Size, err)
	}
	return nil
}
