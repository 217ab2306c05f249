package core

import (
	"fmt"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// ReadDecision reads the body that [Decision.AppendJSON] writes. Members it does not
// know are passed over, so that a newer engine's decisions can be shown. What is not
// in the body (next steps, inputs, results) is not in the decision.
func ReadDecision(body []byte) (*Decision, error) {
	v, err := jsonvalue.Parse(body, jsonvalue.Limits{Bytes: len(body)})
	if err != nil {
		return nil, fmt.Errorf("decision: %w", err)
	}
	return decisionOf(v)
}

func decisionOf(v jsonvalue.Value) (*Decision, error) {
	d := &Decision{
		Outcome: Outcome(stringMember(v, "outcome")), Tool: stringMember(v, "tool"),
		Catalog: stringMember(v, "catalog"), ToolChecks: stringMember(v, "tool_checks"), Engine: stringMember(v, "engine"),
		Failed: stringsMember(v, "failed"), MissingFacts: stringsMember(v, "missing_facts"),
	}
	switch d.Outcome {
	case Allow, Deny, Escalate:
	default:
		return nil, fmt.Errorf("decision: outcome is %q, expected allow, deny or escalate", d.Outcome)
	}
	d.CallID, _ = v.Get("call_id")
	d.Arguments, _ = v.Get("arguments")
	policyOnly, _ := v.Get("policy_only")
	d.PolicyOnly = policyOnly.Bool()
	reasons, _ := v.Get("reasons")
	for _, r := range reasons.Items() {
		d.Reasons = append(d.Reasons, Reason{Check: stringMember(r, "check"), OnFail: Outcome(stringMember(r, "on_fail")), Text: stringMember(r, "text")})
	}
	checks, _ := v.Get("checks")
	for _, c := range checks.Items() {
		d.Checks = append(d.Checks, CheckResult{Name: stringMember(c, "name"), OnFail: Outcome(stringMember(c, "on_fail")),
			State: stringMember(c, "state"), Why: stringMember(c, "why")})
	}
	evidence, _ := v.Get("evidence")
	for i, e := range evidence.Items() {
		role, ok := conversation.ParseRole(stringMember(e, "role"))
		if !ok {
			return nil, fmt.Errorf("decision: evidence %d: unknown role %q", i, stringMember(e, "role"))
		}
		d.Evidence = append(d.Evidence, Evidence{Argument: stringMember(e, "argument"), Quote: stringMember(e, "quote"), Role: role,
			Message: intMember(e, "message"), Start: intMember(e, "start"), End: intMember(e, "end"), Call: stringMember(e, "call"), Session: stringMember(e, "session")})
	}
	return d, nil
}

func stringMember(v jsonvalue.Value, name string) string {
	text, _ := v.GetString(name)
	return text
}

func stringsMember(v jsonvalue.Value, name string) []string {
	list, _ := v.Get(name)
	var texts []string
	for _, item := range list.Items() {
		texts = append(texts, item.Text())
	}
	return texts
}

func intMember(v jsonvalue.Value, name string) int {
	n, _ := v.Get(name)
	i, _ := n.Int64()
	return int(i)
}
