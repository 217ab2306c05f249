package core

import "slices"

// tool_allowed (deny, semantics §13): the session may call this tool. It is a check of
// sessions that were given a set of tools, whatever else the catalog has.

const checkToolAllowed = "tool_allowed"

func toolAllowed() check {
	return check{name: checkToolAllowed, onFail: Deny, step: stepKnownTool, run: func(c *examination) verdict {
		if !slices.Contains(c.request.Tools, c.tool.spec.Name) {
			return fail("the session may not call this tool")
		}
		return pass()
	}}
}

// checks returns the checks of the call: those of its tool, and that of the session.
func (c *examination) checks() []check {
	if c.request.Tools == nil {
		return c.tool.checks
	}
	return append([]check{toolAllowed()}, c.tool.checks...)
}
