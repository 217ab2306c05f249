package injection

// key is a word of up to [maxKeyLetters] Latin letters, packed five bits a letter: two
// words are equal exactly when their keys are. Most words fit into lo.
type key struct{ lo, hi uint64 }

const (
	halfKeyLetters = 12
	maxKeyLetters  = 2 * halfKeyLetters
	apostropheCode = 27
)

// letterCode is the code of an ASCII letter in either case, or 0.
var letterCode = func() (codes [256]uint8) {
	for c := byte('a'); c <= 'z'; c++ {
		codes[c], codes[c-'a'+'A'] = c-'a'+1, c-'a'+1
	}
	return codes
}()

// packWord is the key of a folded word. It fails for a word that is too long or holds
// other characters than ASCII letters and apostrophes.
func packWord[T string | []byte](word T) (key, bool) {
	if len(word) == 0 || len(word) > maxKeyLetters {
		return key{}, false
	}
	var k key
	for i := range len(word) {
		code := uint64(letterCode[word[i]])
		if word[i] == '\'' {
			code = apostropheCode
		}
		if code == 0 {
			return key{}, false
		}
		if i < halfKeyLetters {
			k.lo = k.lo<<5 | code
		} else {
			k.hi = k.hi<<5 | code
		}
	}
	return k, true
}

func (k key) hash() uint64 {
	h := (k.lo ^ k.hi*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	return h ^ h>>29
}

// keyTable finds the kind of a Latin word: open addressing behind a bit set that
// rejects most words that are in no list without touching the table.
type keyTable struct {
	seen    [1 << (seenBits - 6)]uint64
	entries []keyEntry
	rest    []uint64 // the hi of every entry
	mask    uint64
}

const seenBits = 16

type keyEntry struct {
	lo   uint64
	kind kindID // never 0 in a used entry
	long bool   // the word goes on in rest
}

func newKeyTable(kinds map[key]kindID) *keyTable {
	size := 1
	for size < 2*len(kinds)+1 {
		size *= 2
	}
	t := &keyTable{entries: make([]keyEntry, size), rest: make([]uint64, size), mask: uint64(size - 1)}
	for k, kind := range kinds {
		h := k.hash()
		t.seen[h>>(64-seenBits)>>6] |= 1 << (h >> (64 - seenBits) & 63)
		i := h & t.mask
		for t.entries[i].kind != 0 {
			i = (i + 1) & t.mask
		}
		t.entries[i], t.rest[i] = keyEntry{k.lo, kind, k.hi != 0}, k.hi
	}
	return t
}

// find returns the kind of a word, or 0.
func (t *keyTable) find(k key) kindID {
	h := k.hash()
	if t.seen[h>>(64-seenBits)>>6]>>(h>>(64-seenBits)&63)&1 == 0 {
		return 0
	}
	return t.probe(k, h)
}

func (t *keyTable) probe(k key, h uint64) kindID {
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		e := &t.entries[i]
		if e.lo == k.lo && e.long == (k.hi != 0) && (!e.long || t.rest[i] == k.hi) || e.kind == 0 {
			return e.kind
		}
	}
}
