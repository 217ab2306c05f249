package grounding

import (
	"iter"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/runes"
)

// The hashes of an index keep words and numbers apart by where they begin.
const (
	wordSeed   uint64 = 0xcbf29ce484222325
	numberSeed uint64 = 0x84222325cbf29ce4
)

// mix adds one character to a hash. Whoever writes the text can make two words share a
// hash; all they gain is that both are searched.
func mix(hash uint64, r rune) uint64 { return (hash ^ uint64(r)) * 0x9e3779b97f4a7c15 }

// word is a run of word characters of a text and the hash of it without case and
// typography.
type word struct {
	start, end int
	hash       uint64
}

// wordsOf ranges over the words of a text that holds no invisible characters. Folding
// makes no word longer than it is in the plain text, so a value and a text fall into
// the same words under every matcher.
func wordsOf(s string) iter.Seq[word] {
	return func(yield func(word) bool) {
		w := word{start: -1}
		for at := 0; at < len(s); {
			c, size := rune(s[at]), 1
			if c < utf8.RuneSelf {
				c = rune(foldedWordByte[c])
			} else {
				c, size = utf8.DecodeRuneInString(s[at:])
				if c = fold(c); !runes.IsWord(c) {
					c = 0
				}
			}
			switch {
			case c != 0 && w.start < 0:
				w.start, w.hash = at, mix(wordSeed, c)
			case c != 0:
				w.hash = mix(w.hash, c)
			case w.start >= 0:
				w.end = at
				if !yield(w) {
					return
				}
				w.start = -1
			}
			at += size
		}
		if w.start >= 0 {
			w.end = len(s)
			yield(w)
		}
	}
}

// foldedWordByte holds the folded form of the ASCII characters of words, 0 for others.
var foldedWordByte = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		if runes.IsWord(rune(c)) {
			table[c] = byte(fold(rune(c)))
		}
	}
	return table
}()

// significant hashes the digits of a number from the first to the last that is not
// zero: what stays the same however the number is grouped, and wherever the point is.
type significant struct {
	hash  uint64
	zeros int // seen since the last digit that is not zero
}

func (n *significant) add(digits string) {
	for _, r := range digits {
		d := digitValue(r)
		if d == '0' {
			n.zeros++
			continue
		}
		for ; n.zeros > 0 && n.hash != numberSeed; n.zeros-- {
			n.hash = mix(n.hash, '0')
		}
		n.zeros = 0
		n.hash = mix(n.hash, rune(d))
	}
}

func hashDecimal(d decimal) uint64 {
	digits := significant{hash: numberSeed}
	digits.add(d.whole)
	digits.add(d.fraction)
	return digits.hash
}
