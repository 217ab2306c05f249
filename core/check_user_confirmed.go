package core

import "strings"

// user_confirmed (deny or escalate, semantics §8): a message of the assistant named
// every required value of the call, and the user's next message accepted it.
//
// In mode exact the message proposed exactly this call (core/proposal), the user has not
// taken the yes back since, and no such call was made on it. Which calls were made is what
// the session says; tool outputs say when, by the call they answer. A yes with outputs
// behind it of which nobody knows what they answer cannot be evaluated.

const checkUserConfirmed = "user_confirmed"

func userConfirmed(onFail Outcome) check {
	return check{name: checkUserConfirmed, onFail: onFail, step: stepAskTheUser,
		run: needingArguments(func(c *examination) verdict {
			result := c.confirm()
			switch {
			case result.confirmed:
				return pass()
			case result.exact.unknown.state != skipped:
				return result.exact.unknown
			case result.exact.why != "":
				return fail(result.exact.why + c.view.note())
			case result.proposals == 0:
				return fail("the user accepted no message that proposes this call" + c.view.note())
			default:
				return fail("no proposal that the user accepted names " + strings.Join(result.missing, ", "))
			}
		})}
}
