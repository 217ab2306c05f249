package pebblestore

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/proof"
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

// entryBytes are what chain and tree are over.
type entryBytes proof.Entry

func entryOf(r events.Record) entryBytes {
	return entryBytes(proof.NewEntry(r.Sequence, r.Stored, r.Hash()))
}

func (e *entryBytes) leaf() tlog.Hash { return (*proof.Entry)(e).Leaf() }

func (e *entryBytes) chain(prev Hash) Hash {
	var in [1 + proof.EntrySize + sha256.Size]byte
	in[0] = chainPrefix
	copy(in[1:], e[:])
	copy(in[1+proof.EntrySize:], prev[:])
	return sha256.Sum256(in[:])
}
