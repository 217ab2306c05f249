package catalog

import (
	"os"
	"path/filepath"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	retail, err := os.ReadFile(filepath.Join(testdata, "security-bench", "tau_retail", "catalog.json"))
	if err != nil {
		b.Fatal(err)
	}
	for name, file := range map[string]struct {
		name string
		data []byte
	}{
		"yaml": {"a.yaml", []byte(everything)}, "json": {"a.json", retail}, "json_as_yaml": {"a.yaml", retail},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file.data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(file.name, file.data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFingerprint(b *testing.B) {
	c := read(b, everything)
	b.Run("catalog", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c.Fingerprint()
		}
	})
	b.Run("tool", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := c.ToolFingerprint("send_payment"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkTakenFact(b *testing.B) {
	c := read(b, everything)
	t := c.Tool("send_payment")
	b.ReportAllocs()
	for b.Loop() {
		if c.TakenFact(t, "spent_today") != "" || c.TakenFact(t, "weather") != "" {
			b.Fatal("taken")
		}
	}
}
