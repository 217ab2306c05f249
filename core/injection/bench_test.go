package injection

import (
	"strings"
	"testing"
)

// honestText is size bytes of the honest texts of the detector corpus.
func honestText(tb testing.TB, size int, keep func(string) bool) string {
	var b strings.Builder
	for b.Len() < size {
		for _, v := range readLines[corpusText](tb, corpus+"corpus.jsonl") {
			if v.Label == "benign" && keep(v.Text) {
				b.WriteString(v.Text)
				b.WriteString("\n\n")
			}
		}
	}
	return b.String()[:size]
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		name string
		text string
	}{
		{"honest/10k", honestText(b, 10_000, isASCII)},
		{"honest/100k", honestText(b, 100_000, isASCII)},
		{"prose/10k", honestText(b, 10_000, func(s string) bool { return isASCII(s) && !strings.ContainsAny(s, "{|[<") })},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			before := cpuTime(b)
			for b.Loop() {
				Scan(c.text)
			}
			reportCPU(b, len(c.text), cpuTime(b)-before)
		})
	}
}
