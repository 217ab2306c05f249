package core

import (
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/intent"
)

// user_asked_to_… (escalate or deny, semantics §9): the user's own messages, never
// tool outputs, ask for this kind of action. Without an object it says that such an
// action was asked for, not this very call, and reads words, not meaning.
//
// With request.object one sentence of the user has to ask for the action and to name the
// values of these arguments, and nothing may turn it around ("never pay ACC-1 again").
// A value of a source that the user named (delegate) is named by the source's name.

func requestRule(r *catalog.Request, languages []intent.Language) (rule, error) {
	phrases, err := intent.CompilePhrases(r.Phrases)
	if err != nil {
		return rule{}, err
	}
	what := strings.ReplaceAll(strings.TrimPrefix(r.CheckName(), "user_asked_to_"), "_", " ")
	asked := request{r, languages, phrases, what}
	run := asked.anything
	if len(r.Object) > 0 {
		run = needingArguments(asked.aboutObject)
	}
	return rule{name: r.CheckName(), onFail: effect(r.OnFail), reason: "the user asked for such an action (" + what + ")", run: run}, nil
}

// request is what the user has to have asked for.
type request struct {
	spec      *catalog.Request
	languages []intent.Language
	phrases   intent.Phrases
	what      string // in words
}

// anything looks for words of the user that ask for such an action.
func (r request) anything(c *examination) verdict {
	var texts []string
	for _, m := range c.usersWords {
		if m.asksFor(r.spec.Intents, r.languages) {
			return pass()
		}
		texts = append(texts, m.Text)
	}
	if len(r.spec.Phrases) > 0 && r.phrases.Found(strings.Join(texts, "\n")) {
		return pass()
	}
	return fail("the user's own messages do not ask for such an action (" + r.what + ")" + c.view.note())
}

// aboutObject looks for a sentence of the user that asks for the action on the call's
// object.
func (r request) aboutObject(c *examination) verdict {
	names := c.namesOf(r.spec.Object)
	if len(names) == 0 {
		return fail("the call names no " + strings.Join(r.spec.Object, ", ") + " that the user could have asked about")
	}
	if len(names) > maxObjectNames {
		return fail(fmt.Sprintf("the call names %d values of %s: no sentence asks for so many", len(names), strings.Join(r.spec.Object, ", ")))
	}
	asks := false
	for i, m := range c.usersWords {
		sentences := r.sentences(m)
		if len(sentences) > 0 && namedIn(sentences, names, i, m) {
			return pass()
		}
		asks = asks || len(sentences) > 0
	}
	if asks {
		return fail("no sentence of the user that asks for such an action (" + r.what + ") names " + strings.Join(r.spec.Object, ", "))
	}
	return fail("no sentence of the user asks for such an action (" + r.what + ")" + c.view.note())
}

// sentences returns the sentences of a message that ask for the action.
func (r request) sentences(m *message) []intent.Span {
	spans := r.phrases.Sentences(m.Text)
	for _, kind := range r.spec.Intents {
		if m.asksFor([]intent.Intent{kind}, r.languages) {
			spans = append(spans, intent.Sentences(kind, m.Text, r.languages...)...)
		}
	}
	return spans
}
