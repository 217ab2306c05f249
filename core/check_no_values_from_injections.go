package core

import (
	"fmt"
	"strings"
)

// no_values_from_injections (deny, semantics §6, for tools with injections: value): no
// value of the call was dictated by instruction-like text.
//
// A passage taints the block it stands in (core/injection.Blocks). A value that is
// written in a tainted block, and nowhere in the user's or the operator's words, in an
// untainted block or in the facts, came from whoever wrote the block. It is looked for
//   - in all arguments, however deep, grounded or not;
//   - in any spelling: case, width, spaces, dashes and escapes aside, and in decoded text;
//   - of addresses and mail addresses in a text also by their host and domain;
//   - of a longer text by runs of words that follow each other.
//
// An output that only repeats a value after the agent used it gives nothing: otherwise
// one harmless look-up would wash it. Values that the tool's schema lists, booleans, and
// single digits are everybody's.
//
// Clean parts of the same output, and other outputs, cost an honest call nothing. What
// no rule of the detector knows taints nothing: that a value has to come from the user is
// what grounding is for.

const checkNoValuesFromInjections = "no_values_from_injections"

func noValuesFromInjections() check {
	return check{name: checkNoValuesFromInjections, onFail: Deny, step: stepReadValueElsewhere,
		run: needingArguments(func(c *examination) verdict {
			injected := c.injectedValues()
			switch {
			case len(injected) == 0 && c.exhausted():
				return cannotEvaluate(tooMuch)
			case len(injected) == 0:
				return pass()
			}
			why := make([]string, 0, min(len(injected), maxErrorsTold))
			for i, v := range injected {
				if i == maxErrorsTold {
					why = append(why, fmt.Sprintf("and %d more", len(injected)-i))
					break
				}
				why = append(why, fmt.Sprintf("%s: %s is written only next to instructions (%q)", v.argument, shown(v.value), shorten(v.passage)))
			}
			return fail(strings.Join(why, "; "))
		})}
}
