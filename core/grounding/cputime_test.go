//go:build unix

package grounding_test

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime returns what the process has used so far.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// reportCPU adds the CPU time of an operation to a benchmark: on a busy machine it is
// the figure to compare. It is to be called when the benchmark begins.
func reportCPU(b *testing.B) {
	start := cpuTime()
	b.Cleanup(func() { b.ReportMetric(float64(cpuTime()-start)/float64(b.N), "cpu-ns/op") })
}
