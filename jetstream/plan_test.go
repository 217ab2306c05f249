package jetstream_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/natstest"
)

var quiet = slog.New(slog.DiscardHandler)

func TestEnsureCreatesWhatIsMissingAndThenChangesNothing(t *testing.T) {
	js := natstest.JetStream(t, natstest.Single(t))
	want := jetstream.Streams(jetstream.StreamSettings{})
	plan, err := jetstream.Compare(t.Context(), js, want)
	if err != nil || plan.Worst() != jetstream.Missing || len(plan) != 6 {
		t.Fatalf("empty server: %v, %v", plan.Worst(), err)
	}
	for range 2 {
		if err := jetstream.Ensure(t.Context(), js, want, quiet); err != nil {
			t.Fatal(err)
		}
	}
	plan, err = jetstream.Compare(t.Context(), js, want)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range plan {
		if s.Standing != jetstream.Equal {
			t.Errorf("%s %s: %v", s.Want.Name, s.Standing, s.Differences)
		}
	}
	if _, err := js.KeyValue(t.Context(), jetstream.Catalogs); err != nil {
		t.Errorf("the stream of catalogs is no bucket: %v", err)
	}
}

// TestEnsureRefusesWhatWouldLoseData tries each dangerous setting on a server that has
// it already.
func TestEnsureRefusesWhatWouldLoseData(t *testing.T) {
	tests := map[string]struct {
		stream string
		change func(c *natsjs.StreamConfig)
		names  string // setting that the error names
	}{
		"log forgets by age":        {jetstream.Events, func(c *natsjs.StreamConfig) { c.MaxAge = time.Hour }, "max_age"},
		"log forgets when full":     {jetstream.Events, func(c *natsjs.StreamConfig) { c.Discard = natsjs.DiscardOld }, "discard"},
		"log forgets per session":   {jetstream.Events, func(c *natsjs.StreamConfig) { c.MaxMsgsPerSubject = 10 }, "max_msgs_per_subject"},
		"log in memory":             {jetstream.Events, func(c *natsjs.StreamConfig) { c.Storage = natsjs.MemoryStorage }, "storage"},
		"log can be deleted from":   {jetstream.Events, func(c *natsjs.StreamConfig) { c.DenyDelete = false }, "deny_delete"},
		"log can be purged":         {jetstream.Events, func(c *natsjs.StreamConfig) { c.DenyPurge = false }, "deny_purge"},
		"log with schedules":        {jetstream.Events, func(c *natsjs.StreamConfig) { c.AllowMsgSchedules, c.Discard = true, natsjs.DiscardOld }, "allow_msg_schedules"},
		"log can't be read":         {jetstream.Events, func(c *natsjs.StreamConfig) { c.AllowDirect = false }, "allow_direct"},
		"log acknowledges too soon": {jetstream.Events, func(c *natsjs.StreamConfig) { c.PersistMode = natsjs.AsyncPersistMode }, "persist_mode"},
		"log takes other subjects":  {jetstream.Events, func(c *natsjs.StreamConfig) { c.Subjects = []string{"guard.events.acme.*"} }, "subjects"},
		"inbox is no queue":         {jetstream.Inbox, func(c *natsjs.StreamConfig) { c.Retention = natsjs.LimitsPolicy }, "retention"},
		"inbox forgets per session": {jetstream.Inbox, func(c *natsjs.StreamConfig) { c.DiscardNewPerSubject = false }, "discard_new_per_subject"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			js := natstest.JetStream(t, natstest.Single(t))
			for _, c := range jetstream.Streams(jetstream.StreamSettings{}) {
				if c.Name != tt.stream {
					continue
				}
				tt.change(&c)
				if _, err := js.CreateStream(t.Context(), c); err != nil {
					t.Fatal(err)
				}
			}
			err := jetstream.Ensure(t.Context(), js, jetstream.Streams(jetstream.StreamSettings{}), quiet)
			if !errors.Is(err, jetstream.ErrDangerous) || !strings.Contains(err.Error(), tt.stream+": "+tt.names+" is ") {
				t.Errorf("got %v, want an error about %s of %s", err, tt.names, tt.stream)
			}
		})
	}
}

func TestApplyMakesStreamsEqualAgain(t *testing.T) {
	js := natstest.JetStream(t, natstest.Single(t))
	want := jetstream.Streams(jetstream.StreamSettings{})
	changed := want[1]
	changed.Description, changed.DenyPurge, changed.MaxAge = "mine", false, time.Hour
	if _, err := js.CreateStream(t.Context(), changed); err != nil {
		t.Fatal(err)
	}
	plan, err := jetstream.Compare(t.Context(), js, want)
	if err != nil || plan.Worst() != jetstream.Dangerous || len(plan.Dangers()) != 2 || len(plan[1].Differences) != 3 {
		t.Fatalf("before: %v %v %v", plan.Worst(), plan[1].Differences, err)
	}
	if err := plan.Apply(t.Context(), js); err != nil {
		t.Fatal(err)
	}
	if plan, err = jetstream.Compare(t.Context(), js, want); err != nil || plan.Worst() != jetstream.Equal {
		t.Fatalf("after: %v %v", plan.Worst(), err)
	}
}

func TestHarmlessDifferencesAreTheOperatorsChoice(t *testing.T) {
	js := natstest.JetStream(t, natstest.Single(t))
	want := jetstream.Streams(jetstream.StreamSettings{})
	changed := want[1]
	changed.MaxBytes, changed.Compression, changed.Duplicates = 1<<30, natsjs.S2Compression, time.Minute
	if _, err := js.CreateStream(t.Context(), changed); err != nil {
		t.Fatal(err)
	}
	if err := jetstream.Ensure(t.Context(), js, want, quiet); err != nil {
		t.Fatal(err)
	}
	plan, err := jetstream.Compare(t.Context(), js, want)
	if err != nil || plan.Worst() != jetstream.Harmless || len(plan[1].Differences) != 3 {
		t.Errorf("%v %v %v", plan.Worst(), plan[1].Differences, err)
	}
}
