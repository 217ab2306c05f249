package pebblestore

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Head says what a ledger holds, in a few bytes: give an older one to
// [Ledger.Verify], and a ledger that was cut off or rewritten before it is found.
type Head struct {
	Seq       uint64 `json:"seq"`        // records
	StreamSeq uint64 `json:"stream_seq"` // stream sequence of the last one
	Chain     Hash   `json:"chain"`      // after the last one
	Root      Hash   `json:"root"`       // of the Merkle tree over all of them
}

// String writes a head as one word that [ParseHead] reads:
// <seq>:<stream seq>:<chain>:<root>.
func (h Head) String() string {
	return fmt.Sprintf("%d:%d:%s:%s", h.Seq, h.StreamSeq, h.Chain, h.Root)
}

// ParseHead reads what [Head.String] wrote.
func ParseHead(text string) (h Head, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 4 {
		return h, fmt.Errorf("a head is <seq>:<stream seq>:<chain>:<root>, not %q", text)
	}
	if h.Seq, err = strconv.ParseUint(parts[0], 10, 64); err != nil {
		return Head{}, fmt.Errorf("sequence of a head: %w", err)
	}
	if h.StreamSeq, err = strconv.ParseUint(parts[1], 10, 64); err != nil {
		return Head{}, fmt.Errorf("stream sequence of a head: %w", err)
	}
	if err = h.Chain.UnmarshalText([]byte(parts[2])); err != nil {
		return Head{}, fmt.Errorf("chain of a head: %w", err)
	}
	if err = h.Root.UnmarshalText([]byte(parts[3])); err != nil {
		return Head{}, fmt.Errorf("root of a head: %w", err)
	}
	return h, nil
}

const headSize = 1 + 8 + 8 + 2*len(Hash{})

func (h Head) encode() []byte {
	b := make([]byte, 0, headSize)
	b = append(b, formatVersion)
	b = binary.BigEndian.AppendUint64(b, h.Seq)
	b = binary.BigEndian.AppendUint64(b, h.StreamSeq)
	b = append(b, h.Chain[:]...)
	return append(b, h.Root[:]...)
}

func decodeHead(b []byte) (h Head, err error) {
	if len(b) != headSize || b[0] != formatVersion {
		return h, fmt.Errorf("%w: the stored head is not readable", ErrCorrupt)
	}
	h.Seq = binary.BigEndian.Uint64(b[1:])
	h.StreamSeq = binary.BigEndian.Uint64(b[9:])
	copy(h.Chain[:], b[17:])
	copy(h.Root[:], b[17+len(h.Chain):])
	return h, nil
}
