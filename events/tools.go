package events

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxTools is how many tools a proposal may name for its session. Decisions repeat them.
const maxTools = 1000

// readTools reads which tools the session may call from now on; nil when the proposal
// does not say. An empty list is none at all.
func readTools(f *fields) []string {
	v := f.value("tools")
	switch {
	case v.IsNull():
		return nil
	case v.Kind() != jsonvalue.Array:
		f.fail(Unreadable, "tools", "expected a list of tool names, not %s", v.Kind())
		return nil
	case v.Len() > maxTools:
		f.fail(TooLarge, "tools", "%d names, the limit is %d", v.Len(), maxTools)
		return nil
	}
	tools := make([]string, 0, v.Len())
	for _, item := range v.Items() {
		name, isText := item.StringText()
		if !isText || name == "" || len(name) > maxLiteral {
			f.fail(Unreadable, "tools", "expected a list of tool names")
			return nil
		}
		tools = append(tools, name)
	}
	return tools
}

// narrow returns the tools that a session may call which was given now, after it was
// given before; nil is all of them. A session never gets more tools than it had: whoever
// proposes in it might be what the set was meant to hold back.
func narrow(before, now []string) []string {
	switch {
	case now == nil:
		return before
	case before == nil:
		return now
	}
	both := make([]string, 0, min(len(before), len(now)))
	for _, name := range now {
		if slices.Contains(before, name) {
			both = append(both, name)
		}
	}
	return both
}

// Tools are those that the session may call; nil: all that its catalog has.
func (s *State) Tools() []string { return s.tools }

// toolBytes is about how long the member "tools" is.
func toolBytes(tools []string) int {
	n := 0
	for _, name := range tools {
		n += len(name) + len(`"",`)
	}
	return n
}
