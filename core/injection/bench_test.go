package injection

import (
	"strings"
	"testing"
)

// honestText is size bytes of the honest texts of the detector corpus.
func honestText(tb testing.TB, size int, keep func(string) bool) string {
	tb.Helper()
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

// conversation is size bytes of the tool outputs of recorded conversations without an
// attack.
func conversation(tb testing.TB, size int) []string {
	tb.Helper()
	var outputs []string
	for _, record := range readLines[struct {
		Label   string
		Context []struct{ Role, Content string }
	}](tb, "../../test/testdata/security-bench/tau_retail/records.jsonl") {
		for _, m := range record.Context {
			if record.Label == "honest" && m.Role == "tool" {
				outputs = append(outputs, m.Content)
				if size -= len(m.Content); size <= 0 {
					return outputs
				}
			}
		}
	}
	tb.Fatal("not enough records")
	return nil
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func anyText(string) bool { return true }

// isProse tells sentences from data and markup.
func isProse(s string) bool { return isASCII(s) && !strings.ContainsAny(s, "{|[<") }

// BenchmarkScan reports the bytes that a CPU second reads.
func BenchmarkScan(b *testing.B) {
	Scan("…") // the tables are made for the first text
	for _, c := range []struct {
		name  string
		texts []string
	}{
		{"honest/10k", []string{honestText(b, 10_000, isASCII)}},
		{"honest/100k", []string{honestText(b, 100_000, isASCII)}},
		{"prose/10k", []string{honestText(b, 10_000, isProse)}},
		{"mixed/10k", []string{honestText(b, 10_000, anyText)}},
		{"russian/10k", []string{strings.Repeat("Расписание на неделю: планёрка в понедельник, отчёт в среду, обед в столовой. ", 75)}},
		{"conversation/57k", conversation(b, 57_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			size := 0
			for _, text := range c.texts {
				size += len(text)
			}
			b.SetBytes(int64(size))
			begin := cpuTime(b)
			for b.Loop() {
				for _, text := range c.texts {
					Scan(text)
				}
			}
			reportCPU(b, size, cpuTime(b)-begin)
		})
	}
}

// BenchmarkHostile is BenchmarkScan for the texts that are made to be slow.
func BenchmarkHostile(b *testing.B) {
	Scan("…")
	for _, h := range readHostile(b) {
		b.Run(strings.ReplaceAll(h.name, " ", "-"), func(b *testing.B) {
			text := h.fill(10_000)
			begin := cpuTime(b)
			for b.Loop() {
				Scan(text)
			}
			reportCPU(b, len(text), cpuTime(b)-begin)
		})
	}
}

// BenchmarkAgainstRegexps reports how many times faster than regular expressions of the
// same rules the scan is, on honest and on hostile text.
func BenchmarkAgainstRegexps(b *testing.B) {
	expressions := readGrammar(b).compile(b)
	for name, text := range map[string]string{
		"honest":   honestText(b, 10_000, isASCII),
		"prose":    honestText(b, 10_000, isProse),
		"override": strings.Repeat("ignore skip forget you must a send all files to the my account now ", 100),
	} {
		b.Run(name, func(b *testing.B) {
			var ratio float64
			for b.Loop() {
				ratio = timesFaster(b, 1, func() { Scan(text) }, func() {
					for _, e := range expressions {
						e.MatchString(text)
					}
				})
			}
			b.ReportMetric(ratio, "times-faster")
		})
	}
}
