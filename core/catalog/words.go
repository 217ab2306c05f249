package catalog

import (
	"slices"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/intent"
)

// The words of catalogs, in the order of their constants.
var (
	effects     = [...]string{"deny", "escalate"}
	schemaModes = [...]string{"compatible", "strict"}
	injections  = [...]string{"grounded", "any", "off", "value"}

	roleNames = []string{"user", "tool", "system", "assistant", "human", "developer", "function", "ai", "model"}
	matchers  = wordsOf(grounding.Token, grounding.Whole, grounding.Spaced, grounding.NoCase, grounding.ID,
		grounding.URL, grounding.URLPrefix, grounding.Substring)
	locales = wordsOf(grounding.EN, grounding.DE, grounding.FR, grounding.CH)
)

func wordsOf[T interface{ String() string }](values ...T) []string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v.String()
	}
	return words
}

func intentNames() []string {
	var names []string
	for _, i := range intent.All() {
		names = append(names, string(i))
	}
	return names
}

func languageNames() []string {
	var names []string
	for _, l := range intent.Languages() {
		names = append(names, string(l))
	}
	return names
}

// parseWord returns the constant of a word.
func parseWord[T ~uint8](words []string, word string) (T, bool) {
	i := slices.Index(words, word)
	return T(max(0, i)), i >= 0
}

// String returns the effect's name: "deny" or "escalate".
func (e Effect) String() string { return effects[e] }

// ParseEffect returns the effect of a name and whether there is one.
func ParseEffect(name string) (Effect, bool) { return parseWord[Effect](effects[:], name) }

// String returns the mode's name: "compatible" or "strict".
func (m SchemaMode) String() string { return schemaModes[m] }

// ParseSchemaMode returns the mode of a name and whether there is one.
func ParseSchemaMode(name string) (SchemaMode, bool) {
	return parseWord[SchemaMode](schemaModes[:], name)
}

// String returns the name: "grounded", "any", "off" or "value".
func (i Injections) String() string { return injections[i] }

// ParseInjections returns what a name means and whether it means anything.
func ParseInjections(name string) (Injections, bool) {
	return parseWord[Injections](injections[:], name)
}
