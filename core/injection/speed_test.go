//go:build !race

package injection

// Tests of speed: with the race detector they would measure that.

import (
	"slices"
	"testing"
	"time"
)

// perByte is the least CPU time that one byte of the text took to scan, of several
// rounds: other work on the machine only ever adds.
func perByte(tb testing.TB, text string, scan func(string)) time.Duration {
	const rounds = 3
	times := make([]time.Duration, rounds)
	for i := range times {
		n := 0
		begin := cpuTime(tb)
		for cpuTime(tb)-begin < 2*time.Millisecond {
			scan(text)
			n++
		}
		times[i] = (cpuTime(tb) - begin) * 1000 / time.Duration(n*len(text))
	}
	return slices.Min(times) // in thousandths
}

// TestLinear scans every hostile text, and finds the blocks of its passages, at 10 kB and
// at 1 MB: a byte must not cost more than twice as much in the long one.
func TestLinear(t *testing.T) {
	texts := readHostile(t)
	if len(texts) < 25 {
		t.Fatalf("only %d hostile texts", len(texts))
	}
	scan := func(text string) { Scan(text) }
	blocks := func(text string) { Blocks(text, Scan(text)) }
	for _, h := range texts {
		short, long := h.fill(10_000), h.fill(1_000_000)
		for name, run := range map[string]func(string){"scan": scan, "blocks": blocks} {
			var ratio float64
			var a, b time.Duration
			for range 3 { // a slow neighbour is no reason to fail
				a, b = perByte(t, short, run), perByte(t, long, run)
				if ratio = float64(b) / float64(a); ratio <= 2 {
					break
				}
			}
			t.Logf("%-20s %-6s %6.1f MB/s at 10 kB, %6.1f MB/s at 1 MB", h.name, name, 1e6/float64(a), 1e6/float64(b))
			if ratio > 2 {
				t.Errorf("%s, %s: a byte of 1 MB costs %.1f times a byte of 10 kB", h.name, name, ratio)
			}
		}
	}
}

// TestFasterThanRegexps compares with the same rules as regular expressions: at least
// 100 times on honest texts, 50 on hostile ones.
func TestFasterThanRegexps(t *testing.T) {
	expressions := readGrammar(t).compile(t)
	texts := map[string]string{"honest": honestText(t, 4_000, isASCII)}
	for _, h := range readHostile(t) {
		if isASCII(h.unit) {
			texts[h.name] = h.fill(500)
		}
	}
	for name, text := range texts {
		want := 50.0
		if name == "honest" {
			want = 100
		}
		got := timesFaster(t, 3, func() { Scan(text) }, func() {
			for _, e := range expressions {
				e.MatchString(text)
			}
		})
		t.Logf("%-20s %6.0f times", name, got)
		if got < want {
			t.Errorf("%s: %.0f times as fast as %d regular expressions, want %.0f", name, got, len(expressions), want)
		}
	}
}
