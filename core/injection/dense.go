package injection

import "unicode/utf8"

// maxDense is the length of the longest word of a dense script in a list, in
// characters: no more are looked at from any place of the text.
const maxDense = 12

// denseNode is a node of a tree over the characters of the words of scripts that
// write no spaces. A text of such a script is cut into the longest listed words, what
// is in no list into single characters.
type denseNode struct {
	kind     kindID // of the word that ends here, or 0
	children map[rune]*denseNode
}

func (n *denseNode) add(word string, kind kindID) {
	for _, r := range word {
		if n.children == nil {
			n.children = map[rune]*denseNode{}
		}
		child := n.children[r]
		if child == nil {
			child = &denseNode{}
			n.children[r] = child
		}
		n = child
	}
	n.kind = kind
}

// longest returns the kind of the longest listed word at the start of text and its
// length in bytes; kind 0 and length 0 when there is none. Invisible characters within
// the word are read over.
func (n *denseNode) longest(text string) (kindID, int) {
	var kind kindID
	length, at := 0, 0
	for range maxDense {
		r, size := utf8.DecodeRuneInString(text[at:])
		child := n.children[r]
		if child == nil {
			return kind, length
		}
		n, at = child, at+size
		if n.kind != 0 {
			kind, length = n.kind, at
		}
	}
	return kind, length
}
