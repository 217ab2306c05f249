package grounding_test

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// hostile texts repeat what some rule looks at. Ten times the text must not take much
// more than ten times as long.
var hostile = []struct {
	name    string
	value   jsonvalue.Value
	matcher grounding.Matcher
	unit    string
}{
	{"the value's prefix", jsonvalue.NewString(strings.Repeat("ab", 500) + "c"), grounding.Token, "ab"},
	{"a long value over itself", jsonvalue.NewString(strings.Repeat("#", 5000)), grounding.Substring, "#"},
	{"a long value over itself, nowhere whole", jsonvalue.NewString(strings.Repeat("#", 5000)), grounding.Whole, "#"},
	{"marks", jsonvalue.NewString("##a"), grounding.ID, "#"},
	{"identifiers", jsonvalue.NewString("#a a"), grounding.ID, "#a "},
	{"joined digits", jsonvalue.NewString("1.1"), grounding.Token, "1.1."},
	{"digit strings", jsonvalue.NewString("1"), grounding.Token, "1 "},
	{"digit strings beside long words", jsonvalue.NewString("1"), grounding.Token, "1 " + strings.Repeat("a", 1000) + " "},
	{"full stops", jsonvalue.NewString("."), grounding.Whole, "."},
	{"points", jsonvalue.NewDouble(1.1), grounding.Token, "1.1."},
	{"groups", jsonvalue.NewInt(1), grounding.Token, "1,111"},
	{"apostrophes", jsonvalue.NewInt(1), grounding.Token, "1'111'1111 "},
	{"apostrophe groups", jsonvalue.NewInt(1), grounding.Token, "111'"},
	{"spaced groups", jsonvalue.NewInt(1), grounding.Spaced, "111 "},
	{"one number", jsonvalue.NewInt(1), grounding.Token, "1"},
	{"zeros", jsonvalue.NewInt(0), grounding.Token, "0"},
	{"other digits", jsonvalue.NewInt(1), grounding.Token, "١ "},
	{"invisible characters", jsonvalue.NewInt(1), grounding.Token, "1\u200b "},
	{"spaces", jsonvalue.NewInt(1), grounding.Token, "1      "},
	{"schemes", jsonvalue.NewString("https://a.example"), grounding.URL, "http://"},
	{"addresses", jsonvalue.NewString("https://a.example/x"), grounding.URL, "http://a.example"},
	{"lists of addresses", jsonvalue.NewString("https://a.example/x"), grounding.URL, "http://a.example/y,"},
	{"lists of hosts", jsonvalue.NewString("https://a.example/x"), grounding.URL, "a.example/y,"},
	{"brackets", jsonvalue.NewString("https://a.example/x"), grounding.URL, "a.example("},
	{"labels", jsonvalue.NewString("https://a.example/x"), grounding.URL, "a.example:"},
	{"foreign hosts", jsonvalue.NewString("https://ä.example/x"), grounding.URL, "ö.example,"},
	{"one foreign host", jsonvalue.NewString("https://ä.example/x"), grounding.URL, "ö.ä"},
	{"foreign labels", jsonvalue.NewString("https://ä.example/x"), grounding.URL, "ö:"},
}

// TestLinear compares the CPU time for 100 kB with that for 1 MB: the machine may be
// busy with something else. A ratio that is too high is measured again. What is linear
// takes 10 times as long, what is quadratic 100 times; a busy neighbour and a text that
// leaves the caches cost a factor of two.
func TestLinear(t *testing.T) {
	for _, tt := range hostile {
		needle := grounding.NewNeedle(tt.value, tt.matcher, grounding.NoLocale)
		isLinear(t, tt.name+", searched", 30, tt.unit, func(text *grounding.Text) {
			needle.All(text)
			needle.First(text)
		})
		// The table of a large index does not fit into the caches, which costs a factor
		// of two or three; what is not linear costs ten.
		isLinear(t, tt.name+", indexed", 40, tt.unit, func(text *grounding.Text) {
			index := grounding.NewIndex()
			index.Add(text)
			index.Candidates(needle, nil)
		})
	}
}

func isLinear(t *testing.T, name string, most float64, unit string, use func(*grounding.Text)) {
	t.Helper()
	const attempts = 5
	measure := func(size int) time.Duration {
		s := strings.Repeat(unit, size/len(unit)+1)
		start := cpuTime()
		use(grounding.NewText(s))
		return cpuTime() - start
	}
	short, long := time.Duration(1<<62), time.Duration(1<<62)
	ratio := 0.0
	for range attempts {
		short, long = min(short, measure(100_000)), min(long, measure(1_000_000))
		// What takes a moment only is no danger, and no measure.
		ratio = float64(long) / float64(max(short, 5*time.Millisecond))
		if ratio <= most {
			break
		}
	}
	if ratio > most {
		t.Errorf("%s: 100 kB took %v, 1 MB %v: %.1f times as long", name, short, long, ratio)
	}
	t.Logf("%-52s %8v %8v", name, short.Round(time.Microsecond), long.Round(time.Microsecond))
}
