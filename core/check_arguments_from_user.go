package core

import (
	"fmt"
	"strings"
)

// arguments_from_user (escalate, semantics §4): a value that only the user may give and
// that is written in a tool output only is a person's decision instead of a denial, of
// tools with tool_values: escalate; so is one that a source gives which the user named
// (semantics §6, delegate), unless the tool has delegate_on: allow and every output of
// that source says the same.

const checkArgumentsFromUser = "arguments_from_user"

func argumentsFromUser() check {
	return check{name: checkArgumentsFromUser, onFail: Escalate, step: stepPerson,
		run: needingArguments(func(c *examination) verdict {
			result := c.ground()
			var why []string
			if values := result.onlyInTools; len(values) > 0 {
				why = append(why, "written in a tool output only, not by "+c.tool.rolesAllowed()+": "+listValues(values))
			}
			for _, v := range result.delegated {
				why = append(why, fmt.Sprintf("%s: %s is what %s gave, which the user named", v.argument, shown(v.value), shorten(v.call)))
			}
			if len(why) == 0 {
				return pass()
			}
			return fail(strings.Join(why, "; "))
		})}
}
