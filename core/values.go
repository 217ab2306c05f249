package core

import (
	"strings"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxShown bounds what a reason quotes of a value or a passage, in bytes.
const maxShown = 200

// namedValue is a value of an argument that a check has something to say about.
type namedValue struct {
	argument string
	value    jsonvalue.Value
	passage  string // the instruction-like text that taints it, if that is the point
	call     string // the call whose output gives it, if that is the point
}

// listValues writes values for a reason, each with its argument.
func listValues(values []namedValue) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = v.argument + ": " + shown(v.value)
	}
	return strings.Join(parts, ", ")
}

// shown writes a value for a reason: JSON, cut to a bearable length.
func shown(v jsonvalue.Value) string { return shorten(v.Write(jsonvalue.Readable)) }

// shorten cuts a text at a character, so that a reason stays readable whatever it quotes.
func shorten(text string) string {
	if len(text) <= maxShown {
		return text
	}
	cut := maxShown
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
