package words

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Tags say what kinds of phrase a phrase is, one bit a kind; the reader of the text
// gives the bits their meaning.
type Tags uint64

// ErrPattern is returned by [Lexicon.Add] for a pattern that cannot be read.
var ErrPattern = errors.New("words: cannot read the pattern")

// maxExpansions bounds the phrases one pattern stands for.
const maxExpansions = 4096

// Lexicon is a set of phrases to look for. A phrase is written as its words, which
// are folded like a text:
//
//	go ahead        these words, nothing but white space or a hyphen between
//	yes|yeah please either word
//	[please] do it  a word that may be missing
//	отправ*         any word with this beginning
//	add _ to        _ is anything without white space, for a [Run]
//
// Matching takes time linear in the words. A Lexicon that is not changed any more may be
// used by several goroutines.
type Lexicon struct {
	root node
	// starts tells, for the first byte of a word, with a bit a length in bytes which words
	// start a phrase. Most words of a text start none and need no look-up.
	starts [256]uint64
}

type node struct {
	tags  Tags
	exact map[string]*node
	stems map[string]*node
	sizes []int     // lengths of the stems in bytes, ascending
	first [4]uint64 // the first bytes of the stems, a bit each
	any   *node
}

// Add adds the phrases that a pattern stands for.
func (l *Lexicon) Add(pattern string, tags Tags) error {
	phrases, err := expand(pattern)
	if err != nil {
		return err
	}
	for _, phrase := range phrases {
		n := &l.root
		if first := phrase[0]; !strings.HasSuffix(first, "*") {
			l.starts[first[0]] |= lengthBit(len(first))
		}
		for _, word := range phrase {
			n = n.child(word)
		}
		n.tags |= tags
	}
	return nil
}

// expand returns the phrases that a pattern stands for.
func expand(pattern string) ([][]string, error) {
	phrases := [][]string{nil}
	for item := range strings.FieldsSeq(pattern) {
		optional := strings.HasPrefix(item, "[") && strings.HasSuffix(item, "]")
		if optional {
			item = item[1 : len(item)-1]
		}
		var longer [][]string
		if optional {
			longer = append(longer, phrases...)
		}
		for word := range strings.SplitSeq(item, "|") {
			word, err := foldWord(word)
			if err != nil {
				return nil, fmt.Errorf("%w %q: %w", ErrPattern, pattern, err)
			}
			for _, phrase := range phrases {
				longer = append(longer, append(slices.Clip(phrase), word))
			}
		}
		if phrases = longer; len(phrases) > maxExpansions {
			return nil, fmt.Errorf("%w %q: it stands for too many phrases", ErrPattern, pattern)
		}
	}
	if slices.ContainsFunc(phrases, func(p []string) bool { return len(p) == 0 }) {
		return nil, fmt.Errorf("%w %q: it needs a word", ErrPattern, pattern)
	}
	return phrases, nil
}

// foldWord folds a word of a pattern as texts are read. It must be one word: anything
// else could never be found.
func foldWord(word string) (string, error) {
	if word == "_" {
		return word, nil
	}
	stem, isStem := strings.CutSuffix(word, "*")
	read, _ := Read(stem)
	if len(read) != 1 || read[0].Start != 0 || read[0].End != len(stem) {
		return "", fmt.Errorf("%q is not one word", word)
	}
	if isStem {
		return read[0].Text + "*", nil
	}
	return read[0].Text, nil
}

// child returns the node behind a word, which is made if it is missing.
func (n *node) child(word string) *node {
	if word == "_" {
		if n.any == nil {
			n.any = &node{}
		}
		return n.any
	}
	children := &n.exact
	stem, isStem := strings.CutSuffix(word, "*")
	if isStem {
		children = &n.stems
		n.first[stem[0]/64] |= 1 << (stem[0] % 64)
		if at, known := slices.BinarySearch(n.sizes, len(stem)); !known {
			n.sizes = slices.Insert(n.sizes, at, len(stem))
		}
	}
	if *children == nil {
		*children = make(map[string]*node)
	}
	if (*children)[stem] == nil {
		(*children)[stem] = &node{}
	}
	return (*children)[stem]
}

// Match calls visit for every phrase that starts with word i of a text: with the number
// of its words and its tags.
func (l *Lexicon) Match(text []Word, i int, visit func(length int, tags Tags)) {
	if word := text[i].Text; mayStart(l, word) {
		l.root.match(text, i, 1, visit)
	}
}

// lengthBit is the bit of a length in Lexicon.starts, one for all that are too long.
func lengthBit(length int) uint64 { return 1 << min(length, 63) }

// mayStart reports whether a phrase may start with the word.
func mayStart[T string | []byte](l *Lexicon, word T) bool {
	return len(word) > 0 && (l.starts[word[0]]&lengthBit(len(word)) != 0 || l.root.first[word[0]/64]&(1<<(word[0]%64)) != 0)
}

func (n *node) match(text []Word, i, length int, visit func(int, Tags)) {
	if i >= len(text) || length > 1 && text[i].Gap > Space {
		return
	}
	step(n, text[i].Text, func(next *node) {
		if next.tags != 0 {
			visit(length, next.tags)
		}
		if !next.leaf() {
			next.match(text, i+1, length+1, visit)
		}
	})
}

// leaf reports whether no phrase goes on behind the node.
func (n *node) leaf() bool { return n.exact == nil && n.stems == nil && n.any == nil }

// step calls found with the nodes behind a word.
func step[T string | []byte](n *node, word T, found func(*node)) {
	if next := n.exact[string(word)]; next != nil {
		found(next)
	}
	if n.stems != nil && len(word) > 0 && n.first[word[0]/64]&(1<<(word[0]%64)) != 0 {
		for _, size := range n.sizes {
			if size > len(word) {
				break
			}
			if next := n.stems[string(word[:size])]; next != nil {
				found(next)
			}
		}
	}
}

var apostrophe = []byte{'\''}

// Run looks for the phrases of a lexicon in the words of a [Scanner] as they come.
type Run struct {
	lexicon *Lexicon
	active  []*node // behind the words so far
	chunks  []*node // behind a "_", whose end is the next white space
	next    []*node
}

// NewRun returns a run before the first word.
func (l *Lexicon) NewRun() *Run { return &Run{lexicon: l} }

// Step reads the next word of a scanner and returns the tags of the phrases that end
// with it. A phrase may start with the part of a word before or behind an apostrophe.
func (r *Run) Step(s *Scanner) Tags {
	var tags Tags
	next := r.next[:0]
	follow := func(n *node) {
		tags |= n.tags
		if !n.leaf() {
			next = append(next, n)
		}
	}
	goesOn := s.Gap() <= Space
	if s.Spaced() {
		if goesOn {
			for _, n := range r.chunks {
				step(n, s.Text(), follow)
			}
		}
		r.chunks = r.chunks[:0]
	}
	if goesOn {
		for _, n := range r.active {
			step(n, s.Text(), follow)
			if n.any != nil && s.Spaced() {
				r.chunks = append(r.chunks, n.any)
			}
		}
	}
	r.start(s.Text(), follow)
	if bytes.IndexByte(s.Text(), '\'') >= 0 {
		for part := range bytes.SplitSeq(s.Text(), apostrophe) { // "event's", "l'article"
			r.start(part, follow)
		}
	}
	r.active, r.next = next, r.active
	return tags
}

func (r *Run) start(word []byte, follow func(*node)) {
	if mayStart(r.lexicon, word) {
		step(&r.lexicon.root, word, follow)
	}
}
