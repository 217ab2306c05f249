package events

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"
)

// Hash identifies an event by what is stored: its subject and its exact payload.
type Hash [sha256.Size]byte

// hashVersion is the first byte of what is hashed. Another way of hashing gets another
// number, so that no bytes have two meanings.
const hashVersion = 1

// HashOf is SHA-256 over a version byte, the subject's length (4 bytes, big endian),
// the subject and the payload. Nothing is parsed or rewritten to verify an event.
func HashOf(subject string, payload []byte) Hash {
	h := sha256.New()
	prefix := make([]byte, 0, 5+len(subject))
	prefix = append(prefix, hashVersion)
	prefix = binary.BigEndian.AppendUint32(prefix, uint32(len(subject)))
	h.Write(append(prefix, subject...))
	h.Write(payload)
	var sum Hash
	h.Sum(sum[:0])
	return sum
}

// String is the hash in hexadecimal, as events name it.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what [Hash.String] writes.
func ParseHash(text string) (Hash, error) {
	var h Hash
	if len(text) != hex.EncodedLen(len(h)) {
		return Hash{}, fmt.Errorf("%w: %d characters, not %d", ErrHash, len(text), hex.EncodedLen(len(h)))
	}
	if _, err := hex.Decode(h[:], []byte(text)); err != nil {
		return Hash{}, fmt.Errorf("%w: %w", ErrHash, err)
	}
	return h, nil
}

// Record is one event as the log holds it.
type Record struct {
	Subject  string
	Sequence uint64    // of the stream
	Stored   time.Time // by the stream's clock
	Payload  []byte    // exactly as appended; not to be changed
}

// Hash returns the hash of the record's event.
func (r Record) Hash() Hash { return HashOf(r.Subject, r.Payload) }

// messageIDHash is how much of the hash a message id carries: enough that two events
// of one session never share one by chance, short as the broker keeps ids in memory.
const messageIDHash = 16

// MessageID is the id under which an event is published: tenant, session, type and
// hash, as the broker compares ids over the whole stream. It saves a second copy
// after a lost acknowledgement; nothing relies on it.
func MessageID(s Session, t Type, h Hash) string {
	return s.Tenant + "." + s.Name + "." + string(t) + "." + hex.EncodeToString(h[:messageIDHash])
}
