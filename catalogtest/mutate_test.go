package catalogtest

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
)

// TestExamples: the cases of the example catalogs pass, exercise everything, and notice
// every weakened catalog.
func TestExamples(t *testing.T) {
	for _, file := range []string{"../examples/catalogs/payments.yaml", "../examples/catalogs/support.yaml", "testdata/everything.yaml"} {
		c, guard, suite := load(t, file)
		report, err := Run(context.Background(), file, guard, suite)
		if err != nil {
			t.Fatal(err)
		}
		if report.Mutation, err = Mutate(context.Background(), c, suite); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if report.Failed() > 0 || len(report.Coverage.Gaps()) > 0 || report.Mutation.Score() < 1 || len(report.Mutation.Mutants) < 10 {
			var text strings.Builder
			if err := report.WriteText(&text, false); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s: %d changes\n%s", file, len(report.Mutation.Mutants), text.String())
		}
	}
}

const small = `
tools:
  - name: pay
    parameters: {type: object, properties: {iban: {type: string}, amount: {type: number}}}
    ground: {iban: whole}
    once: true
policies:
  - {name: cap, expr: amount <= 100.0}
`

const smallCases = `
cases:
  - name: allowed
    conversation: Pay DE1.
    call: {name: pay, arguments: {iban: DE1, amount: 50}}
    expect: allow
accept:
  - {change: "tools.pay.once: dropped", why: Paying twice is fine here.}
  - {change: "policies.cap.expr: amount <= 100.0 becomes amount > 100.0", why: This one is noticed.}
  - {change: "tools.pay.twice: dropped", why: There is no such thing.}
`

// TestSurvivors: what no case notices is told, with what to add; what is accepted does
// not count, and accepting for nothing is told too.
func TestSurvivors(t *testing.T) {
	c, err := catalog.Read("small.yaml", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	suite, err := Read("small_test.yaml", []byte(smallCases))
	if err != nil {
		t.Fatal(err)
	}
	guard, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Run(context.Background(), "small.yaml", guard, suite)
	if err != nil {
		t.Fatal(err)
	}
	if report.Mutation, err = Mutate(context.Background(), c, suite); err != nil {
		t.Fatal(err)
	}
	var text, js bytes.Buffer
	if err := errors.Join(report.WriteText(&text, false), report.WriteJSON(&js)); err != nil {
		t.Fatal(err)
	}
	golden(t, "survivors.txt", text.Bytes())
	golden(t, "survivors.json", js.Bytes())
}

func TestMutateNeedsPassingCases(t *testing.T) {
	c, _, suite := load(t, "testdata/failing.yaml")
	if _, err := Mutate(context.Background(), c, suite); !errors.Is(err, ErrFailing) {
		t.Errorf("got %v, expected ErrFailing", err)
	}
}

func TestScoreOfNothing(t *testing.T) {
	if score := (&Mutation{}).Score(); score != 1 {
		t.Errorf("nothing can be weakened, the score is %v", score)
	}
}
