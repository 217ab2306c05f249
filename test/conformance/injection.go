package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// runInjection looks for instruction-like text. The passages are informational and
// tainted_user is not part of every vector.
func runInjection(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	s := get(in, "text").Text()
	passages := injection.Scan(s)
	return object(
		member("tainted", boolean(len(passages) > 0)),
		member("tainted_user", boolean(len(injection.ScanUser(s)) > 0)),
		member("passages", list(passages, func(p injection.Passage) jsonvalue.Value {
			return text(s[p.Start:p.End])
		})),
	), nil
}
