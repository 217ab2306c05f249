package proof

import (
	"bufio"
	"fmt"
	"io"
	"time"
)

// Held reports whether a list of signed checkpoints, of which those of the key count,
// holds the checkpoint of a proof or the earlier one: then what is proven is of the
// ledger that was seen before, and not of another one that the same key signed.
func (p Proven) Held(list io.Reader, key *Verifier) (bool, error) {
	for signed, err := range List(list) {
		if err != nil {
			return false, err
		}
		c, err := key.Open(signed)
		if err != nil {
			continue // of others
		}
		if c == p.Checkpoint || p.Earlier != nil && c == *p.Earlier {
			return true, nil
		}
	}
	return false, nil
}

// WriteText writes for people what is proven. The payload is quoted: it was written by
// others.
func (p Proven) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "PROVEN by the checkpoint of %q over %d records\n", p.Checkpoint.Origin, p.Checkpoint.Size)
	if r := p.Record; r != nil {
		fmt.Fprintf(out, "record          %d\nstream sequence %d\nstored          %s\nsubject         %q\nevent hash      %x\npayload         %q\n",
			r.Seq, r.StreamSeq, r.Stored.Format(time.RFC3339Nano), r.Subject, EventHash(r.Subject, r.Payload), r.Payload)
	}
	if p.Earlier != nil {
		fmt.Fprintf(out, "the ledger of %d records was the beginning of it\n", p.Earlier.Size)
	}
	return out.Flush()
}
