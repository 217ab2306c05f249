package confirmation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/words"
)

// Languages with a plain list are read as a whole or not at all: a message accepts when
// every word of it stands in the list of one language and at least one of them says yes.
// A refusal, a condition or a question holds a word that no list has, so nothing that is
// not understood can hide behind the yes.

// The tags of a plain lexicon.
const (
	plainYes  words.Tags = 1 << iota // says yes
	plainMore                        // may stand beside a yes
)

type plainLexicon struct {
	name    string
	phrases words.Lexicon
	parts   map[string]words.Tags // the phrases of one word, for scripts without spaces
}

func (p *plainLexicon) add(pattern string, tag words.Tags) error {
	if !strings.ContainsAny(pattern, " [*") {
		for word := range strings.SplitSeq(pattern, "|") {
			p.parts[word] |= tag // the scripts this is for have no case to fold
		}
	}
	return p.phrases.Add(pattern, tag)
}

// accepts reports whether the words are all of this language and say yes.
func (p *plainLexicon) accepts(list []words.Word) bool {
	said := false
	for i := 0; i < len(list); {
		length, tags := p.longest(list, i)
		if length == 0 {
			if tags = p.split(list[i].Text); tags == 0 {
				return false
			}
			length = 1
		}
		said = said || tags&plainYes != 0
		i += length
	}
	return said
}

// longest returns the longest phrase at word i.
func (p *plainLexicon) longest(list []words.Word, i int) (length int, tags words.Tags) {
	p.phrases.Match(list, i, func(n int, found words.Tags) {
		if n > length {
			length, tags = n, found
		}
	})
	return length, tags
}

// split returns the tags of a run of Chinese, Japanese or Korean words without spaces,
// the longest word first, or 0 when a part of it is not in the list.
func (p *plainLexicon) split(word string) words.Tags {
	const longest = 16 // characters of a word of a list
	var all words.Tags
	for word != "" {
		if r, _ := utf8.DecodeRuneInString(word); !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return 0
		}
		size, tags := 0, words.Tags(0)
		end := 0
		for n := 0; n < longest && end < len(word); n++ {
			_, width := utf8.DecodeRuneInString(word[end:])
			end += width
			if found := p.parts[word[:end]]; found != 0 {
				size, tags = end, found
			}
		}
		if size == 0 {
			return 0
		}
		all |= tags
		word = word[size:]
	}
	return all
}
