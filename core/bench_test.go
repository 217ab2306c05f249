package core_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/guardstream/guardstream/test/workload"
)

// A whole stateless check: the bytes of a proposal to the bytes of its decision.
func BenchmarkCheckStateless(b *testing.B) {
	guard := must(workload.Guard())
	for _, n := range workload.Sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			request := workload.Request(n)
			b.SetBytes(int64(len(request)))
			b.ReportAllocs()
			var dst []byte
			start := workload.CPUTime()
			for b.Loop() {
				dst = must(workload.CheckBytes(context.Background(), guard, request, dst[:0]))
			}
			b.ReportMetric(float64((workload.CPUTime()-start).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// One new message and one call in a live session of n messages.
func BenchmarkCheckSession(b *testing.B) {
	guard := must(workload.Guard())
	for _, n := range workload.Sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			live := must(workload.NewLive(guard, n))
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				if live.Due() {
					b.StopTimer()
					if err := live.Restart(); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				dst = must(live.Step(context.Background(), dst[:0]))
			}
		})
	}
}
