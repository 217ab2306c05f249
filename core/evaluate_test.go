package core_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

func TestEvaluate(t *testing.T) {
	guard := must(core.New(must(catalog.Read("c.yaml", []byte(`
facts: {spent: double}
tools:
  - name: pay
    parameters: {type: object, properties: {amount: {type: number}, note: {type: string}}, required: [amount]}
functions:
  - {name: total, expr: amount + spent}
policies:
  - {name: cap, expr: total <= 100.0}
`)))))
	call := must(toolcall.Read(parse(`{"name": "pay", "arguments": {"amount": "40"}}`)))
	exprs := []string{"amount", "total", "total <= 100.0", "note == null", "note + \"x\"", "nothing"}
	for _, test := range []struct{ facts, want string }{
		{`{"spent": 30}`, `40.0 | 70.0 | true | true | cannot be evaluated | 1:1: unknown name`},
		{`{}`, `40.0 | not given: total | not given: total | true | cannot be evaluated | 1:1: unknown name`},
	} {
		got, err := guard.Evaluate(context.Background(), core.Request{Call: call, Facts: parse(test.facts)}, exprs...)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range strings.Split(test.want, " | ") {
			if text := got[i].Value.Write(jsonvalue.Compact); got[i].Err == nil && text != want || got[i].Err != nil && !strings.HasPrefix(got[i].Err.Error(), want) {
				t.Errorf("%s with %s: %s, %v, expected %s", exprs[i], test.facts, text, got[i].Err, want)
			}
		}
	}
	if _, err := guard.Evaluate(context.Background(), core.Request{Call: call, Facts: parse(`{"amount": 1}`)}); !errors.Is(err, core.ErrFactName) {
		t.Errorf("facts with a taken name: %v", err)
	}
	call.Name = "steal"
	if _, err := guard.Evaluate(context.Background(), core.Request{Call: call}); !errors.Is(err, core.ErrUnknownTool) {
		t.Errorf("no such tool: %v", err)
	}
	call = must(toolcall.Read(parse(`{"name": "pay", "arguments": {}}`)))
	got := must(guard.Evaluate(context.Background(), core.Request{Call: call}, "amount"))
	if got[0].Err == nil || !strings.Contains(got[0].Err.Error(), "do not validate") {
		t.Errorf("arguments that do not validate: %v", got[0].Err)
	}
}
