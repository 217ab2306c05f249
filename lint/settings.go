package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/schema"
)

// Rules about what does nothing.

// withoutEffect looks at the keys that the file gives a tool: defaults of the catalog
// are for tools that can use them.
func withoutEffect(in *inspection, t *tool) {
	for _, key := range []struct {
		name    string
		without bool // what it needs is not there
		why     string
	}{
		{"ground_from", len(t.Ground) == 0, "nothing is grounded"},
		{"ground_last", len(t.Ground) == 0, "nothing is grounded"},
		{"ground_last", len(t.Ground) > 0 && !t.gives(conversation.User), "the user gives no values"},
		{"tool_values", len(t.Ground) == 0, "nothing is grounded"},
		{"tool_values", len(t.Ground) > 0 && t.gives(conversation.Tool), "tool outputs may give the values anyway"},
		{"scan_user", len(t.Ground) == 0, "nothing is grounded"},
		{"scan_user", len(t.Ground) > 0 && !t.gives(conversation.User), "the user gives no values"},
		{"verified", len(t.Ground) == 0 && t.Confirm == nil && t.Request == nil && t.Firewall == nil, "nothing has to be the user's"},
		{"locale", !t.groundsNumber(), "no number is grounded"},
	} {
		if key.without && in.says(t, key.name) {
			in.warn(t.path(key.name), "changes nothing: "+key.why, "take it out")
		}
	}
	if t.Confirm == nil || t.Confirm.Arguments == nil {
		return
	}
	for _, m := range t.Confirm.Match {
		if !slices.Contains(t.Confirm.Arguments, m.Argument) {
			in.warn(t.path("confirm", "match", m.Argument), fmt.Sprintf("changes nothing: %s is not among the arguments to confirm", m.Argument), "add it to arguments, or take it out")
		}
	}
}

func (t *tool) groundsNumber() bool {
	return slices.ContainsFunc(t.Ground, func(m catalog.Match) bool {
		p, known := t.property(m.Argument)
		types := append(slices.Clone(p.Types), p.Items...)
		return !known || len(types) == 0 || slices.ContainsFunc(types, func(k schema.Type) bool { return k == schema.Number || k == schema.Integer })
	})
}

// schemaWarnings tells what the reader of schemas has to say, at the property it is about.
func schemaWarnings(in *inspection, t *tool) {
	for _, warning := range t.warnings {
		at := t.path("parameters")
		where, _, _ := strings.Cut(warning, ": ")
		for _, name := range strings.Split(where, ".") {
			at = append(at, "properties", name)
		}
		advice := "correct the schema"
		if in.catalog.Schema != catalog.Strict && strings.Contains(warning, "read") {
			advice = "schema: strict in the catalog reads it"
		}
		in.warnAt(in.catalog.At(at...), t.path("parameters"), warning, advice)
	}
}
