package catalogtest

import (
	"os"
	"testing"

	"github.com/guardstream/guardstream/core"
)

// FuzzRead: a file of cases is read whole or refused; every case that is read can be
// run.
func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/failing_test.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(smallCases))
	f.Add([]byte(`{"cases": [{"name": "a", "call": {"name": "pay", "arguments": "{"}, "expect": "allow", "conversation": [["tool", 1], {}]}]}`))
	f.Add([]byte("cases:\n  - {name: a, expect: {outcome: deny, failed: []}}\n  - null\n"))
	_, guard, _ := load(f, "testdata/failing.yaml")
	f.Fuzz(func(t *testing.T, data []byte) {
		suite, err := Read("cases.yaml", data)
		if err != nil {
			return
		}
		if len(suite.Cases) == 0 {
			t.Fatal("no error and no case")
		}
		report, err := Run(t.Context(), "failing.yaml", guard, suite)
		if err != nil {
			t.Fatal(err)
		}
		for _, result := range report.Results {
			switch c := result.Case; {
			case c.Name == "" || c.Call.Name == "" || c.Position.Line == 0:
				t.Errorf("half a case: %+v", c)
			case c.Expect.Outcome == core.Deny && len(c.Expect.Failed)+len(c.Expect.FailedIncludes) == 0:
				t.Errorf("%s is denied for any reason", c.Name)
			case result.Passed() && result.Decision.Outcome != c.Expect.Outcome:
				t.Errorf("%s passed with %s", c.Name, result.Decision.Outcome)
			}
		}
	})
}
