package replay_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/pebblestore"
	"github.com/guardstream/guardstream/replay"
)

var update = flag.Bool("update", false, "write the golden files anew")

func mustRun(t *testing.T, s *pebblestore.Snapshot, opts replay.Options) *replay.Report {
	t.Helper()
	report, err := replay.Run(context.Background(), s, opts)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func written(t *testing.T, r *replay.Report) (text, lines string) {
	t.Helper()
	var a, b bytes.Buffer
	if err := errors.Join(r.WriteText(&a), r.WriteJSONLines(&b)); err != nil {
		t.Fatal(err)
	}
	return a.String(), b.String()
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed (-update writes it anew):\n%s", name, got)
	}
}

func TestEverythingComesOutTheSame(t *testing.T) {
	h := playPayments(t, 400)
	var last pebblestore.Progress
	report := mustRun(t, h.ledger(), replay.Options{Guards: replay.Recorded(h.guard), Progress: func(p pebblestore.Progress) { last = p }})
	if report.Decisions != uint64(len(h.asked)) || report.Same != report.Decisions || len(report.Differences) != 0 || report.Drift() != 0 {
		text, _ := written(t, report)
		t.Errorf("%d decisions were taken:\n%s", len(h.asked), text)
	}
	if last.Done != h.last() || last.Total != h.last() || report.Records != h.last() {
		t.Errorf("%d records, progress ends at %d of %d", h.last(), last.Done, last.Total)
	}
	if report.Sessions != uint64(len(h.states)) {
		t.Errorf("%d of %d sessions", report.Sessions, len(h.states))
	}
}

// The report lists exactly what asking both guards again without any log gives.
func TestRehearsalAgainstSlowRecomputation(t *testing.T) {
	h := playPayments(t, 400)
	candidate := guardOf(t, rehearsed)
	type flip struct {
		class    replay.Class
		was, now core.Outcome
	}
	want := make(map[uint64]flip)
	for _, a := range h.asked {
		was, err := h.guard.Check(context.Background(), a.request())
		if err != nil {
			t.Fatal(err)
		}
		now, err := candidate.Check(context.Background(), a.request())
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(now.MissingFacts, "customer_since") {
			want[a.seq] = flip{replay.FactsMissing, was.Outcome, now.Outcome}
		} else if was.Outcome != now.Outcome {
			want[a.seq] = flip{replay.Policy, was.Outcome, now.Outcome}
		}
	}
	report := mustRun(t, h.ledger(), replay.Options{Guards: replay.Under(candidate)})
	got := make(map[uint64]flip)
	narrower := false
	for _, d := range report.Differences {
		if d.Flip() != replay.NoFlip || d.Class == replay.FactsMissing {
			got[d.Seq] = flip{d.Class, d.Was, d.Now}
		}
		if d.Flip() == replay.Widening && narrower {
			t.Errorf("record %d widens and comes after others", d.Seq)
		}
		narrower = narrower || d.Flip() != replay.Widening
		if d.Class == replay.FactsMissing && !slices.Contains(d.Missing, "customer_since") {
			t.Errorf("record %d misses %q", d.Seq, d.Missing)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d flips are reported, %d are there", len(got), len(want))
	}
	for seq, w := range want {
		if got[seq] != w {
			t.Errorf("record %d: reported as %v, recomputed as %v", seq, got[seq], w)
		}
	}
	if report.Widening() == 0 || report.FlipCount(replay.Narrowing) == 0 || report.Count(replay.FactsMissing) == 0 {
		t.Error("the rehearsal does not show what it should")
	}
	if report.Drift() != 0 {
		t.Errorf("another catalog is no drift, got %d", report.Drift())
	}
}

func TestReports(t *testing.T) {
	h := playPayments(t, 60)
	ledger, candidate := h.ledger(), guardOf(t, rehearsed)
	// Fingerprints and hashes change with what they are of; everything else must not.
	names := strings.NewReplacer(h.guard.Fingerprint(), "<payments>", candidate.Fingerprint(), "<rehearsed>", core.Engine, "<engine>",
		ledger.Head().Root.String(), "<root>", ledger.Head().Chain.String(), "<chain>")
	for _, workers := range []int{1, 2, 7} {
		text, lines := written(t, mustRun(t, ledger, replay.Options{Guards: replay.Under(candidate), Workers: workers}))
		checkGolden(t, "rehearsal.txt", names.Replace(text))
		checkGolden(t, "rehearsal.jsonl", names.Replace(lines))
	}
	text, lines := written(t, mustRun(t, ledger, replay.Options{Guards: replay.Recorded(h.guard)}))
	checkGolden(t, "same.txt", names.Replace(text))
	checkGolden(t, "same.jsonl", names.Replace(lines))
}

// altered is a guard whose decisions are changed before they are returned.
type altered struct {
	*core.Guard
	change func(*core.Decision) error
}

func (a altered) Check(ctx context.Context, r core.Request) (*core.Decision, error) {
	d, err := a.Guard.Check(ctx, r)
	if err != nil {
		return nil, err
	}
	return d, a.change(d)
}

func TestClasses(t *testing.T) {
	h := playPayments(t, 40)
	ledger := h.ledger()
	errTaken := errors.New("fact name is taken")
	allow := func(d *core.Decision) error { d.Outcome = core.Allow; return nil }
	tests := []struct {
		name   string
		guards replay.Guards
		class  replay.Class
		drift  bool
	}{
		{"the same catalog and engine decide otherwise", replay.Recorded(altered{h.guard, allow}), replay.Drift, true},
		{"a reason is worded otherwise", replay.Recorded(altered{h.guard, func(d *core.Decision) error {
			for i := range d.Reasons {
				d.Reasons[i].Text += "!"
			}
			return nil
		}}), replay.Drift, true},
		{"another engine decides otherwise", replay.Recorded(altered{h.guard, func(d *core.Decision) error {
			d.Engine = "guardstream/2"
			return allow(d)
		}}), replay.Engine, true},
		{"another engine decides alike", replay.Recorded(altered{h.guard, func(d *core.Decision) error {
			d.Engine = "guardstream/2"
			return nil
		}}), "", false},
		{"another catalog decides alike", replay.Under(guardOf(t, payments+"version: next\n")), "", false},
		{"nobody has the catalog", replay.Recorded(guardOf(t, rehearsed)), replay.NotReplayable, false},
		{"it cannot be computed any more", replay.Recorded(altered{h.guard, func(*core.Decision) error { return errTaken }}), replay.Drift, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report := mustRun(t, ledger, replay.Options{Guards: tt.guards})
			if tt.class == "" && (len(report.Differences) > 0 || report.Same != report.Decisions) {
				t.Errorf("differences: %+v", report.Differences[0])
			}
			if tt.class != "" && (report.Count(tt.class) != len(report.Differences) || len(report.Differences) == 0) {
				t.Errorf("%d differences, %d of them of class %s", len(report.Differences), report.Count(tt.class), tt.class)
			}
			if report.Drift() > 0 != tt.drift {
				t.Errorf("drift is %d", report.Drift())
			}
			if report.Same+uint64(len(report.Differences)) != report.Decisions {
				t.Errorf("%d same and %d others are not %d decisions", report.Same, len(report.Differences), report.Decisions)
			}
		})
	}
}

