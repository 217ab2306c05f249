package jetstream

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestPoolOrderAndSolitude plays random deliveries: those of a session are handled in
// order and never two at once, a delivery that came before is handled alone, and none
// is lost.
func TestPoolOrderAndSolitude(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(rt, "deliveries")
		var mu sync.Mutex
		busy := map[string]bool{}
		last := map[string]uint64{}
		var working, alone atomic.Int32
		var handled int
		var wrong []string
		p := newPool(rapid.IntRange(1, 8).Draw(rt, "handlers"), n, func(d *delivery) {
			mu.Lock()
			if busy[d.session] {
				wrong = append(wrong, "two of session "+d.session+" at once")
			}
			if d.sequence < last[d.session] {
				wrong = append(wrong, fmt.Sprintf("%d of session %s after %d", d.sequence, d.session, last[d.session]))
			}
			busy[d.session], last[d.session] = true, d.sequence
			handled++
			mu.Unlock()
			others := working.Add(1) - 1
			if d.again() {
				alone.Add(1)
			}
			if alone.Load() > 0 && (others > 0 || working.Load() > 1) {
				mu.Lock()
				wrong = append(wrong, "one that came before is not alone")
				mu.Unlock()
			}
			time.Sleep(time.Duration(d.sequence%3) * 50 * time.Microsecond)
			if d.again() {
				alone.Add(-1)
			}
			working.Add(-1)
			mu.Lock()
			busy[d.session] = false
			mu.Unlock()
		})
		for i := range n {
			d := &delivery{sequence: uint64(i + 1), deliveries: 1, session: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(rt, "session")}
			if rapid.IntRange(0, 5).Draw(rt, "again") == 0 {
				d.deliveries = 2
			}
			p.add(d)
		}
		p.close()
		if len(wrong) > 0 || handled != n {
			rt.Fatalf("%d of %d handled; %v", handled, n, wrong)
		}
	})
}

// TestPoolSlowSessionHoldsUpNoOther: as many sessions go on as there are handlers left.
func TestPoolSlowSessionHoldsUpNoOther(t *testing.T) {
	release := make(chan struct{})
	done := make(chan string, 100)
	p := newPool(2, 100, func(d *delivery) {
		if d.session == "slow" {
			<-release
		}
		done <- d.session
	})
	for range 5 {
		p.add(&delivery{session: "slow", deliveries: 1})
	}
	for range 5 {
		p.add(&delivery{session: "quick", deliveries: 1})
	}
	for range 5 {
		if s := <-done; s != "quick" {
			t.Fatalf("%s was first", s)
		}
	}
	close(release)
	p.close()
}

func TestPoolRoom(t *testing.T) {
	release := make(chan struct{})
	p := newPool(1, 2, func(*delivery) { <-release })
	p.add(&delivery{session: "a", deliveries: 1})
	if err := p.room(t.Context(), 1); err != nil {
		t.Errorf("one more: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := p.room(ctx, 2); err == nil {
		t.Error("two more fit into a pool for two")
	}
	close(release)
	if err := p.room(t.Context(), 2); err != nil {
		t.Errorf("when it is empty: %v", err)
	}
	p.close()
}
