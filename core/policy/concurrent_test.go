package policy

import (
	"sync"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// A program is shared by all decisions; only Values are not.
func TestConcurrentEval(t *testing.T) {
	env := someEnv(t)
	p, err := env.CompilePolicy(`amount <= 10.0 && to.all(x, lower(x).endsWith("@corp.example")) && hour(local(now, "Europe/Berlin")) == 14`)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 200 {
				amount := int64(worker + i%20)
				vs := env.NewValues()
				vs.Set("amount", jsonvalue.NewInt(amount))
				vs.Set("to", jsonvalue.NewArray(jsonvalue.NewString("A@Corp.Example")))
				vs.Set("now", jsonvalue.NewString("2026-07-01T12:00:00Z"))
				if ok, err := p.Test(vs); err != nil || ok != (amount <= 10) {
					t.Errorf("%d <= 10 is %v, %v", amount, ok, err)
				}
			}
		})
	}
	group.Wait()
}
