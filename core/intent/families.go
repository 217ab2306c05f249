package intent

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"github.com/guardstream/guardstream/core/words"
)

// Language is a language with word families, by its ISO 639-1 code.
type Language string

// The languages. English and Russian count in every text.
const (
	English Language = "en"
	Russian Language = "ru"
	German  Language = "de"
	French  Language = "fr"
	Spanish Language = "es"
)

var languages = [...]Language{English, Russian, German, French, Spanish}

// Languages returns the languages with word families.
func Languages() []Language { return slices.Clone(languages[:]) }

// ParseLanguage returns the language with a code, or [ErrUnknownLanguage].
func ParseLanguage(code string) (Language, error) {
	if l := Language(code); slices.Contains(languages[:], l) {
		return l, nil
	}
	return "", fmt.Errorf("%w %q", ErrUnknownLanguage, code)
}

//go:embed lexicon/*.txt
var lists embed.FS

// lexicons holds what the word lists say: the families, and what turns a request around.
type lexicons struct {
	families words.Lexicon // one tag a kind and language, see tag
	turns    words.Lexicon // tagged negation, harmless or contrast
}

// The tags of lexicons.turns.
const (
	negation words.Tags = 1 << iota
	harmless
	contrast
)

// turnSections are the sections of a list that are no kinds of action.
var turnSections = map[string]words.Tags{"negation": negation, "harmless": harmless, "contrast": contrast}

// loaded reads the lists once. They are part of the program, so an error is a defect of
// it, which the tests of this package find.
var loaded = sync.OnceValue(func() *lexicons {
	l, err := load()
	if err != nil {
		panic(err)
	}
	return l
})

func load() (*lexicons, error) {
	l := new(lexicons)
	for at, language := range languages {
		data, err := lists.ReadFile("lexicon/" + string(language) + ".txt")
		if err != nil {
			return nil, fmt.Errorf("intent: %w", err)
		}
		sections, err := words.ParseLists(string(data))
		if err != nil {
			return nil, fmt.Errorf("intent: the list of %q: %w", language, err)
		}
		for section, patterns := range sections {
			if err := l.add(at, section, patterns); err != nil {
				return nil, fmt.Errorf("intent: the list of %q: section %s: %w", language, section, err)
			}
		}
	}
	return l, nil
}

func (l *lexicons) add(language int, section string, patterns []string) error {
	lexicon, tags := &l.turns, turnSections[section]
	if tags == 0 {
		kind, err := Parse(section)
		if err != nil {
			return err
		}
		lexicon, tags = &l.families, tag(kind, language)
	}
	for _, pattern := range patterns {
		if err := lexicon.Add(pattern, tags); err != nil {
			return err
		}
	}
	return nil
}

// tag is the bit of a kind of action in a language, by its place in languages; 0 for a
// kind that is none.
func tag(i Intent, language int) words.Tags {
	at := slices.Index(all[:], i)
	if at < 0 {
		return 0
	}
	return 1 << (language*len(all) + at)
}

// tags returns the bits of a kind in English, Russian and the languages named more.
func (i Intent) tags(more []Language) words.Tags {
	tags := tag(i, slices.Index(languages[:], English)) | tag(i, slices.Index(languages[:], Russian))
	for _, language := range more {
		if at := slices.Index(languages[:], language); at >= 0 {
			tags |= tag(i, at)
		}
	}
	return tags
}
