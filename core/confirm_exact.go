package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/proposal"
)

// exactResult is what mode exact adds to a [confirmationResult].
type exactResult struct {
	span    grounding.Span // of the proposing message that proposes the call
	why     string         // not confirmed: why, of the proposal that comes nearest
	unknown verdict        // not confirmed, and it cannot be known: why; else the zero verdict
}

// confirmExactly looks for a message that proposes exactly the call and that the user
// accepted, the latest first. What the user said later may take every yes before it back.
func (c *examination) confirmExactly(result *confirmationResult) {
	var call *proposal.Call // read when the first acceptance is there
	var asked proposal.Prepared
	why := "the user accepted no message that proposes this call"
	nearest := -1 // problems of the nearest proposal
	for _, m := range slices.Backward(c.acceptances()) {
		if m < 0 {
			if nearest < 0 {
				why = "the user took back what they agreed to"
			}
			break
		}
		before := c.proposalBefore(m)
		if before < 0 {
			continue
		}
		if result.proposals++; call == nil {
			call = c.callToPropose()
			asked = call.Prepare()
		}
		v := asked.In(c.transcript.messages[before].text, c.transcript.messages[m].text)
		if !v.Proposed {
			if nearest < 0 || len(v.Problems) < nearest {
				why, nearest = problems(v), len(v.Problems)
			}
			continue
		}
		used, known := c.madeSince(m, valuesOf(call))
		switch {
		case c.view.root != nil:
			result.exact.unknown = cannotEvaluate("whether another session has used the user's yes up is not known in a sub-agent's")
		case !known:
			result.exact.unknown = notGiven(nameCallsMade)
		case used < v.Times:
			result.confirmed, result.proposal, result.accepted = true, before, m
			text := c.transcript.messages[before].text
			result.exact.span = grounding.Span{Start: text.CodePoints(v.Start), End: text.CodePoints(v.End)}
			return
		default:
			why, nearest = "the user's yes was used up by the call that was made on it", 0
		}
	}
	if result.exact.unknown.state == skipped && c.namesMissing() {
		result.exact.unknown = notGiven(c.tool.confirm.names)
	}
	result.exact.why = why
}

func problems(v proposal.Verdict) string {
	const most = 3
	var texts []string
	for i, p := range v.Problems {
		if i == most {
			texts = append(texts, "and more")
			break
		}
		texts = append(texts, p.Text)
	}
	return "what the user accepted is not this call: " + strings.Join(texts, "; ")
}

// acceptances returns the user's messages that accept something and were not taken back,
// the earliest first. -1 stands for those that were. A message that nobody vouches for
// accepts nothing, but who takes something back is heard whoever it is.
func (c *examination) acceptances() []int {
	var all []int
	seen := 0
	for i, m := range slices.Backward(c.transcript.messages) {
		if m.Role == nobody && m.takesBack(c.assistantBefore(i)) {
			all = append(all, -1)
			break
		}
		if m.Role != conversation.User {
			continue
		}
		if seen++; c.tool.confirm.last > 0 && seen > c.tool.confirm.last {
			break
		}
		if m.accepts() {
			all = append(all, i)
		} else if m.takesBack(c.assistantBefore(i)) {
			all = append(all, -1)
			break
		}
	}
	slices.Reverse(all)
	return all
}

// proposalBefore returns the assistant's message that the user's message i answers, -1 when
// it answers none: another message of the user stands between.
func (c *examination) proposalBefore(i int) int {
	for i--; i >= 0; i-- {
		switch c.transcript.messages[i].Role {
		case conversation.Assistant:
			return i
		case conversation.User:
			return -1
		}
	}
	return -1
}

// assistantBefore returns the text that the user's message i answers, "" of none.
func (c *examination) assistantBefore(i int) string {
	if before := c.proposalBefore(i); before >= 0 {
		return c.transcript.messages[before].Text
	}
	return ""
}

// takesBack reports whether a user's message takes a yes back, as an answer to the
// assistant's message before it.
func (m *message) takesBack(answered string) bool {
	return confirmation.TakesBack(m.Text, answered)
}
