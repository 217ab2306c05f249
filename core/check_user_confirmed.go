package core

import "strings"

// user_confirmed (deny or escalate, semantics §8): a message of the assistant named
// every required value of the call, and the user's next message accepted it.

const checkUserConfirmed = "user_confirmed"

func userConfirmed(onFail Outcome) check {
	return check{name: checkUserConfirmed, onFail: onFail, step: stepAskTheUser,
		run: needingArguments(func(c *examination) verdict {
			result := c.confirm()
			switch {
			case result.confirmed:
				return pass()
			case result.proposals == 0:
				return fail("the user accepted no message that proposes this call" + c.view.note())
			default:
				return fail("no proposal that the user accepted names " + strings.Join(result.missing, ", "))
			}
		})}
}
