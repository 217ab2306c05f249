package grounding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// fiveValues are arguments of the usual kinds.
var fiveValues = []grounding.Needle{
	needle(jsonvalue.NewString("DE21500500009876543210"), grounding.Whole),
	needle(jsonvalue.NewString("https://shop.example/items/42"), grounding.URL),
	needle(jsonvalue.NewString("kira@north.example"), grounding.Token),
	needle(jsonvalue.NewString("#W5442520"), grounding.ID),
	needle(jsonvalue.NewNumber("1499.90"), grounding.Token),
}

const fiveWritten = "Refund order W5442520 of kira@north.example, 1499.90 EUR, to DE21500500009876543210, see https://shop.example/items/42. "

func needle(v jsonvalue.Value, m grounding.Matcher) grounding.Needle {
	return grounding.NewNeedle(v, m, grounding.NoLocale)
}

// conversationText returns an ordinary text of a size, with the five values in the
// middle if they are asked for.
func conversationText(size int, written bool) string {
	const filler = "The parcel of 12 May was sent with invoice 2025-0815 over 89.95 EUR; Mila asked for another 3 boxes. "
	half := strings.Repeat(filler, size/2/len(filler))
	if written {
		return half + fiveWritten + half
	}
	return half + half
}

// messagesOf cuts a text into messages of about 200 characters.
func messagesOf(text string) (messages []string) {
	for len(text) > 200 {
		messages, text = append(messages, text[:200]), text[200:]
	}
	return append(messages, text)
}

// BenchmarkScan searches five values in a text that is prepared anew, as a single
// check does.
func BenchmarkScan(b *testing.B) {
	for _, size := range []int{20_000, 200_000} {
		for _, written := range []bool{true, false} {
			b.Run(fmt.Sprintf("%dk/written=%v", size/1000, written), func(b *testing.B) {
				s := conversationText(size, written)
				b.SetBytes(int64(len(s)))
				b.ReportAllocs()
				reportCPU(b)
				for b.Loop() {
					text := grounding.NewText(s)
					for _, n := range fiveValues {
						if _, ok := n.First(text); ok != written {
							b.Fatal(ok)
						}
					}
				}
			})
		}
	}
}

// BenchmarkMatcher searches a prepared text for one value that is not there.
func BenchmarkMatcher(b *testing.B) {
	s := conversationText(20_000, false)
	text := grounding.NewText(s)
	for i, name := range []string{"whole", "url", "token", "id", "number"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			reportCPU(b)
			for b.Loop() {
				if _, ok := fiveValues[i].First(text); ok {
					b.Fatal("found")
				}
			}
		})
	}
}

// BenchmarkScanUnicode prepares and searches texts that are not ASCII.
func BenchmarkScanUnicode(b *testing.B) {
	for name, filler := range map[string]string{
		"mixed":   strings.Repeat("The parcel was sent — over 89.95 € — to Zoë and Mila. ", 400),
		"russian": strings.Repeat("Посылка от 12 мая отправлена со счётом на 89,95 руб. ", 250),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(filler)))
			b.ReportAllocs()
			reportCPU(b)
			for b.Loop() {
				text := grounding.NewText(filler)
				for _, n := range fiveValues {
					if _, ok := n.First(text); ok {
						b.Fatal("found")
					}
				}
			}
		})
	}
}

// BenchmarkIndex looks up and verifies five values in the messages of a session.
func BenchmarkIndex(b *testing.B) {
	for _, size := range []int{20_000, 200_000} {
		b.Run(fmt.Sprintf("%dk", size/1000), func(b *testing.B) {
			index := grounding.NewIndex()
			half := messagesOf(conversationText(size, false))
			messages := append(append(half[:len(half):len(half)], fiveWritten), half...)
			var texts []*grounding.Text
			for _, m := range messages {
				texts = append(texts, grounding.NewText(m))
				index.Add(texts[len(texts)-1])
			}
			b.ReportAllocs()
			reportCPU(b)
			for b.Loop() {
				var buffer [16]int
				for _, n := range fiveValues {
					found := false
					for _, i := range index.Candidates(n, buffer[:0]) {
						if _, found = n.First(texts[i]); found {
							break
						}
					}
					if !found {
						b.Fatal("not found")
					}
				}
			}
		})
	}
}

func BenchmarkIndexAdd(b *testing.B) {
	messages := messagesOf(conversationText(60_000, true))
	b.ReportAllocs()
	reportCPU(b)
	for b.Loop() {
		index := grounding.NewIndex()
		for _, m := range messages {
			index.Add(grounding.NewText(m))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(messages)), "ns/message")
}

func BenchmarkNewNeedle(b *testing.B) {
	values := []jsonvalue.Value{jsonvalue.NewString("DE21500500009876543210"), jsonvalue.NewNumber("1499.90")}
	b.ReportAllocs()
	reportCPU(b)
	for b.Loop() {
		for _, v := range values {
			grounding.NewNeedle(v, grounding.Token, grounding.NoLocale)
		}
	}
}
