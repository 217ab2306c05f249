package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/intent"
)

// Rules about what stands before an action.

// unguarded: no ground, confirm, request, once or policy.
func unguarded(in *inspection, t *tool) {
	if t.acts && t.bare() {
		in.warn(t.path(), "seems to do something, and nothing but its schema is checked",
			"ground the values that matter, once or confirm, or a policy")
	}
}

func (t *tool) bare() bool {
	return len(t.Ground) == 0 && t.Confirm == nil && t.Request == nil && !t.Once && len(t.applying.Policies) == 0 &&
		t.Injections != catalog.InjectionsAny && t.Injections != catalog.InjectionsValue && t.Outgoing == nil && t.Firewall == nil
}

// repeatable: a tool that is guarded, but not against being called again. What only sets
// something may be set to the same twice.
func repeatable(in *inspection, t *tool) {
	sets := slices.ContainsFunc(wordsOf(t.Name), func(word string) bool { return setting[word] })
	if t.acts && !sets && !t.bare() && !t.Once && t.Confirm == nil {
		in.warn(t.path(), "seems to do something, and may do it again and again",
			"once: true, or confirm")
	}
}

// confirmsNothing: arguments: [] asks for an acceptance alone.
func confirmsNothing(in *inspection, t *tool) {
	if t.Confirm == nil || t.Confirm.Arguments == nil || len(t.Confirm.Arguments) > 0 {
		return
	}
	if len(t.properties) > 0 {
		in.warn(t.path("confirm", "arguments"), "a yes to any message is a yes to every call of this tool",
			"name the arguments that the user has to see, or leave arguments out")
	}
}

// askNothing are texts in which no request is found.
var askNothing = []string{"", "x", "7", "the weather is nice", "Wie war das?", "ок"}

func requestFindsEverything(in *inspection, t *tool) {
	if t.Request == nil {
		return
	}
	for i, pattern := range t.Request.Phrases {
		phrases, err := intent.CompilePhrases([]string{pattern})
		if err != nil {
			continue // a valid catalog has none
		}
		found := 0
		for _, text := range askNothing {
			if phrases.Found(text) {
				found++
			}
		}
		if found == len(askNothing) || found == len(askNothing)-1 && !phrases.Found("") {
			in.warn(t.path("request", "phrases", fmt.Sprint(i)), fmt.Sprintf("%q is found in every text", pattern),
				"words that somebody who wants this would write")
		}
	}
}

// requestOfAnotherKind reads the tool's own words as a request: "send money to an
// account" asks to pay and to send.
func requestOfAnotherKind(in *inspection, t *tool) {
	if t.Request == nil || len(t.Request.Intents) == 0 {
		return
	}
	words := intent.Find(t.ownWords())
	for _, i := range t.Request.Intents {
		if words.Asks(i) {
			return
		}
	}
	var others []string
	for _, i := range intent.All() {
		if words.Asks(i) {
			others = append(others, string(i))
		}
	}
	if others != nil {
		in.warn(t.path("request", "intent"), fmt.Sprintf("nothing that the tool and its arguments say of themselves is about this; it seems to be about %s", strings.Join(others, " or ")),
			"the intents of what the tool does")
	}
}

// ownWords are what a tool and its arguments say of themselves, a line each.
func (t *tool) ownWords() string {
	lines := []string{strings.Join(wordsOf(t.Name), " "), t.Description}
	properties, _ := t.Parameters.Get("properties")
	for name, declared := range properties.Members() {
		description, _ := declared.GetString("description")
		lines = append(lines, strings.Join(wordsOf(name), " "), description)
	}
	return strings.Join(lines, "\n")
}
