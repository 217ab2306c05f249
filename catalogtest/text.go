package catalogtest

import (
	"fmt"
	"io"
	"strings"

	"github.com/guardstream/guardstream/core"
)

// WriteText writes a report for people: what failed and how, what no case exercises,
// and which weakened catalogs no case notices. With all, also what passed.
func (r *Report) WriteText(w io.Writer, all bool) error {
	var b strings.Builder
	for _, result := range r.Results {
		switch {
		case !result.Passed():
			writeFailure(&b, result)
		case all:
			fmt.Fprintf(&b, "ok    %s\n", result.Case.Name)
		}
	}
	failed := r.Failed()
	fmt.Fprintf(&b, "%s: %d cases, %d passed, %d failed\n", r.File, len(r.Results), len(r.Results)-failed, failed)
	if gaps := r.Coverage.Gaps(); len(gaps) > 0 {
		fmt.Fprintf(&b, "\nNot exercised:\n")
		for _, gap := range gaps {
			fmt.Fprintf(&b, "  %s\n", gap)
		}
	}
	if r.Mutation != nil {
		writeMutation(&b, r.Mutation)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFailure(b *strings.Builder, r Result) {
	fmt.Fprintf(b, "FAIL  %s\n      %s\n", r.Case.Name, r.Case.Position)
	for _, d := range r.Differences {
		fmt.Fprintf(b, "      %s\n        want  %s\n        got   %s\n", d.What, d.Want, d.Got)
	}
	for _, why := range because(r.Decision) {
		fmt.Fprintf(b, "      because %s\n", why)
	}
}

// because is why the decision is what it is, for who expected another.
func because(d *core.Decision) []string {
	if d == nil {
		return nil
	}
	var all []string
	for _, reason := range d.Reasons {
		all = append(all, reason.String())
	}
	return all
}

func writeMutation(b *strings.Builder, m *Mutation) {
	survivors := m.Survivors()
	counted, accepted := 0, 0
	for _, mutant := range m.Mutants {
		if mutant.Accepted != "" {
			accepted++
		} else {
			counted++
		}
	}
	fmt.Fprintf(b, "\nMutation score %.1f %%: the cases notice %d of %d weakened catalogs", 100*m.Score(), counted-len(survivors), counted)
	if accepted > 0 {
		fmt.Fprintf(b, ", %d more are accepted", accepted)
	}
	b.WriteString("\n")
	for _, s := range survivors {
		fmt.Fprintf(b, "  %s  %s\n      add %s\n", s.Position, s.Change, s.Advice)
	}
	for _, s := range m.Stale {
		fmt.Fprintf(b, "  %s  %s\n      is accepted for nothing: take it out of accept\n", s.Position, s.Change)
	}
}
