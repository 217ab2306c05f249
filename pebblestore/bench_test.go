package pebblestore

import (
	"context"
	"crypto/sha256"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/guardstream/guardstream/events"
)

const (
	benchBatch = 512
	benchBytes = 1500
)

// cpu is the processor time this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkAppend appends batches to a ledger and, alternating with it, writes the
// same keys and values to a bare Pebble store with the same options. It reports the
// ratio of their processor times (bare : ledger) and rates.
func BenchmarkAppend(b *testing.B) {
	ctx := context.Background()
	l := openTest(b, b.TempDir()+"/ledger", Options{})
	bare, err := pebble.Open(b.TempDir()+"/bare", Options{Logger: quiet()}.withDefaults().store(nil, newSentry(quiet())))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := bare.Close(); err != nil {
			b.Error(err)
		}
	})
	var ours, theirs, oursWall, theirsWall time.Duration
	next := uint64(1)
	for b.Loop() {
		b.StopTimer()
		batch := make([]events.Record, benchBatch)
		for i := range batch {
			batch[i] = testRecordOf(next, benchBytes)
			next++
		}
		b.StartTimer()
		start, wall := cpu(), time.Now()
		if _, err := l.Append(ctx, batch); err != nil {
			b.Fatal(err)
		}
		ours, oursWall = ours+cpu()-start, oursWall+time.Since(wall)

		b.StopTimer()
		pairs := pairsSince(b, l, next-benchBatch)
		b.StartTimer()
		start, wall = cpu(), time.Now()
		copied := bare.NewBatch()
		for _, p := range pairs {
			if err := copied.Set(p[0], p[1], nil); err != nil {
				b.Fatal(err)
			}
		}
		if err := copied.Commit(pebble.Sync); err != nil {
			b.Fatal(err)
		}
		theirs, theirsWall = theirs+cpu()-start, theirsWall+time.Since(wall)
	}
	n := float64(b.N * benchBatch)
	b.ReportMetric(n/oursWall.Seconds(), "events/s")
	b.ReportMetric(n/theirsWall.Seconds(), "bare-events/s")
	b.ReportMetric(theirs.Seconds()/ours.Seconds(), "cpu-ratio")
	b.ReportMetric(theirsWall.Seconds()/oursWall.Seconds(), "rate-ratio")
	b.ReportMetric(float64(ours.Nanoseconds())/n, "cpu-ns/event")
}

// pairsSince is everything that appending the records from seq on has written.
func pairsSince(b *testing.B, l *Ledger, seq uint64) (pairs [][2][]byte) {
	b.Helper()
	for e, err := range l.Records(context.Background(), seq, 0) {
		if err != nil {
			b.Fatal(err)
		}
		pairs = append(pairs, [2][]byte{recordKey(e.Seq), appendRecord(nil, e.Record, e.Prev, e.Chain)},
			[2][]byte{treeKey(e.Seq), make([]byte, completedLevels(e.Seq)*32)})
		var buf []byte
		eachIndexKey(&buf, e.Seq, e.Record, func(key []byte) bool {
			pairs = append(pairs, [2][]byte{append([]byte{}, key...), nil})
			return true
		})
	}
	return append(pairs, [2][]byte{[]byte(headKey), l.Head().encode()})
}

// BenchmarkVerify verifies a ledger and, alternating with it, hashes the same bytes
// with plain SHA-256 on one goroutine.
func BenchmarkVerify(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchVerify(b, workers) })
	}
}

func benchVerify(b *testing.B, workers int) {
	const records = 40 * benchBatch
	l := openTest(b, b.TempDir()+"/ledger", Options{})
	for from := uint64(1); from <= records; from += benchBatch {
		batch := make([]events.Record, benchBatch)
		for i := range batch {
			batch[i] = testRecordOf(from+uint64(i), benchBytes)
		}
		mustAppend(b, l, batch)
	}
	if err := l.store.Flush(); err != nil {
		b.Fatal(err)
	}
	var verify, plain, verifyCPU, plainCPU time.Duration
	var bytes int64
	for b.Loop() {
		start, used := time.Now(), cpu()
		report := mustVerify(b, l, VerifyOptions{Workers: workers})
		verify, verifyCPU = verify+time.Since(start), verifyCPU+cpu()-used
		if !report.OK() {
			b.Fatal(report.First)
		}
		bytes += report.Bytes
		b.StopTimer()
		buf := make([]byte, report.Bytes/records)
		b.StartTimer()
		start, used = time.Now(), cpu()
		for range records {
			sha256.Sum256(buf)
		}
		plain, plainCPU = plain+time.Since(start), plainCPU+cpu()-used
	}
	b.ReportMetric(float64(bytes)/1e6/verify.Seconds(), "MB/s")
	b.ReportMetric(float64(bytes)/1e6/plain.Seconds(), "sha256-MB/s")
	b.ReportMetric(plain.Seconds()/verify.Seconds(), "ratio")
	b.ReportMetric(plainCPU.Seconds()/verifyCPU.Seconds(), "cpu-ratio")
}
