package explain

import (
	"fmt"
	"io"
	"strings"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// WriteText writes an explanation for people.
func (e *Explanation) WriteText(w io.Writer) error {
	var b strings.Builder
	d := e.Decision
	fmt.Fprintf(&b, "Call      %s(%s)\nOutcome   %s", d.Tool, shortValue(d.Arguments), d.Outcome)
	if e.DecidedBy != "" {
		fmt.Fprintf(&b, ", decided by %s", e.DecidedBy)
	}
	b.WriteString("\n")
	if e.OtherCatalog {
		b.WriteString("Note      explained from a catalog that is not the one that decided\n")
	}
	if e.Skipped > 0 {
		fmt.Fprintf(&b, "Note      %d items of the conversation could not be read\n", e.Skipped)
	}
	b.WriteString("\nChecks, in the order they decide in\n")
	for _, c := range e.Checks {
		c.write(&b)
	}
	if len(e.Passages) > 0 {
		b.WriteString("\nInstructions in tool outputs\n")
	}
	for _, p := range e.Passages {
		if p.Quote == "" {
			fmt.Fprintf(&b, "  message %d: cut away with the rest of the message\n", p.Message)
			continue
		}
		fmt.Fprintf(&b, "  message %d, characters %d to %d: %q (%s)\n", p.Message, p.Start, p.End, short(p.Quote), p.Rule)
	}
	if next := d.NextSteps(); len(next) > 0 {
		b.WriteString("\nWhat the agent is told to do\n")
		for _, step := range next {
			fmt.Fprintf(&b, "  %s\n", step)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// states are what a line begins with: what decides stands out.
var states = map[string]string{statePassed: "passed", stateFailed: "FAILED", stateSkipped: "skipped", stateNotEvaluated: "UNKNOWN"}

func (c Check) write(b *strings.Builder) {
	fmt.Fprintf(b, "  %-8s %s (%s)\n", states[c.State], c.Name, c.OnFail)
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(b, "           %-8s %s\n", label, text)
		}
	}
	if c.Policy == nil {
		line("asks", c.About)
	}
	if c.State != statePassed {
		line("because", c.Why)
	}
	if p := c.Policy; p != nil {
		p.write(line, c.State == stateFailed)
	}
	for _, l := range c.Lookups {
		if l.Argument == core.EvidenceProposal || l.Argument == core.EvidenceAccepted {
			line(strings.Trim(l.Argument, "()"), l.Places[0].String())
			continue
		}
		line("value", l.String())
		for _, place := range l.Places {
			line("", place.String())
		}
		if l.More > 0 {
			line("", fmt.Sprintf("and %d more places", l.More))
		}
	}
	line("to pass", c.Change)
}

func (p *Policy) write(line func(label, text string), failed bool) {
	line("policy", short(strings.Join(strings.Fields(p.Expr), " ")))
	if !failed { // else it is why
		line("reason", p.Reason)
	}
	for _, read := range p.Reads {
		if read.Given {
			line("reads", read.Name+" = "+shortValue(read.Value))
		} else {
			line("reads", read.Name+": "+read.Why)
		}
	}
	if len(p.Parts) < 2 {
		return
	}
	for _, part := range p.Parts {
		switch {
		case part.Why != "":
			line("part", part.Expr+": "+part.Why)
		case part.Holds:
			line("part", part.Expr+" holds")
		default:
			line("part", part.Expr+" does not hold")
		}
	}
}

// String says what was looked for.
func (l Lookup) String() string {
	text := l.Argument + " " + shortValue(l.Value)
	if l.Matcher != "" {
		text += ", as " + l.Matcher
	}
	if l.From != nil {
		text += ", by " + rolesText(l.From)
	}
	switch {
	case len(l.Places) == 0:
		return text + ": written nowhere"
	case !l.Found():
		return text + ": written nowhere that counts"
	default:
		return text
	}
}

// String says where something is written.
func (p Place) String() string {
	where := p.Role.String()
	if p.Session != "" {
		where += " of session " + p.Session
	}
	text := fmt.Sprintf("message %d (%s), characters %d to %d: %s", p.Message, where, p.Start, p.End, shortValue(jsonvalue.NewString(p.Quote)))
	if !p.Counts {
		text += "; " + p.Why
	}
	return text
}