func TestBrokenSessions(t *testing.T) {
	h := playPayments(t, 40)
	clean := mustRun(t, h.ledger(), replay.Options{Guards: replay.Recorded(h.guard)})
	// The second decision of a session with several.
	var victim uint64
	seen := make(map[events.Session]int)
	for _, a := range h.asked {
		if seen[a.session]++; seen[a.session] == 2 && victim == 0 {
			victim = a.seq
		}
	}
	tests := []struct {
		name   string
		change func(records []events.Record) []events.Record
	}{
		{"unreadable", func(r []events.Record) []events.Record { r[victim-1].Payload = []byte("{"); return r }},
		{"an unreadable decision", func(r []events.Record) []events.Record {
			r[victim-1].Payload = bytes.Replace(r[victim-1].Payload, []byte(`"outcome":"`), []byte(`"outcome":"x`), 1)
			return r
		}},
		{"a call that is none", func(r []events.Record) []events.Record {
			r[victim-1].Payload = bytes.Replace(r[victim-1].Payload, []byte(`"call":{"name":`), []byte(`"call":{"nome":`), 1)
			return r
		}},
		{"an event dropped", func(r []events.Record) []events.Record {
			r = append(r[:victim-2:victim-2], r[victim-1:]...)
			for i := range r {
				r[i].Sequence = uint64(i + 1)
			}
			return r
		}},
		{"an event of another session", func(r []events.Record) []events.Record {
			r[victim-1].Subject = "guard.events.acme.stranger"
			return r
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report := mustRun(t, snapshotOf(t, tt.change(slices.Clone(h.records))), replay.Options{Guards: replay.Recorded(h.guard)})
			if report.Count(replay.Broken) == 0 || report.Drift() == 0 {
				t.Fatalf("nothing is broken: %+v", report.Differences)
			}
			if report.Count(replay.Broken) != len(report.Differences) {
				t.Errorf("differences: %+v", report.Differences)
			}
			if report.Same+20 < clean.Same {
				t.Errorf("%d decisions of other sessions came out the same, of %d", report.Same, clean.Same)
			}
		})
	}
}

func TestRunEnds(t *testing.T) {
	h := playPayments(t, 40)
	ledger := h.ledger()
	ctx, cancel := context.WithCancel(context.Background())
	called := 0
	_, err := replay.Run(ctx, ledger, replay.Options{Workers: 1, Guards: func(ctx context.Context, _ string) (replay.Guard, error) {
		if called++; called == 5 {
			cancel()
		}
		return h.guard, nil
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	down := errors.New("the store of catalogs is down")
	_, err = replay.Run(context.Background(), ledger, replay.Options{Guards: func(context.Context, string) (replay.Guard, error) { return nil, down }})
	if !errors.Is(err, down) {
		t.Errorf("no guards: %v", err)
	}
}

func TestRecordsOfNoSession(t *testing.T) {
	records := []events.Record{
		{Subject: "guard.events.acme.s1.more", Sequence: 1, Stored: start, Payload: []byte(`{}`)},
		{Subject: "elsewhere", Sequence: 2, Stored: start, Payload: nil},
	}
	report := mustRun(t, snapshotOf(t, records), replay.Options{Guards: replay.Recorded()})
	text, _ := written(t, report)
	if report.Sessions != 0 || !bytes.Contains([]byte(text), []byte("2   records of no session")) {
		t.Error(text)
	}
}
