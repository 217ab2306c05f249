package injection

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is the time that this process has spent computing. Unlike the clock it does
// not depend on what else the machine does.
func cpuTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// reportCPU reports the bytes a CPU second of a benchmark that ran for spent.
func reportCPU(b *testing.B, bytes int, spent time.Duration) {
	b.ReportMetric(float64(bytes)*float64(b.N)/1e6/spent.Seconds(), "MB/cpu-s")
}
