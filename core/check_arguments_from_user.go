package core

// arguments_from_user (escalate, semantics §4): of tools with tool_values: escalate, a
// value that only the user may give and that is written in a tool output only is a
// person's decision instead of a denial.

const checkArgumentsFromUser = "arguments_from_user"

func argumentsFromUser() check {
	return check{name: checkArgumentsFromUser, onFail: Escalate, step: stepPerson,
		run: needingArguments(func(c *examination) verdict {
			if values := c.ground().onlyInTools; len(values) > 0 {
				return fail("written in a tool output only, not by " + c.tool.rolesAllowed() + ": " + listValues(values))
			}
			return pass()
		})}
}
