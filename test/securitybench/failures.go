package securitybench

import (
	"fmt"
	"io"
	"strings"
)

// WriteFailures lists every record and text that is not what it should be, and every
// other one whose outcome or failed checks are not the reference's.
func (r *Report) WriteFailures(w io.Writer) error {
	var wrong, other strings.Builder
	for _, s := range r.Sets {
		for _, result := range s.Results {
			switch {
			case !result.As(result.Outcome):
				result.describe(&wrong, s.Name)
			case result.differs():
				result.describe(&other, s.Name)
			}
		}
	}
	for _, t := range r.Texts {
		line := fmt.Sprintf("- %s: %s, flagged: %t", t.ID, t.Label, t.Flagged)
		switch {
		case t.Flagged != (t.Label == "injection"):
			fmt.Fprintln(&wrong, line)
		case t.Reference != nil && *t.Reference != t.Flagged:
			fmt.Fprintln(&other, line)
		}
	}
	return write(w, "## Not what it should be", strings.TrimSuffix(wrong.String(), "\n"),
		"## As it should be, and other than the reference", strings.TrimSuffix(other.String(), "\n"))
}

func (r Result) differs() bool {
	return r.Reference != nil && (r.Outcome != r.Reference.Outcome || strings.Join(r.Failed, " ") != strings.Join(r.Reference.Failed, " "))
}

func (r Result) describe(b *strings.Builder, set string) {
	fmt.Fprintf(b, "- %s: %s, %s", r.ID, r.Cell(), r.Outcome)
	if r.Attack != "" {
		fmt.Fprintf(b, ", attack %s", r.Attack)
	}
	if r.Reference != nil {
		fmt.Fprintf(b, " (the reference: %s%s)", r.Reference.Outcome, inBrackets(r.Reference.Failed))
	}
	fmt.Fprintf(b, ", set %s\n", set)
	for _, reason := range r.Reasons {
		fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(reason.String(), "\n", " "))
	}
}

func inBrackets(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " [" + strings.Join(names, " ") + "]"
}
