package conformance

import (
	"context"
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
	"github.com/guardstream/guardstream/core/toolcall"
)

// runSchema validates arguments, read as those of a call are.
func runSchema(_ context.Context, in jsonvalue.Value) (jsonvalue.Value, error) {
	compiled, err := schema.Compile(get(in, "schema"), schema.Options{})
	if err != nil {
		return object(member("schema_error", boolean(true))), nil
	}
	call, err := toolcall.Read(object(member("name", text("tool")), member("arguments", get(in, "arguments"))))
	if err != nil {
		return jsonvalue.Value{}, err
	}
	result := compiled.Validate(call.Arguments)
	if result.Undecidable != "" {
		return object(member("escalate", boolean(true))), nil
	}
	paths := make([]string, len(result.Errors))
	for i, e := range result.Errors {
		paths[i] = e.Path
	}
	slices.Sort(paths)
	arguments := result.Arguments
	if len(paths) > 0 {
		arguments = jsonvalue.Value{} // null: there are no validated ones
	}
	return object(
		member("valid", boolean(len(paths) == 0)),
		member("arguments", arguments),
		member("locs", list(slices.Compact(paths), text)),
	), nil
}

// sameSchema compares the outcome of a validation. Where the validation itself failed,
// that is all there is to compare.
func sameSchema(v vector, got jsonvalue.Value) bool {
	if get(v.want, "escalate").Bool() || get(got, "escalate").Bool() {
		return get(v.want, "escalate").Bool() && get(got, "escalate").Bool()
	}
	return sameMembers()(v, got)
}
