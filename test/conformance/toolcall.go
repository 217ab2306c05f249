package conformance

import (
	"context"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// runToolcall reads a proposed call.
func runToolcall(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	call, err := toolcall.Read(get(in, "call"))
	if err != nil {
		return object(member("error", boolean(true))), nil
	}
	return object(
		member("name", text(call.Name)),
		member("arguments", call.Arguments),
		member("id", call.ID),
	), nil
}
