package confirmation

import (
	"strings"
	"testing"
)

func BenchmarkAccepts(b *testing.B) {
	prose := "I spent an hour on the phone, they told me the order was approved, and it still shows the same error. "
	for _, c := range []struct{ name, text string }{
		{"yes", "Yes, go ahead."},
		{"sentences", "Thanks for checking. I see the total. That's correct, please go ahead and ship it."},
		{"refusal", "No, hold on, I am not sure about this."},
		{"prose", strings.Repeat(prose, 100)},
		{"russian", strings.Repeat("Я проверила список и хочу уточнить, почему доставка стала платной. ", 100)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				Accepts(c.text)
			}
		})
	}
}
