package grounding

import (
	"slices"
	"unicode/utf8"
)

// Index says in which messages of a session a needle can be, without reading them: by
// the words and the numbers they hold, case and typography aside. It only grows, by one
// writer; it may be read from many goroutines while nobody writes.
//
// It holds hashes, no text. Two words of one hash share their messages, which costs a
// search and never hides one: what a candidate holds is always verified by the search.
type Index struct {
	messages int
	words    map[uint64]int // hash of a word or number → index into chains
	chains   []chain
	entries  []entry
	// foreignHosts are the messages that may write a host in characters beyond ASCII,
	// which no word of the needle tells.
	foreignHosts []int
}

// chain lists the messages that hold one word, the latest first. The zero chain is
// empty.
type chain struct {
	head   int // index into entries
	length int
}

type entry struct{ message, next int }

// NewIndex returns an empty index.
func NewIndex() *Index { return &Index{words: make(map[uint64]int)} }

// Add adds the next message. Messages are numbered from 0 in the order they are added.
func (x *Index) Add(t *Text) {
	v := t.plainView()
	x.addWords(v.s)
	x.addNumbers(v)
	if !t.ascii && writesForeignHost(v.s) {
		x.foreignHosts = append(x.foreignHosts, x.messages)
	}
	x.messages++
}

// Candidates appends to dst the numbers of the messages that may hold the needle, in
// order: every message that does and, rarely, others. Where the needle has no whole
// word to go by, that is all of them.
func (x *Index) Candidates(n Needle, dst []int) []int {
	switch n.kind {
	case nothing:
		return dst
	case number:
		return x.appendChain(x.chainOf(hashDecimal(n.decimal)), dst)
	case address:
		from := len(dst)
		rarest, _ := x.rarest(n.parts.Host, false)
		dst = x.appendChain(rarest, dst)
		if len(x.foreignHosts) > 0 {
			dst = append(dst, x.foreignHosts...)
			slices.Sort(dst[from:])
			dst = dst[:from+len(slices.Compact(dst[from:]))]
		}
		return dst
	default:
		if rarest, ok := x.rarest(n.text, n.matcher == Substring); ok {
			return x.appendChain(rarest, dst)
		}
		for i := range x.messages {
			dst = append(dst, i)
		}
		return dst
	}
}

// rarest returns the shortest chain among the words that a text with this value has to
// hold; ok is false when there is no such word. With inner, the value may begin and end
// inside of a word, so only the words between count.
func (x *Index) rarest(value string, inner bool) (rarest chain, ok bool) {
	for word := range wordsOf(value) {
		if inner && (word.start == 0 || word.end == len(value)) {
			continue
		}
		if c := x.chainOf(word.hash); !ok || c.length < rarest.length {
			rarest, ok = c, true
		}
	}
	return rarest, ok
}

// appendChain appends the messages of a chain in ascending order.
func (x *Index) appendChain(c chain, dst []int) []int {
	from := len(dst)
	for at, left := c.head, c.length; left > 0; left-- {
		dst = append(dst, x.entries[at].message)
		at = x.entries[at].next
	}
	slices.Reverse(dst[from:])
	return dst
}

// chainOf returns the messages that hold a word.
func (x *Index) chainOf(hash uint64) chain {
	if i, ok := x.words[hash]; ok {
		return x.chains[i]
	}
	return chain{}
}

// post adds the current message to the chain of a word, once.
func (x *Index) post(hash uint64) {
	i, ok := x.words[hash]
	if !ok {
		i = len(x.chains)
		x.words[hash] = i
		x.chains = append(x.chains, chain{})
	}
	c := &x.chains[i]
	if c.length > 0 && x.entries[c.head].message == x.messages {
		return
	}
	x.entries = append(x.entries, entry{x.messages, c.head})
	c.head = len(x.entries) - 1
	c.length++
}

func (x *Index) addWords(s string) {
	for word := range wordsOf(s) {
		x.post(word.hash)
	}
}

// addNumbers posts what the numbers of a message can be. Digits and what may separate
// them inside of a number are read as one, since nothing shorter is found in them: only
// an apostrophe also ends a number ("1'48" begins with 1).
func (x *Index) addNumbers(v *view) {
	for at := v.nextDigit(0); at >= 0; at = v.nextDigit(at) {
		digits := significant{hash: numberSeed}
		for {
			end := digitsEnd(v.s, at)
			digits.add(v.s[at:end])
			separator := after(v.s, end)
			at = end + utf8.RuneLen(separator)
			if !separatesDigits(separator) || !isDigit(after(v.s, at)) {
				at = end
				break
			}
			if separator == '\'' || separator == '’' {
				x.post(digits.hash)
			}
		}
		x.post(digits.hash)
	}
}

func separatesDigits(r rune) bool {
	return r == '.' || r == ',' || r == '\'' || r == '’' || r == ' '
}

// writesForeignHost reports whether a text may write a host with characters beyond
// ASCII: a run of characters has one and a full stop inside.
func writesForeignHost(s string) bool {
	foreign, dotted, last := false, false, rune(0)
	for _, r := range s {
		if endsRun(r) {
			foreign, dotted = false, false
		} else {
			foreign = foreign || r >= utf8.RuneSelf
			dotted = dotted || last == '.' || string(last) == wideStop
		}
		if foreign && dotted {
			return true
		}
		last = r
	}
	return false
}
