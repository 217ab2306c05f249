package core

import (
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
)

// not_made_before (escalate, semantics §7): a tool that may run once is not called
// with exactly the arguments of a call already made; with once_key, not with the same
// values of these arguments, in whatever spelling: a second refund of the same order
// with another note. With once_scope: tenant the calls of all the tenant's sessions
// count. Without knowing what was made it cannot be evaluated.

const checkNotMadeBefore = "not_made_before"

func notMadeBefore() check {
	return check{name: checkNotMadeBefore, onFail: Escalate, step: stepDoNotRepeat,
		run: needingArguments(func(c *examination) verdict {
			if c.request.CallsMade == nil {
				return notGiven(nameCallsMade)
			}
			if c.request.CallsMade.hasSame(c) {
				return fail(c.sameCall() + " was already made")
			}
			if c.tool.spec.OnceScope != catalog.OnceTenant {
				return pass()
			}
			if c.request.TenantCalls == nil {
				return cannotEvaluate("the calls made in the tenant's other sessions are not known here")
			}
			if c.request.TenantCalls.hasSame(c) {
				return fail(c.sameCall() + " was already made in another session")
			}
			return pass()
		})}
}

// sameCall says what makes a call the same as another.
func (c *examination) sameCall() string {
	if key := c.tool.spec.OnceKey; len(key) > 0 {
		return "a call with the same " + strings.Join(key, ", ")
	}
	return "a call with exactly these arguments"
}

// hasSame reports whether the call being decided was made.
func (m *CallsMade) hasSame(c *examination) bool {
	if key := c.tool.spec.OnceKey; len(key) > 0 {
		return m.hasKey(c.tool.spec.Name, key, c.validation.Arguments)
	}
	return m.Has(CallText(c.tool.spec.Name, c.validation.Arguments))
}
