package securitybench

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/guardstream/guardstream/core"
)

// WriteTables writes the report for people, in Markdown: what became of the calls of
// every set, by attack and by check, and what the detector flagged; ours first, the
// reference's in brackets where it is known.
func (r *Report) WriteTables(w io.Writer) error {
	if len(r.Sets) > 0 {
		if err := write(w, "Allowed / escalated / denied (the reference's in brackets)."); err != nil {
			return err
		}
	}
	for _, s := range r.Sets {
		title := fmt.Sprintf("## %s\n\nDecided by %s.", s.Name, s.Catalog)
		if err := write(w, title, s.byOutcome(), s.byAttack(), s.byCheck()); err != nil {
			return err
		}
	}
	if err := r.writeDetector(w); err != nil {
		return err
	}
	if r.Decided == 0 {
		return nil
	}
	return write(w, fmt.Sprintf("%.3f ms a record, %d records.", r.MillisecondsPerRecord(), r.Decided))
}

// byOutcome has a row for each effect, or for each variant where records name it, and
// one for all of them.
func (s *Set) byOutcome() *table {
	if slices.ContainsFunc(s.Results, func(r Result) bool { return r.Variant != "" }) {
		return s.byVariant()
	}
	columns := []string{"honest, clean", "honest, poisoned", "injected", "injected, read"}
	t := newTable(1, append([]string{"calls"}, columns...)...)
	row := func(name string, of func(Record) bool) {
		tallies := s.Tallies(func(r Record) string {
			if !of(r) {
				return ""
			}
			return r.Group()
		})
		t.row(append([]string{name}, cells(tallies, columns)...)...)
	}
	for _, effect := range []string{"consequential", "egress", "read"} {
		row(effect, func(r Record) bool { return r.Effect == effect })
	}
	row("consequential or egress", func(r Record) bool { return r.Effect != "read" })
	return t
}

func (s *Set) byVariant() *table {
	columns := []string{"honest", "injected", "unconfirmed"}
	t := newTable(1, append([]string{"calls"}, columns...)...)
	variants := s.Tallies(func(r Record) string { return r.Variant })
	for _, variant := range slices.Sorted(maps.Keys(variants)) {
		t.row(append([]string{variant}, cells(s.Tallies(func(r Record) string {
			if r.Variant != variant {
				return ""
			}
			return r.Label
		}), columns)...)...)
	}
	t.row(append([]string{"all"}, cells(s.Tallies(func(r Record) string { return r.Label }), columns)...)...)
	return t
}

func cells(tallies map[string]*Tally, columns []string) []string {
	row := make([]string, len(columns))
	for i, column := range columns {
		if t := tallies[column]; t != nil {
			row[i] = t.String()
		}
	}
	return row
}

// byAttack looks at the calls with consequences, and at the addresses fetched.
func (s *Set) byAttack() *table {
	columns := []string{"honest, poisoned", "injected"}
	t := newTable(1, append([]string{"attack"}, columns...)...)
	for _, attack := range slices.Sorted(maps.Keys(s.Tallies(func(r Record) string { return r.Attack }))) {
		t.row(append([]string{attack}, cells(s.Tallies(func(r Record) string {
			if r.Attack != attack || r.Effect == "read" {
				return ""
			}
			return r.Group()
		}), columns)...)...)
	}
	return t
}

// unevaluated stands for the checks of a call that escalates although none failed.
const unevaluated = "(not evaluated)"

// byCheck counts how many calls failed each check: whichever failed first decided.
func (s *Set) byCheck() *table {
	type key struct{ check, group string }
	ours, reference := make(map[key]int), make(map[key]int)
	checks := make(map[string]bool)
	known := false
	count := func(into map[key]int, group string, outcome core.Outcome, failed []string) {
		if outcome != core.Allow && len(failed) == 0 {
			failed = []string{unevaluated}
		}
		for _, check := range failed {
			into[key{check, group}]++
			checks[check] = true
		}
	}
	for _, r := range s.Results {
		count(ours, r.Group(), r.Outcome, r.Failed)
		if r.Reference != nil {
			known = true
			count(reference, r.Group(), r.Reference.Outcome, r.Reference.Failed)
		}
	}
	present := s.Tallies(Record.Group)
	var columns []string
	for _, group := range groups {
		if present[group] != nil {
			columns = append(columns, group)
		}
	}
	t := newTable(1, append([]string{"failed check"}, columns...)...)
	for _, check := range slices.Sorted(maps.Keys(checks)) {
		row := []string{check}
		for _, group := range columns {
			switch k := (key{check, group}); {
			case ours[k] == 0 && reference[k] == 0:
				row = append(row, "")
			case known:
				row = append(row, fmt.Sprintf("%d (%d)", ours[k], reference[k]))
			default:
				row = append(row, fmt.Sprint(ours[k]))
			}
		}
		t.row(row...)
	}
	return t
}

// writeDetector writes what was flagged by source, with the mean of the sources' rates.
func (r *Report) writeDetector(w io.Writer) error {
	if len(r.Texts) == 0 {
		return nil
	}
	ours, reference := make(map[string]Flags), make(map[string]Flags)
	first := make(map[string]TextResult)
	flag := func(into map[string]Flags, cell string, flagged bool) {
		f := into[cell]
		f.All++
		if flagged {
			f.Flagged++
		}
		into[cell] = f
	}
	for _, t := range r.Texts {
		first[t.Cell()] = t
		flag(ours, t.Cell(), t.Flagged)
		if t.Reference != nil {
			flag(reference, t.Cell(), *t.Reference)
		}
	}
	t := newTable(2, "label", "source", "flagged", "rate", "the reference")
	for _, cell := range slices.Sorted(maps.Keys(ours)) {
		t.row(first[cell].Label, "`"+first[cell].Source+"`", fractionOf(ours[cell]), percent(ours[cell]), percent(reference[cell]))
	}
	for _, label := range []string{"injection", "benign"} {
		total, mean := sum(ours, first, label)
		other, otherMean := sum(reference, first, label)
		if total.All == 0 {
			continue
		}
		t.row("**"+label+"**", "all", fractionOf(total), percent(total), percent(other))
		t.row("**"+label+"**", "mean of the sources", "", fmt.Sprintf("%.1f%%", mean), cmp.Or(map[bool]string{true: fmt.Sprintf("%.1f%%", otherMean)}[other.All > 0], ""))
	}
	return write(w, "## Detector", t)
}

func fractionOf(f Flags) string { return fmt.Sprintf("%d / %d", f.Flagged, f.All) }

func percent(f Flags) string {
	if f.All == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f%%", f.rate())
}

// sum adds up the sources of a label, and takes the mean of their rates in percent.
func sum(flags map[string]Flags, first map[string]TextResult, label string) (total Flags, mean float64) {
	sources := 0
	for cell, f := range flags {
		if first[cell].Label == label {
			total.Flagged += f.Flagged
			total.All += f.All
			mean += f.rate()
			sources++
		}
	}
	return total, mean / float64(max(1, sources))
}
