package weburl_test

import (
	"testing"

	"github.com/guardstream/guardstream/core/weburl"
)

func BenchmarkParse(b *testing.B) {
	for name, address := range map[string]string{
		"ascii":   "https://www.docs.example:8443/guide/intro?lang=en#top",
		"idna":    "https://münchen.example/x",
		"refused": "https://docs.example@evil.test/guide",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				weburl.Parse(address)
			}
		})
	}
}
