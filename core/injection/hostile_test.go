package injection

import (
	"os"
	"strconv"
	"strings"
	"testing"
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
