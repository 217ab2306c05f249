package core

import (
	"fmt"
	"strings"
)

// arguments_valid (deny, semantics §3): the arguments validate against the tool's
// schema, coerced where that is unambiguous, and hold no invisible characters. Every
// later check reads the coerced arguments, and those are what is forwarded.

const checkArgumentsValid = "arguments_valid"

// maxErrorsTold bounds a reason made of hostile arguments: the first errors tell what
// is wrong, the number says how much.
const maxErrorsTold = 10

func argumentsValid() check {
	return check{name: checkArgumentsValid, onFail: Deny, step: stepFixArguments, run: func(c *examination) verdict {
		if c.validation.Undecidable != "" {
			return cannotEvaluate("the arguments cannot be validated: " + c.validation.Undecidable)
		}
		if len(c.validation.Errors) == 0 {
			return pass()
		}
		var why []string
		if c.request.Call.Problem != "" {
			why = append(why, c.request.Call.Problem)
		}
		for i, e := range c.validation.Errors {
			if i == maxErrorsTold {
				why = append(why, fmt.Sprintf("and %d more", len(c.validation.Errors)-i))
				break
			}
			why = append(why, e.Error())
		}
		return fail(strings.Join(why, "; "))
	}}
}
