package explain

import (
	"strings"

	"github.com/guardstream/guardstream/core"
)

// States of a check, as [core.CheckResult] has them.
const (
	statePassed       = "passed"
	stateFailed       = "failed"
	stateSkipped      = "skipped"
	stateNotEvaluated = "not_evaluated"
)

// Names of the checks that there is something to say about.
const (
	argumentsGrounded   = "arguments_grounded"
	argumentsFromUser   = "arguments_from_user"
	noInjectedArguments = "no_injected_arguments"
	userConfirmed       = "user_confirmed"
	requestPrefix       = "user_asked_to_"
)

// grounds are the checks about where grounded values are written.
var grounds = map[string]bool{argumentsGrounded: true, argumentsFromUser: true, noInjectedArguments: true}

// checkTexts say of the guard's own checks what they ask and what would make them pass.
var checkTexts = map[string]struct{ about, change string }{
	"known_tool":                      {"Does the catalog have a tool of this name?", "The catalog would have to declare the tool, or the call name one that it declares."},
	"tool_allowed":                    {"May this session call the tool?", "The session would have to be opened with the tool among those that it may call."},
	"schema_readable":                 {"Can the tool's schema be read?", "The server would have to tell a schema that can be read, or the catalog one of its own."},
	"arguments_valid":                 {"Do the arguments validate against the tool's schema?", "The arguments would have to validate."},
	argumentsGrounded:                 {"Is every grounded value written by somebody who may give it?", ""},
	argumentsFromUser:                 {"Is every value that only the user may give written by the user?", ""},
	noInjectedArguments:               {"Does no grounded value come only from text beside instructions?", ""},
	"no_values_from_injections":       {"Is no value written only beside instructions in tool outputs?", "The values would have to be written by the user, or in text that carries no instructions."},
	"no_instructions_in_tool_outputs": {"Does no tool output carry instructions?", "The tool outputs would have to carry no instructions, or a person to see that they are harmless."},
	"no_secrets_in_outgoing_text":     {"Does the text that leaves carry no secret?", "The secret would have to stay out of the text."},
	"outgoing_links_from_user":        {"Are all links in the text that leaves the user's own?", "The links would have to be addresses that the user wrote."},
	"all_values_given":                {"Is every value of the call the user's or a fact's?", "The user or a fact given with the call would have to hold the values."},
	"not_made_before":                 {"Was no call with exactly these arguments made before?", "The call would have to be another one, or the one before be recorded as failed."},
	userConfirmed:                     {"Did the user say yes to a message that proposes this call?", "The agent would have to tell the user every value of the call, and the user's next message to say yes."},
}

// about is what a check asks.
func about(name string) string {
	if text, own := checkTexts[name]; own {
		return text.about
	}
	if kind, isRequest := strings.CutPrefix(name, requestPrefix); isRequest {
		return "Do the user's own messages ask for such an action (" + strings.ReplaceAll(kind, "_", " ") + ")?"
	}
	return "Does the policy hold?"
}

// change says what would have to change for a check to pass.
func change(c Check) string {
	switch {
	case c.State == statePassed || c.State == stateSkipped:
		return ""
	case c.State == stateNotEvaluated && strings.Contains(c.Why, "not given"):
		return "What is missing would have to be given with the call."
	case c.State == stateNotEvaluated:
		return "It would have to be possible to compute it, or a person to decide instead."
	case c.Name == noInjectedArguments:
		return "The user would have to write" + missing(c.Lookups) + " themselves, or no tool output to carry instructions."
	case grounds[c.Name]:
		return groundChange(c)
	case c.Policy != nil:
		return policyChange(c.Policy)
	}
	if text, own := checkTexts[c.Name]; own {
		return text.change
	}
	if strings.HasPrefix(c.Name, requestPrefix) {
		return "The user would have to ask for such an action in their own words."
	}
	return "The call or the facts would have to be such that the policy holds."
}

// shows reports whether a quote of a decision is about a check.
func shows(check string, q core.Evidence) bool {
	confirms := q.Argument == core.EvidenceProposal || q.Argument == core.EvidenceAccepted
	return check == userConfirmed && confirms || check == argumentsGrounded && !confirms
}

func placeOf(q core.Evidence) Place {
	return Place{Message: q.Message, Session: q.Session, Role: q.Role, Start: q.Start, End: q.End, Quote: q.Quote, Counts: true}
}

// groundChange says who would have to write what.
func groundChange(c Check) string {
	for _, l := range c.Lookups {
		if !l.Found() && l.From != nil {
			return "A message of the role " + rolesText(l.From) + " would have to write" + missing(c.Lookups) + "."
		}
	}
	return "The values would have to be written by somebody who may give them."
}

// missing lists the values that are written nowhere where it counts.
func missing(lookups []Lookup) string {
	var values []string
	for _, l := range lookups {
		if !l.Found() {
			values = append(values, l.Argument+" "+shortValue(l.Value))
		}
	}
	if values == nil {
		return " the values"
	}
	return " " + strings.Join(values, ", ")
}

// policyChange names the parts that do not hold, with what they read.
func policyChange(p *Policy) string {
	var parts []string
	for _, part := range p.Parts {
		if part.Why == "" && !part.Holds {
			parts = append(parts, part.Expr)
		}
	}
	if parts == nil {
		return "The call or the facts would have to be such that the policy holds."
	}
	return "This would have to hold: " + strings.Join(parts, " and ")
}
