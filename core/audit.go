package core

import (
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Audit writes what the decision rests on for a person who was not there: the call,
// the outcome, every check and what became of it, the quotes, and which catalog and
// engine decided. Texts for people are in English.
func (d *Decision) Audit() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Call      %s(%s)\n", d.Tool, d.Arguments.Write(jsonvalue.Readable))
	if !d.CallID.IsNull() {
		fmt.Fprintf(&b, "Id        %s\n", textOf(d.CallID))
	}
	fmt.Fprintf(&b, "Outcome   %s", d.Outcome)
	if d.Resolved {
		fmt.Fprintf(&b, ", after a person's answer")
		if d.ApprovedBy != "" {
			fmt.Fprintf(&b, " (approved by %s)", d.ApprovedBy)
		}
	}
	b.WriteString("\n")
	for _, r := range d.Reasons {
		fmt.Fprintf(&b, "Because   %s\n", r)
	}
	b.WriteString("Checks\n")
	for _, c := range d.Checks {
		fmt.Fprintf(&b, "  %-14s %s (%s)", strings.ReplaceAll(c.State, "_", " "), c.Name, c.OnFail)
		if c.State == skipped.String() && c.Why != "" {
			b.WriteString(": " + c.Why)
		}
		b.WriteString("\n")
	}
	if len(d.Evidence) > 0 {
		b.WriteString("Rests on\n")
	}
	for _, e := range d.Evidence {
		fmt.Fprintf(&b, "  %-14s %q, message %d (%s), characters %d to %d", e.Argument, shorten(e.Quote), e.Message, e.Role, e.Start, e.End)
		if e.Session != "" {
			fmt.Fprintf(&b, ", of session %s", e.Session)
		}
		if e.Call != "" {
			fmt.Fprintf(&b, ", what %s gave", shorten(e.Call))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "Catalog   %s\nEngine    %s\n", d.Catalog, d.Engine)
	return b.String()
}
