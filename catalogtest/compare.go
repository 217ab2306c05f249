package catalogtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// States of a check, as [core.CheckResult] has them.
const (
	statePassed       = "passed"
	stateFailed       = "failed"
	stateNotEvaluated = "not_evaluated"
)

// Difference is one thing that is not as a case expects it.
type Difference struct {
	What string // "outcome", "failed", "arguments.amount", …
	Want string
	Got  string
}

// String is the difference on one line.
func (d Difference) String() string { return fmt.Sprintf("%s: want %s, got %s", d.What, d.Want, d.Got) }

// comparison collects differences.
type comparison struct{ differences []Difference }

func (c *comparison) differ(what, want, got string) {
	c.differences = append(c.differences, Difference{what, want, got})
}

func compare(c *Case, d *core.Decision) []Difference {
	diff, e := &comparison{}, c.Expect
	if d.Outcome != e.Outcome {
		diff.differ("outcome", string(e.Outcome), string(d.Outcome))
	}
	if e.Failed != nil && !slices.Equal(e.Failed, d.Failed) {
		diff.differ("failed", list(e.Failed), list(d.Failed))
	}
	for _, name := range e.FailedIncludes {
		if !slices.Contains(d.Failed, name) {
			diff.differ("failed", name+" among them", list(d.Failed))
		}
	}
	diff.set("not_evaluated", e.NotEvaluated, notEvaluated(d))
	diff.set("missing_facts", e.MissingFacts, d.MissingFacts)
	diff.arguments(e.Arguments, d.Arguments)
	diff.evidence(e.Evidence, d.Evidence)
	if c.Conversation.Skipped != e.Skipped {
		diff.differ("skipped", fmt.Sprintf("%d unreadable items of the conversation", e.Skipped), fmt.Sprint(c.Conversation.Skipped))
	}
	return diff.differences
}

func notEvaluated(d *core.Decision) []string {
	var names []string
	for _, c := range d.Checks {
		if c.State == stateNotEvaluated {
			names = append(names, c.Name)
		}
	}
	return names
}

// set compares names in any order; nil wants nothing in particular.
func (c *comparison) set(what string, want, got []string) {
	if want == nil {
		return
	}
	want, got = slices.Clone(want), slices.Clone(got)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		c.differ(what, list(want), list(got))
	}
}

func (c *comparison) arguments(want, got jsonvalue.Value) {
	for name, value := range want.Members() {
		given, there := got.Get(name)
		switch {
		case !there:
			c.differ("arguments."+name, value.Write(jsonvalue.Readable), "none")
		case !sameValue(value, given):
			c.differ("arguments."+name, value.Write(jsonvalue.Readable), given.Write(jsonvalue.Readable))
		}
	}
}

// sameValue compares what an author writes with what was validated: 250 and 250.0 are
// the same amount, other values compare as they are.
func sameValue(a, b jsonvalue.Value) bool {
	switch {
	case a.Kind() != b.Kind() || a.Len() != b.Len():
		return false
	case a.Kind() == jsonvalue.Number && a.IsInteger() != b.IsInteger():
		return a.Float64() == b.Float64()
	case a.Kind() == jsonvalue.Array:
		for i, item := range a.Items() {
			if !sameValue(item, b.Items()[i]) {
				return false
			}
		}
		return true
	case a.Kind() == jsonvalue.Object:
		for name, value := range a.Members() {
			if other, there := b.Get(name); !there || !sameValue(value, other) {
				return false
			}
		}
		return true
	default:
		return jsonvalue.Equal(a, b)
	}
}

func (c *comparison) evidence(want map[string][]conversation.Role, got []core.Evidence) {
	given := make(map[string][]conversation.Role)
	for _, e := range got {
		if !slices.Contains(given[e.Argument], e.Role) {
			given[e.Argument] = append(given[e.Argument], e.Role)
		}
	}
	for _, argument := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(want[argument], given[argument]) {
			c.differ("evidence."+argument, roles(want[argument]), roles(given[argument]))
		}
	}
}

func roles(all []conversation.Role) string {
	if len(all) == 0 {
		return "no quote"
	}
	names := make([]string, len(all))
	for i, r := range all {
		names[i] = r.String()
	}
	return "a quote of " + strings.Join(names, ", ")
}

func list(names []string) string { return "[" + strings.Join(names, ", ") + "]" }
