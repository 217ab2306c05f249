package injection

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

type hostileText struct{ name, unit string }

// readHostile reads the units of testdata/hostile.txt.
func readHostile(tb testing.TB) []hostileText {
	tb.Helper()
	data, err := os.ReadFile("testdata/hostile.txt")
	if err != nil {
		tb.Fatal(err)
	}
	var all []hostileText
	for line := range strings.Lines(string(data)) {
		name, quoted, ok := strings.Cut(strings.TrimSpace(line), `"`)
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		unit, err := strconv.Unquote(`"` + quoted)
		if err != nil {
			tb.Fatalf("%s: %v", line, err)
		}
		all = append(all, hostileText{strings.TrimSpace(name), unit})
	}
	return all
}

// fill repeats the unit up to size bytes.
func (h hostileText) fill(size int) string {
	return strings.Repeat(h.unit, size/len(h.unit)+1)[:size]
}

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

// TestLinear scans every hostile text at 10 kB and at 1 MB: a byte must not cost more
// than twice as much in the long one.
func TestLinear(t *testing.T) {
	texts := readHostile(t)
	if len(texts) < 25 {
		t.Fatalf("only %d hostile texts", len(texts))
	}
	run := func(text string) { Scan(text) }
	for _, h := range texts {
		short, long := h.fill(10_000), h.fill(longText)
		var ratio float64
		var a, b time.Duration
		for range 3 { // a slow neighbour is no reason to fail
			a, b = perByte(t, short, run), perByte(t, long, run)
			if ratio = float64(b) / float64(a); ratio <= 2 {
				break
			}
		}
		t.Logf("%-20s %6.1f MB/s at 10 kB, %6.1f MB/s at the long size", h.name, 1e6/float64(a), 1e6/float64(b))
		if ratio > 2 {
			t.Errorf("%s: a byte of the long text costs %.1f times a byte of 10 kB", h.name, ratio)
		}
	}
}
