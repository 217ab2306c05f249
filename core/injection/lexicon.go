package injection

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed words/*.txt
var wordFiles embed.FS

// A word list is a text file of lines
//
//	CLASS: word word{,s} ~word
//	  word word
//
// An indented line continues the class above it. "{a,b}" stands for each of the
// endings, "~" before a word for the word and its likely misspellings, "#" begins a
// comment. Words are folded like the texts are; a word is of several classes when
// several lists name it. A class may be extended by every file.

// lexicon holds the words of all lists: the classes of each, by its folded form.
type lexicon map[string]map[string]bool

func readLexicon(files fs.FS) (lexicon, error) {
	names, err := fs.Glob(files, "words/*.txt")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	l := lexicon{}
	var misspelt [][2]string
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		class := ""
		for n, line := range strings.Split(string(data), "\n") {
			line, _, _ = strings.Cut(line, "#")
			if head, rest, ok := strings.Cut(line, ":"); ok {
				class, line = strings.TrimSpace(head), rest
			}
			for _, field := range strings.Fields(line) {
				if class == "" {
					return nil, fmt.Errorf("%s:%d: a word before the first class", name, n+1)
				}
				pattern, fuzzy := strings.CutPrefix(field, "~")
				words, err := expand(pattern)
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
				}
				for _, word := range words {
					if !isWordText(foldWord(word)) {
						return nil, fmt.Errorf("%s:%d: %q is no single word", name, n+1, word)
					}
					l.add(foldWord(word), class)
					if fuzzy {
						misspelt = append(misspelt, [2]string{foldWord(word), class})
					}
				}
			}
		}
	}
	for _, m := range misspelt {
		for _, variant := range misspellings(m[0]) {
			if l[variant] == nil { // a word of a list is not a misspelling
				l.add(variant, m[1])
			}
		}
	}
	return l, nil
}

func (l lexicon) add(word, class string) {
	if l[word] == nil {
		l[word] = map[string]bool{}
	}
	l[word][class] = true
}

// classesOf is the sorted set of a word's classes, joined: words of equal sets are of
// one kind.
func (l lexicon) classesOf(word string) []string { return slices.Sorted(maps.Keys(l[word])) }

// expand returns the words that a pattern with at most one {a,b} stands for.
func expand(pattern string) ([]string, error) {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}, nil
	}
	end := strings.IndexByte(pattern, '}')
	if end < open || strings.Count(pattern, "{") != 1 {
		return nil, fmt.Errorf("cannot read %q", pattern)
	}
	var words []string
	for _, ending := range strings.Split(pattern[open+1:end], ",") {
		words = append(words, pattern[:open]+ending+pattern[end+1:])
	}
	return words, nil
}

// foldWord folds a word of a list as the tokeniser folds the words of a text.
func foldWord(word string) string {
	var folded []byte
	for _, r := range word {
		if r < utf8.RuneSelf {
			folded = append(folded, lowerASCII(byte(r)))
			continue
		}
		switch g := folds().glyph(r); g.kind() {
		case glyphLetter, glyphDense:
			folded = utf8.AppendRune(folded, g.out())
		case glyphLigature:
			folded = append(folded, folds().ligatures[r]...)
		case glyphASCII:
			folded = append(folded, byte(g.out()))
		}
	}
	return string(folded)
}

// isWordText reports whether the tokeniser reads s as one word.
func isWordText(s string) bool {
	for i, r := range s {
		if r != '\'' && !unicode.IsLetter(r) && !unicode.Is(unicode.Mc, r) && !isDense(r) || r == '\'' && i == 0 {
			return false
		}
	}
	return s != ""
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// longWord is from how many letters on any one wrong letter still leaves a word that
// is no other: of "instructions" nothing else is one letter away.
const longWord = 11

// misspellings returns the words one slip away from word: two letters swapped, a
// letter doubled or left out, and for a long word a letter too many or another letter.
func misspellings(word string) []string {
	var out []string
	for i := range len(word) {
		out = append(out, word[:i]+word[i:i+1]+word[i:])
		if i > 0 {
			out = append(out, word[:i]+word[i+1:])
		}
		if i+1 < len(word) && word[i] != word[i+1] {
			out = append(out, word[:i]+word[i+1:i+2]+word[i:i+1]+word[i+2:])
		}
		if len(word) < longWord {
			continue
		}
		for c := byte('a'); c <= 'z'; c++ {
			out = append(out, word[:i]+string(c)+word[i:], word[:i]+string(c)+word[i+1:])
		}
	}
	return out
}
