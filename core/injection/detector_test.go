package injection

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const corpus = "../../test/testdata/security-bench/detector/"

type corpusText struct {
	ID, Source, Text, Label string
}

type tally struct{ ours, reference, all int }

func (c tally) String() string {
	return fmt.Sprintf("%3d / %3d / %3d  %3.0f%% (%3.0f%%)", c.ours, c.reference, c.all,
		percent(c.ours, c.all), percent(c.reference, c.all))
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

// TestDetector compares with the reference on the detector corpus, source by source.
// No source may be worse, and the goals of the project are kept: most injections
// found, hardly any alarm on honest texts. Run with -v for the table.
func TestDetector(t *testing.T) {
	reference := map[string]bool{}
	for _, v := range readLines[struct {
		ID      string
		Flagged bool
	}](t, corpus+"solvi_0.9.0.jsonl") {
		reference[v.ID] = v.Flagged
	}
	tallies := map[string]map[string]tally{"benign": {}, "injection": {}}
	for _, v := range readLines[corpusText](t, corpus+"corpus.jsonl") {
		c := tallies[v.Label][v.Source]
		c.all++
		found := Scan(v.Text)
		if len(found) > 0 {
			c.ours++
		}
		if reference[v.ID] {
			c.reference++
		}
		tallies[v.Label][v.Source] = c
		if missed := v.Label == "injection"; missed == (len(found) == 0) && testing.Verbose() {
			t.Logf("%s: %q %v", v.ID, v.Text[max(0, len(v.Text)-300):], describe(v.Text, found))
		}
	}
	for _, label := range []string{"benign", "injection"} {
		var total tally
		var mean, referenceMean float64
		sources := slices.Sorted(maps.Keys(tallies[label]))
		for _, source := range sources {
			c := tallies[label][source]
			t.Logf("%-10s %-40s %v", label, source, c)
			total = tally{total.ours + c.ours, total.reference + c.reference, total.all + c.all}
			mean += percent(c.ours, c.all) / float64(len(sources))
			referenceMean += percent(c.reference, c.all) / float64(len(sources))
			if worse := c.ours < c.reference; worse == (label == "injection") && c.ours != c.reference {
				t.Errorf("%s %s: %v: worse than the reference", label, source, c)
			}
		}
		t.Logf("%-10s %-40s %v, mean of %d sources %.0f%% (%.0f%%)", label, "all", total, len(sources), mean, referenceMean)
		if label == "injection" && mean < 60 {
			t.Errorf("injections found: %.1f%% in the mean of the sources, want 60%%", mean)
		}
		if rate := percent(total.ours, total.all); label == "benign" && rate > 3 {
			t.Errorf("honest texts flagged: %.1f%%, want at most 3%%", rate)
		}
	}
}

func describe(text string, passages []Passage) string {
	var b strings.Builder
	for _, p := range passages {
		fmt.Fprintf(&b, "%s: %q; ", p.Rule, text[p.Start:p.End])
	}
	return b.String()
}
