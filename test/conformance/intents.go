package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// runIntents reads whether a text asks for a kind of action.
func runIntents(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	action, err := intent.Parse(get(in, "intent").Text())
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return object(member("asked", boolean(intent.Asked(action, get(in, "text").Text())))), nil
}
