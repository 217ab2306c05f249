package pebblestore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/guardstream/guardstream/events"
	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a SHA-256 sum: of the chain or of a node of the tree. Its text is lower-case
// hexadecimal.
type Hash [sha256.Size]byte

// String returns the 64 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether h is all zero: no hash.
func (h Hash) IsZero() bool { return h == Hash{} }

// MarshalText writes the hexadecimal digits.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (h *Hash) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(h) {
		return fmt.Errorf("a hash has %d hexadecimal digits, not %d", hex.EncodedLen(len(h)), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// chainPrefix begins what a chain is hashed over, so that it can be no leaf (0x00), no
// node of the tree (0x01) and, by its length, no event.
const chainPrefix = 0x02

// entrySize is the length of what chain and tree are over.
const entrySize = 8 + 8 + sha256.Size

type entryBytes [entrySize]byte

func entryOf(r events.Record) (e entryBytes) {
	event := r.Hash()
	binary.BigEndian.PutUint64(e[0:], r.Sequence)
	binary.BigEndian.PutUint64(e[8:], uint64(r.Stored.UnixNano()))
	copy(e[16:], event[:])
	return e
}

func (e *entryBytes) leaf() tlog.Hash { return tlog.RecordHash(e[:]) }

func (e *entryBytes) chain(prev Hash) Hash {
	var in [1 + entrySize + sha256.Size]byte
	in[0] = chainPrefix
	copy(in[1:], e[:])
	copy(in[1+entrySize:], prev[:])
	return sha256.Sum256(in[:])
}
