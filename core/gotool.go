package core

import (
	"context"
	"fmt"
	"reflect"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

// GoTool is a tool made of a Go function, for [WithTool].
type GoTool struct {
	spec catalog.Tool
	run  runFunc
	err  error
}

// runFunc makes a call with its validated arguments.
type runFunc func(ctx context.Context, arguments jsonvalue.Value) (jsonvalue.Value, error)

// Tool makes a tool of a Go function. Args is a struct whose JSON names are the
// arguments; fields with omitempty or omitzero and pointers are optional. The tool
// gets the schema of Args unless spec has Parameters of its own. Only calls that were
// allowed reach run, with the validated arguments.
func Tool[Args, Result any](spec catalog.Tool, run func(context.Context, Args) (Result, error)) GoTool {
	t := GoTool{spec: spec}
	args := reflect.TypeFor[Args]()
	if args.Kind() != reflect.Struct {
		t.err = fmt.Errorf("%w: %s: arguments must be a struct, not %s", ErrTool, spec.Name, args)
		return t
	}
	if t.spec.Parameters.IsNull() {
		t.spec.Parameters, t.err = schema.ForType(args)
	}
	t.run = func(ctx context.Context, arguments jsonvalue.Value) (jsonvalue.Value, error) {
		var decoded Args
		if err := schema.Decode(arguments, &decoded); err != nil {
			return jsonvalue.Value{}, err
		}
		result, err := run(ctx, decoded)
		if err != nil {
			return jsonvalue.Value{}, err
		}
		return jsonvalue.From(result)
	}
	return t
}
