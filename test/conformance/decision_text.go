package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// runDecisionText looks at the shape of what an agent is told. With "other", which
// replaces members of the input, it makes a second decision and compares what an
// approval of the first one covers.
func runDecisionText(ctx context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	first, err := decide(ctx, in)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	members := decisionShape(first)
	if changes, there := in.Get("other"); there {
		second, err := decide(ctx, replaceMembers(in, changes))
		if err != nil {
			return jsonvalue.Value{}, err
		}
		members = append(members,
			member("other", object(decisionShape(second)...)),
			member("same_approval_key_as", boolean(first.ApprovalKey() == second.ApprovalKey())),
		)
	}
	return object(members...), nil
}

func decisionShape(d *core.Decision) []jsonvalue.Member {
	return []jsonvalue.Member{
		member("outcome", text(string(d.Outcome))),
		member("failed", list(d.Failed, text)),
		member("policy_only", boolean(d.PolicyOnly)),
		member("advice_steps", number(len(d.NextSteps()))),
		member("feedback_shape", list(d.Feedback(core.DefaultReplyRole), func(m core.FeedbackMessage) jsonvalue.Value {
			return object(
				member("role", text(m.Role)),
				member("has_tool_call_id", boolean(m.ToolCallID != "")),
			)
		})),
	}
}

// replaceMembers returns v with the members of changes in place of its own.
func replaceMembers(v, changes jsonvalue.Value) jsonvalue.Value {
	var members []jsonvalue.Member
	for name, value := range v.Members() {
		if _, changed := changes.Get(name); !changed {
			members = append(members, member(name, value))
		}
	}
	for name, value := range changes.Members() {
		members = append(members, member(name, value))
	}
	return object(members...)
}
