package core

import (
	"strings"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/proposal"
)

// madeSince returns how many calls like this one were made since the user's message i: each
// has used a yes up. known is false when that cannot be known.
//
// The session says which calls were made and did not fail, tool outputs say which call they
// answer and so when. Of calls whose outputs are not all there, and of calls that failed,
// the careful guess is made: that they were made since.
func (c *examination) madeSince(i int, like callValues) (used int, known bool) {
	before, since := 0, 0
	for k, m := range c.transcript.messages {
		if m.Role != conversation.Tool {
			continue
		}
		answers := m.answered()
		if len(answers) == 0 && k > i && c.request.CallsMade == nil {
			return 0, false
		}
		for _, a := range answers {
			if a.tool != c.tool.spec.Name || !like.in(a.arguments) {
				continue
			}
			if k < i {
				before++
			} else {
				since++
			}
		}
	}
	if c.request.CallsMade == nil {
		return since, true
	}
	made := 0
	for _, text := range c.request.CallsMade.Texts() {
		if arguments, ok := argumentsOf(c.tool.spec.Name, text); ok && like.in(arguments) {
			made++
		}
	}
	failed := max(0, before+since-made)
	return made - min(made, max(0, before-failed)), true
}

// callValues are the values that a call has to be proposed with, how often each: calls that
// have them are the same to somebody who says yes.
type callValues map[string]int

func valuesOf(call *proposal.Call) callValues {
	like := make(callValues)
	for _, v := range call.Values {
		if !v.Unsaid && v.Switch == nil {
			like[saidAs(v.Value)]++
		}
	}
	return like
}

// in reports whether a call's arguments have all of the values.
func (like callValues) in(arguments jsonvalue.Value) bool {
	has := make(map[string]int)
	countValues(arguments, has)
	for value, times := range like {
		if has[value] < times {
			return false
		}
	}
	return true
}

func countValues(v jsonvalue.Value, into map[string]int) {
	switch v.Kind() {
	case jsonvalue.String, jsonvalue.Number:
		into[saidAs(v)]++
	case jsonvalue.Array:
		for _, item := range v.Items() {
			countValues(item, into)
		}
	case jsonvalue.Object:
		for name, member := range v.Members() {
			into[saidAs(jsonvalue.NewString(name))]++
			countValues(member, into)
		}
	}
}

// saidAs is the form in which two values are the same to somebody who is told them: 30 and
// 30.0, "#W-12" and "w12".
func saidAs(v jsonvalue.Value) string {
	if v.Kind() == jsonvalue.Number && !v.IsInteger() {
		return strings.TrimSuffix(jsonvalue.FormatDouble(v.Float64()), ".0")
	}
	return spelling(v)
}
