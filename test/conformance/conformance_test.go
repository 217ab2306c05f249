package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

const passing = `{"id":"toolcall-1","note":"n: why","in":{"call":{"name":"f"}},"want":{"name":"f","arguments":{},"id":null}}`

func run(t *testing.T, name, lines string) (Report, error) {
	t.Helper()
	return Run(t.Context(), name, strings.NewReader(lines))
}

func TestRunReportsEveryVector(t *testing.T) {
	tests := map[string]struct {
		line, id, got string
	}{
		"another value":     {strings.Replace(passing, `"f","arg`, `"g","arg`, 1), "toolcall-1", `{"name":"f"}`},
		"a double":          {`{"id":"toolcall-2","in":{"call":{"name":"f","args":{"a":1}}},"want":{"name":"f","arguments":{"a":1.0},"id":null}}`, "toolcall-2", `{"arguments":{"a":1}}`},
		"one member fewer":  {`{"id":"toolcall-3","in":{"call":{"name":"f"}},"want":{"name":"f","arguments":{}}}`, "toolcall-3", `{"id":null}`},
		"one member more":   {`{"id":"toolcall-4","in":{"call":{}},"want":{"error":true,"name":"f"}}`, "toolcall-4", `{}`},
		"not JSON":          {`{"id":`, "line 1", "not strict JSON"},
		"a repeated key":    {`{"id":"a","id":"b"}`, "line 1", "duplicate key"},
		"no vector":         {`{"id":"toolcall-5"}`, "line 1", "not a vector"},
		"a lone surrogate":  {`{"id":"toolcall-6","in":"\ud800","want":{}}`, "line 1", "surrogate"},
		"a string for want": {`{"id":"toolcall-7","in":{},"want":"x"}`, "line 1", "not a vector"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			report, err := run(t, "toolcall.jsonl", test.line+"\n\n"+passing)
			if err != nil {
				t.Fatal(err)
			}
			if report.Passed != 1 || len(report.Failures) != 1 {
				t.Fatalf("passed %d, failed %+v, want one each", report.Passed, report.Failures)
			}
			if f := report.Failures[0]; f.ID != test.id || !strings.Contains(f.Got, test.got) {
				t.Errorf("failure %+v, want %s with %s", f, test.id, test.got)
			}
		})
	}
}

func TestRunFindsTheKind(t *testing.T) {
	anonymous := strings.Replace(passing, "toolcall-1", "case-1", 1)
	tests := map[string]struct {
		file, line string
		passed     bool
	}{
		"by the name":          {"dir/toolcall.jsonl", anonymous, true},
		"by a suffixed name":   {"toolcall_heldout.jsonl", anonymous, true},
		"by the id":            {"heldout.jsonl", passing, true},
		"by a suffixed id":     {"heldout.jsonl", strings.Replace(passing, "toolcall-1", "toolcall_beyond-1", 1), true},
		"the id goes first":    {"messages.jsonl", passing, true},
		"an unknown kind":      {"heldout.jsonl", anonymous, false},
		"a name that ends so":  {"not_toolcall.jsonl", anonymous, false},
		"a name in a folder":   {"toolcall/heldout.jsonl", anonymous, false},
		"a kind's name cut":    {"tool.jsonl", anonymous, false},
		"the name in capitals": {"ToolCall.jsonl", anonymous, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			report, err := run(t, test.file, test.line)
			if test.passed && (err != nil || report.Passed != 1) {
				t.Errorf("passed %d, %v", report.Passed, err)
			}
			if !test.passed && !errors.Is(err, ErrUnknownKind) {
				t.Errorf("got %v, want %v", err, ErrUnknownKind)
			}
		})
	}
}

func TestRunRefuses(t *testing.T) {
	if _, err := run(t, "toolcall.jsonl", "\n"); !errors.Is(err, ErrNoVectors) {
		t.Errorf("an empty file: %v, want %v", err, ErrNoVectors)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, "toolcall.jsonl", strings.NewReader(passing)); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v, want %v", err, context.Canceled)
	}
	broken := errors.New("broken")
	if _, err := Run(t.Context(), "toolcall.jsonl", failingReader{broken}); !errors.Is(err, broken) {
		t.Errorf("an unreadable file: %v, want %v", err, broken)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

func TestTryFailsOneVector(t *testing.T) {
	v := vector{id: "x-1", want: object()}
	for name, k := range map[string]*kind{
		"a panic":  {run: func(context.Context, jsonvalue.Value) (jsonvalue.Value, error) { panic("oh") }},
		"an error": {run: func(context.Context, jsonvalue.Value) (jsonvalue.Value, error) { return object(), fmt.Errorf("oh") }},
	} {
		if failure := k.try(t.Context(), v); failure == nil || !strings.Contains(failure.Got, "oh") {
			t.Errorf("%s: failure %+v", name, failure)
		}
	}
}
