package core

import (
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// all_values_given (deny or escalate, semantics §13, for tools with a firewall): every
// value that the call sends, however deep, is written in the user's words or in a fact
// given with the call. Booleans, values that the schema lists, empty texts and exempt
// arguments aside. Nothing that a tool output says, and nothing that the agent makes up,
// passes.

const checkAllValuesGiven = "all_values_given"

func allValuesGiven(f *catalog.Firewall) check {
	return check{name: checkAllValuesGiven, onFail: effect(f.OnFail), step: stepUseWrittenValues,
		run: needingArguments(func(c *examination) verdict {
			exempt := make(map[string]bool, len(f.Exempt))
			for _, name := range f.Exempt {
				exempt[name] = true
			}
			var missing []namedValue
			for _, l := range c.leaves() {
				if !exempt[l.argument] && len(missing) < maxErrorsTold && !c.given(l) {
					missing = append(missing, namedValue{argument: l.path, value: l.value})
				}
			}
			switch {
			case c.exhausted():
				return cannotEvaluate(tooMuch)
			case len(missing) > 0:
				return fail("neither in the user's words nor in a fact: " + listValues(missing))
			default:
				return pass()
			}
		})}
}

// given reports whether the user or a fact gives a leaf.
func (c *examination) given(l leaf) bool {
	text, isText := l.value.StringText()
	if l.listed || l.value.Kind() == jsonvalue.Bool || isText && blank(text) || c.isDelegated(l) {
		return true
	}
	rule := groundRule{argument: l.argument, matcher: grounding.NoCase}
	for _, declared := range c.tool.ground {
		if declared.argument == l.argument {
			rule = declared
		}
	}
	needle, visit := c.search(rule, l.value)
	for _, m := range visit {
		if m.Role != conversation.User || !c.compare(len(m.Text)) {
			continue
		}
		if _, found := first(rule, needle, l.value, m); found {
			return true
		}
	}
	return anyLeaf(c.request.Facts, func(fact jsonvalue.Value) bool {
		if fact.Kind() == jsonvalue.Number && l.value.Kind() == jsonvalue.Number {
			return sameNumber(fact, l.value)
		}
		_, found := first(rule, needle, l.value, &message{text: grounding.NewText(fact.Text()), Message: conversation.Message{Text: fact.Text()}})
		return found
	})
}
