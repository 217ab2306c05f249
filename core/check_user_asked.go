package core

import (
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/intent"
)

// user_asked_to_… (escalate or deny, semantics §9): the user's own messages, never
// tool outputs, ask for this kind of action. It says that such an action was asked
// for, not this very call.

func requestRule(r *catalog.Request) (rule, error) {
	phrases, err := intent.CompilePhrases(r.Phrases)
	if err != nil {
		return rule{}, err
	}
	what := strings.ReplaceAll(strings.TrimPrefix(r.CheckName(), "user_asked_to_"), "_", " ")
	return rule{
		name: r.CheckName(), onFail: effect(r.OnFail),
		reason: "the user asked for such an action (" + what + ")",
		run: func(c *examination) verdict {
			for _, m := range c.transcript.messages {
				if m.Role == conversation.User && m.asksFor(r.Intents) {
					return pass()
				}
			}
			if len(r.Phrases) > 0 && phrases.Found(c.transcript.Conversation().UserRequest()) {
				return pass()
			}
			return fail("the user's own messages do not ask for such an action (" + what + ")")
		},
	}, nil
}
