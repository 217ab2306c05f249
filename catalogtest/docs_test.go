package catalogtest

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestDocument: the cases of docs/testing-catalogs.md pass against the example catalog,
// and the change that it accepts is one.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/testing-catalogs.md")
	if err != nil {
		t.Fatal(err)
	}
	var cases string
	blocks := strings.Split(string(text), "```yaml\n")
	for _, block := range blocks[1:] {
		yaml, _, _ := strings.Cut(block, "```")
		cases += yaml
	}
	c, guard, _ := load(t, "../examples/catalogs/payments.yaml")
	suite, err := Read("testing-catalogs.md", []byte(cases))
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(context.Background(), "payments.yaml", guard, suite)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		if !r.Passed() {
			t.Errorf("%s: %v", r.Case.Name, r.Differences)
		}
	}
	m, err := Mutate(context.Background(), c, suite)
	if err != nil {
		t.Fatal(err)
	}
	if len(suite.Cases) < 4 || len(m.Stale) > 0 || len(suite.Accepted) != 1 {
		t.Errorf("%d cases, %d accepted, stale: %v", len(suite.Cases), len(suite.Accepted), m.Stale)
	}
}
