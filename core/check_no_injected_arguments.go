package core

import (
	"fmt"
	"strings"
)

// no_injected_arguments (escalate, semantics §4): no grounded argument comes from tool
// outputs only while a tool output of the conversation carries instruction-like text;
// with scan_user, nor from the user's words only next to an override in them (text
// that was pasted).

const checkNoInjectedArguments = "no_injected_arguments"

func noInjectedArguments() check {
	return check{name: checkNoInjectedArguments, onFail: Escalate, step: stepReadValueElsewhere,
		run: needingArguments(func(c *examination) verdict {
			injected := c.ground().injected
			if len(injected) == 0 {
				return pass()
			}
			why := make([]string, len(injected))
			for i, v := range injected {
				why[i] = fmt.Sprintf("%s: %s comes only from text that carries instructions (%q)", v.argument, shown(v.value), shorten(v.passage))
			}
			return fail(strings.Join(why, "; "))
		})}
}
