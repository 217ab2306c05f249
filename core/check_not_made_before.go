package core

// not_made_before (escalate, semantics §7): a tool that may run once is not called
// with exactly the arguments of a call already made. Without knowing what was made it
// cannot be evaluated.

const checkNotMadeBefore = "not_made_before"

func notMadeBefore() check {
	return check{name: checkNotMadeBefore, onFail: Escalate, step: stepDoNotRepeat,
		run: needingArguments(func(c *examination) verdict {
			made := c.request.CallsMade
			if made == nil {
				return notGiven(nameCallsMade)
			}
			if made.Has(CallText(c.tool.spec.Name, c.validation.Arguments)) {
				return fail("a call with exactly these arguments was already made")
			}
			return pass()
		})}
}
