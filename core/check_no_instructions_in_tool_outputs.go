package core

import "fmt"

// no_instructions_in_tool_outputs (escalate, semantics §6): for tools with
// injections: any, no tool output of the conversation carries instruction-like text,
// whatever the arguments are.

const checkNoInstructions = "no_instructions_in_tool_outputs"

func noInstructionsInToolOutputs() check {
	return check{name: checkNoInstructions, onFail: Escalate, step: stepPerson, run: func(c *examination) verdict {
		tainted := c.transcript.taintedOutputs()
		if len(tainted) == 0 {
			return pass()
		}
		return fail(fmt.Sprintf("a tool output carries instructions: %q", shorten(c.transcript.passageOf(tainted[0]))))
	}}
}
