package core_test

import (
	"context"
	"testing"

	"github.com/guardstream/guardstream/test/workload"
)

// Ceilings of allocations per check: what a change may not silently add to. A message
// of a stateless check costs its two texts, its two names and little else.
const (
	ceilingSession         = 80 // one new message and one call, whatever the length
	ceilingStatelessFixed  = 230
	ceilingStatelessPerMsg = 11
)

func TestAllocations(t *testing.T) {
	guard := must(workload.Guard())
	for _, n := range workload.Sizes {
		request := workload.Request(n)
		var dst []byte
		got := testing.AllocsPerRun(20, func() { dst = must(workload.CheckBytes(context.Background(), guard, request, dst[:0])) })
		if ceiling := float64(ceilingStatelessFixed + ceilingStatelessPerMsg*n); got > ceiling {
			t.Errorf("a stateless check of %d messages allocates %.0f times, the ceiling is %.0f", n, got, ceiling)
		}
		live := must(workload.NewLive(guard, n))
		got = testing.AllocsPerRun(5, func() { dst = must(live.Step(context.Background(), dst[:0])) })
		if got > ceilingSession {
			t.Errorf("a call in a session of %d messages allocates %.0f times, the ceiling is %d", n, got, ceilingSession)
		}
	}
}
