package core

import (
	"strings"
)

// state says what became of a check.
type state uint8

const (
	skipped     state = iota // its inputs do not exist (the arguments do not validate) or it has nothing to do
	passed                   //
	failed                   //
	unevaluable              // it should have run and could not: escalate
)

func (s state) String() string {
	return [...]string{"skipped", "passed", "failed", "not_evaluated"}[s]
}

// verdict is what a check says about one call.
type verdict struct {
	state   state
	why     string   // failed, unevaluable: the reason in words; skipped: why
	missing []string // unevaluable: names it reads that were not given
}

func pass() verdict                   { return verdict{state: passed} }
func fail(why string) verdict         { return verdict{state: failed, why: why} }
func skip(why string) verdict         { return verdict{state: skipped, why: why} }
func cannotEvaluate(w string) verdict { return verdict{state: unevaluable, why: w} }

// notGiven is the verdict of a check that reads names that are not there.
func notGiven(names ...string) verdict {
	return verdict{state: unevaluable, why: "not given: " + strings.Join(names, ", "), missing: names}
}

// needsArguments is why checks over the arguments do not run for arguments that do
// not validate.
const needsArguments = "the arguments do not validate"

// check is one check of a tool: a name, what failing means, and a rule.
type check struct {
	name   string
	onFail Outcome
	policy bool // a policy or a request: the application's own rule
	step   step // what an agent should do next when it fails
	run    func(c *examination) verdict
}

// needingArguments wraps a rule that reads the validated arguments: it is skipped
// when they do not validate.
func needingArguments(rule func(c *examination) verdict) func(c *examination) verdict {
	return func(c *examination) verdict {
		if !c.argumentsValid() {
			return skip(needsArguments)
		}
		return rule(c)
	}
}
