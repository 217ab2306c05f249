package pebblestore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Layout of the store. Numbers are eight bytes, big endian, so that keys sort as
// the numbers do.
//
//	e/<seq>                                        record: see encodeRecord
//	t/<seq>                                        the tree's hashes that this record completed
//	i/s/<tenant>\0<session>\0<seq>                 index by session
//	i/p/<proposal>\0<tenant>\0<session>\0<seq>     index by proposal
//	i/t/<tool>\0<seq>  i/o/<outcome>\0<seq>        indexes of decisions
//	c/<size>                                       signed checkpoint over the first records
//	m/head  m/schema  m/stream                     the head, this layout's version, the stream followed
const (
	recordPrefix   = "e/"
	treePrefix     = "t/"
	signedPrefix   = "c/"
	indexPrefix    = "i/"
	sessionPrefix  = "i/s/"
	proposalPrefix = "i/p/"
	toolPrefix     = "i/t/"
	outcomePrefix  = "i/o/"
	headKey        = "m/head"
	schemaKey      = "m/schema"
	streamKey      = "m/stream"
)

// schemaVersion is the value of m/schema. It changes with the layout, the hashes
// and what is indexed.
const schemaVersion = "guardstream-ledger/1"

const seqSize = 8

func appendKey(dst []byte, prefix string, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, prefix...), seq)
}

func recordKey(seq uint64) []byte { return appendKey(nil, recordPrefix, seq) }

func signedKey(size uint64) []byte { return appendKey(nil, signedPrefix, size) }

func treeKey(seq uint64) []byte { return appendKey(nil, treePrefix, seq) }

// keySeq reads the sequence at the end of a key of any of the families above.
func keySeq(key []byte) (uint64, bool) {
	if len(key) < seqSize {
		return 0, false
	}
	return binary.BigEndian.Uint64(key[len(key)-seqSize:]), true
}

// appendTerms writes the beginning of an index key: its family and its terms, each
// followed by a zero byte, which no term holds.
func appendTerms(dst []byte, family string, terms ...string) []byte {
	dst = append(dst, family...)
	for _, t := range terms {
		dst = append(append(dst, t...), 0)
	}
	return dst
}

// afterPrefix is the first key after all that begin with prefix; prefixes end in a
// byte below 0xff here.
func afterPrefix(prefix []byte) []byte {
	end := append([]byte(nil), prefix...)
	end[len(end)-1]++
	return end
}

// maxTerm bounds what is copied into an index key; ids come from outside and may be
// of any length and content.
const maxTerm = 128

// indexTerm is how a name stands in an index key: itself when it is short, visible
// ASCII, else "h-" and its SHA-256. A name that begins with "h-" is hashed as well,
// so that no two names share a term.
func indexTerm(name string) string {
	plain := len(name) > 0 && len(name) <= maxTerm && (len(name) < 2 || name[:2] != "h-")
	for i := 0; plain && i < len(name); i++ {
		plain = name[i] > ' ' && name[i] < 0x7f
	}
	if plain {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return "h-" + hex.EncodeToString(sum[:])
}
