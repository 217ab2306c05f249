package core_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/toolcall"
)

const withFunctions = `
facts: {rate: double}
tools:
  - name: pay
    parameters: {type: object, properties: {amount: {type: number}}, required: [amount]}
  - name: ping
    parameters: {type: object, properties: {host: {type: string}}, required: [host]}
policies:
  - {name: capped, expr: in_euro <= 100.0}
`

func inEuro(version string) core.GoFunction {
	type in struct {
		Amount float64 `json:"amount"`
		Rate   float64 `json:"rate"`
	}
	return core.Function(core.GoFunction{Name: "in_euro", Version: version}, func(_ context.Context, v in) (float64, error) {
		if v.Rate <= 0 {
			return 0, errors.New("the rate must be positive")
		}
		return v.Amount * v.Rate, nil
	})
}

func TestFunctionsInGo(t *testing.T) {
	c := must(catalog.Read("functions.yaml", []byte(`
facts: {rate: double, in_euro: double}
tools: []
`)))
	if _, err := core.New(c, core.WithFunction(inEuro("1"))); err == nil {
		t.Error("a function named like a declared fact was taken")
	}
	// The policy is written over a name that only the program provides, so the catalog
	// is built by hand.
	c = must(catalog.Read("functions.yaml", []byte(withFunctions)))
	guard := must(core.New(c, core.WithFunction(inEuro("1"))))
	for _, tc := range []struct {
		name, call, facts string
		outcome           core.Outcome
		failed, missing   []string
	}{
		{"under the cap", `{"name": "pay", "arguments": {"amount": 50}}`, `{"rate": 2.0}`, core.Allow, nil, nil},
		{"over the cap", `{"name": "pay", "arguments": {"amount": 51}}`, `{"rate": 2.0}`, core.Deny, []string{"capped"}, nil},
		{"what it reads is not given", `{"name": "pay", "arguments": {"amount": 50}}`, `{}`, core.Escalate, nil, []string{"in_euro"}},
		{"it fails", `{"name": "pay", "arguments": {"amount": 50}}`, `{"rate": 0.0}`, core.Escalate, nil, nil},
		{"a tool that does not provide for it", `{"name": "ping", "arguments": {"host": "h"}}`, `{}`, core.Allow, nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := must(guard.Check(context.Background(), core.Request{Call: must(toolcall.Read(parse(tc.call))), Facts: parse(tc.facts)}))
			if d.Outcome != tc.outcome || !slices.Equal(d.Failed, tc.failed) || !slices.Equal(d.MissingFacts, tc.missing) {
				t.Errorf("%s %v missing %v, want %s %v missing %v", d.Outcome, d.Failed, d.MissingFacts, tc.outcome, tc.failed, tc.missing)
			}
		})
	}
	_, err := guard.Check(context.Background(), core.Request{Call: must(toolcall.Read(parse(`{"name": "pay", "arguments": {"amount": 1}}`))), Facts: parse(`{"in_euro": 1.0}`)})
	if !errors.Is(err, core.ErrFactName) {
		t.Errorf("a fact named like a function: %v", err)
	}
	if other := must(core.New(c, core.WithFunction(inEuro("2")))); other.Fingerprint() == guard.Fingerprint() {
		t.Error("another version of the code has the same fingerprint")
	}
}
