package catalogtest

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update writes it anew); got\n%s", name, got)
	}
}

// load reads a catalog and the cases beside it.
func load(t testing.TB, file string) (*catalog.Catalog, *core.Guard, *Suite) {
	t.Helper()
	read := func(file string) []byte {
		data, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	c, err := catalog.Read(file, read(file))
	if err != nil {
		t.Fatal(err)
	}
	guard, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	suite, err := Read(FileOf(file), read(FileOf(file)))
	if err != nil {
		t.Fatal(err)
	}
	return c, guard, suite
}

func run(t *testing.T, file string) *Report {
	t.Helper()
	_, guard, suite := load(t, file)
	report, err := Run(context.Background(), file, guard, suite)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestReports(t *testing.T) {
	report := run(t, "testdata/failing.yaml")
	var text, all, js, junit bytes.Buffer
	for _, err := range []error{report.WriteText(&text, false), report.WriteText(&all, true), report.WriteJSON(&js), report.WriteJUnit(&junit)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "failing.txt", text.Bytes())
	golden(t, "failing.json", js.Bytes())
	golden(t, "failing.xml", junit.Bytes())
	if added := strings.Replace(all.String(), "ok    passes\n", "", 1); added != text.String() {
		t.Errorf("with what passes:\n%s", all.String())
	}
	if _, err := jsonvalue.Parse(js.Bytes(), jsonvalue.Limits{}); err != nil {
		t.Errorf("the JSON is no strict JSON: %v", err)
	}
	if err := xml.Unmarshal(junit.Bytes(), new(struct{})); err != nil {
		t.Errorf("the XML is no XML: %v", err)
	}
}

// TestExpectations: each word of an expectation fails a case that passes without.
func TestExpectations(t *testing.T) {
	const inputs = `
  - name: x
    conversation: "Pay 50 to DE1."
    call: {name: pay, arguments: {iban: DE1, amount: 500}}
    facts: {spent_today: 0}
    calls_made: null
    expect: `
	_, guard, _ := load(t, "testdata/failing.yaml")
	for expect, passes := range map[string]bool{
		"{outcome: deny, failed: [cap]}":                                              true,
		"{outcome: escalate, failed: [cap]}":                                          false,
		"{outcome: deny, failed: [cap, arguments_grounded]}":                          false,
		"{outcome: deny, failed_includes: [cap]}":                                     true,
		"{outcome: deny, failed_includes: cap}":                                       true,
		"{outcome: deny, failed_includes: [never]}":                                   false,
		"{outcome: deny, failed: [cap], not_evaluated: [not_made_before]}":            true,
		"{outcome: deny, failed: [cap], not_evaluated: []}":                           false,
		"{outcome: deny, failed: [cap], missing_facts: []}":                           true,
		"{outcome: deny, failed: [cap], missing_facts: [calls_made]}":                 false,
		"{outcome: deny, failed: [cap], arguments: {amount: 500, iban: DE1}}":         true,
		"{outcome: deny, failed: [cap], arguments: {amount: 500.0, tags: null}}":      true,
		"{outcome: deny, failed: [cap], arguments: {amount: 500.1}}":                  false,
		"{outcome: deny, failed: [cap], arguments: {amount: \"500\"}}":                false,
		"{outcome: deny, failed: [cap], arguments: {other: 1}}":                       false,
		"{outcome: deny, failed: [cap], evidence: {iban: user, amount: []}}":          true,
		"{outcome: deny, failed: [cap], evidence: {iban: human}}":                     true,
		"{outcome: deny, failed: [cap], evidence: {iban: tool}}":                      false,
		"{outcome: deny, failed: [cap], evidence: {iban: [user, tool]}}":              false,
		"{outcome: deny, failed: [cap], evidence: {amount: user}}":                    false,
		"{outcome: deny, failed: [cap], skipped: 0}":                                  true,
		"{outcome: deny, failed: [cap], skipped: 1}":                                  false,
		"{outcome: deny, failed: [cap], not_evaluated: [cap], missing_facts: [cap]} ": false,
	} {
		suite, err := Read("cases.yaml", []byte("cases:"+inputs+expect))
		if err != nil {
			t.Errorf("%s: %v", expect, err)
			continue
		}
		report, err := Run(context.Background(), "failing.yaml", guard, suite)
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Failed() == 0; got != passes {
			t.Errorf("%s: passed is %t: %v", expect, got, report.Results[0].Differences)
		}
	}
}

func TestRunStops(t *testing.T) {
	c, guard, suite := load(t, "testdata/everything.yaml")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, "everything.yaml", guard, suite); !errors.Is(err, context.Canceled) {
		t.Errorf("Run of a context that ended: %v", err)
	}
	if _, err := Mutate(ctx, c, suite); !errors.Is(err, context.Canceled) {
		t.Errorf("Mutate of a context that ended: %v", err)
	}
}

func TestFileOf(t *testing.T) {
	for catalog, want := range map[string]string{"payments.yaml": "payments_test.yaml", "a/b.c.json": "a/b.c_test.json", "plain": "plain_test"} {
		if got := FileOf(catalog); got != want {
			t.Errorf("%s: %s, expected %s", catalog, got, want)
		}
	}
}
