// Package intent says whether a user's words ask for a kind of action: to reserve, to
// pay, to delete … (semantics §9, vectors intents.jsonl). It is the check behind a tool's
// `request`: provenance protects a value that the user must give; an action without such
// a value goes ahead only when the user asked for actions of its kind.
//
// The kinds are families of words, one list a language under lexicon/. English and
// Russian always count. German, French and Spanish count where the caller names them:
// "reserve" asks in one language what "reserver" is not to ask in another. A program's own
// words are [Phrases].
//
// Invariants:
//   - [Asked] reads words, not meaning: "do not pay" is about paying, so it counts. What
//     must not be negated is asked with [Sentences].
//   - No phrase crosses a line break, so a text asks exactly when one of its lines does,
//     and messages may be read apart from each other.
//   - Reading is linear in the text.
package intent

import (
	"fmt"
	"slices"
	"strings"
)

// Intent is a kind of action. Its text is its name in catalogs and checks.
type Intent string

// The kinds of action.
const (
	Reserve Intent = "reserve"
	Event   Intent = "event"
	Visit   Intent = "visit"
	Pay     Intent = "pay"
	Send    Intent = "send"
	Delete  Intent = "delete"
	Invite  Intent = "invite"
	Post    Intent = "post"
	Share   Intent = "share"
)

var all = [...]Intent{Reserve, Event, Visit, Pay, Send, Delete, Invite, Post, Share}

// All returns the kinds of action in their documented order.
func All() []Intent { return slices.Clone(all[:]) }

// Parse returns the kind of action with a name, or [ErrUnknownIntent].
func Parse(name string) (Intent, error) {
	if i := Intent(name); slices.Contains(all[:], i) {
		return i, nil
	}
	names := make([]string, len(all))
	for i, known := range all {
		names[i] = string(known)
	}
	return "", fmt.Errorf("%w %q: expected one of %s", ErrUnknownIntent, name, strings.Join(names, ", "))
}

// Asked reports whether a text asks for a kind of action, in English, in Russian or in
// one of the languages named more.
func Asked(i Intent, text string, more ...Language) bool {
	return Find(text).Asks(i, more...)
}
