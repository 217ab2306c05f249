package pebblestore

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/guardstream/guardstream/events"
)

// Entry is an event in its place in the ledger.
type Entry struct {
	Seq uint64 // its place, from 1 on
	events.Record
	Prev, Chain Hash // the chain before and after it
}

// formatVersion is the first byte of a stored record and of the stored head.
const formatVersion = 1

// fixedSize is how long a stored record is before its subject:
// version, stream sequence, time, chain before, chain, length of the subject.
const fixedSize = 1 + 8 + 8 + len(Hash{}) + len(Hash{}) + 4

func appendRecord(dst []byte, r events.Record, prev, chain Hash) []byte {
	dst = append(dst, formatVersion)
	dst = binary.BigEndian.AppendUint64(dst, r.Sequence)
	dst = binary.BigEndian.AppendUint64(dst, uint64(r.Stored.UnixNano()))
	dst = append(dst, prev[:]...)
	dst = append(dst, chain[:]...)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(r.Subject)))
	dst = append(dst, r.Subject...)
	return append(dst, r.Payload...)
}

// decodeRecord takes a stored record apart. Its payload is a part of value, not a
// copy; Seq is left to the caller.
func decodeRecord(value []byte) (e Entry, err error) {
	if len(value) < fixedSize {
		return e, fmt.Errorf("a stored record of %d bytes is too short", len(value))
	}
	if value[0] != formatVersion {
		return e, fmt.Errorf("a stored record of unknown version %d", value[0])
	}
	e.Sequence = binary.BigEndian.Uint64(value[1:])
	e.Stored = time.Unix(0, int64(binary.BigEndian.Uint64(value[9:]))).UTC()
	rest := value[17:]
	rest = rest[copy(e.Prev[:], rest):]
	rest = rest[copy(e.Chain[:], rest):]
	subject := binary.BigEndian.Uint32(rest)
	rest = rest[4:]
	if uint64(subject) > uint64(len(rest)) {
		return e, fmt.Errorf("a stored record's subject of %d bytes is longer than the record", subject)
	}
	e.Subject, e.Payload = string(rest[:subject]), rest[subject:]
	return e, nil
}
