package core

// arguments_grounded (deny, semantics §4): every argument that must come from the
// conversation is written there, in a message of a role that may give it. A list is
// looked at item by item; an empty text is written nowhere.

const checkArgumentsGrounded = "arguments_grounded"

func argumentsGrounded() check {
	return check{name: checkArgumentsGrounded, onFail: Deny, step: stepUseWrittenValues,
		run: needingArguments(func(c *examination) verdict {
			if missing := c.ground().nowhere; len(missing) > 0 {
				return fail("not written in the conversation by " + c.tool.rolesAllowed() + ": " + listValues(missing) + c.view.note())
			}
			return pass()
		})}
}
