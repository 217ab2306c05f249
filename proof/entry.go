package proof

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// eventVersion is the first byte of what an event's hash is over.
const eventVersion = 1

// EventHash is the hash of an event's subject and exact payload.
func EventHash(subject string, payload []byte) [sha256.Size]byte {
	h := sha256.New()
	prefix := make([]byte, 0, 5+len(subject))
	prefix = append(prefix, eventVersion)
	prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(subject)))
	h.Write(append(prefix, subject...))
	h.Write(payload)
	return [sha256.Size]byte(h.Sum(nil))
}

// EntrySize is the length of an [Entry].
const EntrySize = 8 + 8 + sha256.Size

// Entry is what chain and tree of a ledger are over.
type Entry [EntrySize]byte

// NewEntry is the entry of an event that the stream holds under a sequence since stored.
func NewEntry(sequence uint64, stored time.Time, event [sha256.Size]byte) (e Entry) {
	binary.BigEndian.PutUint64(e[0:], sequence)
	binary.BigEndian.PutUint64(e[8:], uint64(stored.UnixNano()))
	copy(e[16:], event[:])
	return e
}

// Leaf is the entry's leaf in the tree.
func (e *Entry) Leaf() tlog.Hash { return tlog.RecordHash(e[:]) }
