package jetstream

import (
	"context"
	"errors"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
)

// Decide asks the guard about a proposal and returns the decision's body
// ([core.Decision.AppendJSON]). It must depend on the request alone: it is called again
// when somebody else has changed the session meanwhile.
//
// A *[events.Problem] as the error refuses the proposal; any other error means that the
// guard could not decide, now.
type Decide func(ctx context.Context, s events.Session, r core.Request) (body []byte, err error)

// ByGuard asks one guard about every proposal.
func ByGuard(g *core.Guard) Decide {
	return func(ctx context.Context, _ events.Session, r core.Request) ([]byte, error) {
		d, err := g.Check(ctx, r)
		if errors.Is(err, core.ErrFactName) || errors.Is(err, core.ErrFacts) {
			return nil, &events.Problem{Code: events.Unreadable, Field: "facts", Reason: err.Error()}
		}
		if err != nil {
			return nil, err
		}
		return d.AppendJSON(nil), nil
	}
}
