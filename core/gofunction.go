package core

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/schema"
)

// GoFunction is a value computed in Go that policies read under its name, for
// [WithFunction].
type GoFunction struct {
	Name    string
	Version string   // names the code; change it when the code computes otherwise
	Tools   []string // nil: every tool whose arguments and facts provide what it reads

	reads   []string
	typ     policy.Type
	compute func(ctx context.Context, values jsonvalue.Value) (jsonvalue.Value, error)
	err     error
}

// Function makes a function for policies of a Go function. In is a struct whose JSON
// names are what it reads, as in [Policy]; Out is a bool, a text, a number, a list of
// them, or a struct or map. compute must be deterministic: a replay calls it again.
func Function[In, Out any](f GoFunction, compute func(context.Context, In) (Out, error)) GoFunction {
	var err error
	if f.reads, err = readsOf(reflect.TypeFor[In]()); err != nil {
		f.err = fmt.Errorf("%w: function %s: %w", ErrTool, f.Name, err)
		return f
	}
	f.typ = typeOf(reflect.TypeFor[Out]())
	f.compute = func(ctx context.Context, values jsonvalue.Value) (jsonvalue.Value, error) {
		var decoded In
		if err := schema.Decode(values, &decoded); err != nil {
			return jsonvalue.Value{}, err
		}
		out, err := compute(ctx, decoded)
		if err != nil {
			return jsonvalue.Value{}, err
		}
		return jsonvalue.From(out)
	}
	return f
}

// WithFunction adds a function in Go. Policies read it like a declared fact that nobody
// has to give; a fact given under its name is refused.
func WithFunction(f GoFunction) Option {
	return func(b *builder) error {
		if f.err != nil {
			return f.err
		}
		b.goFunctions = append(b.goFunctions, f)
		b.catalog.Facts = append(slices.Clip(b.catalog.Facts), catalog.Fact{Name: f.Name, Type: f.typ})
		return nil
	}
}

// typeOf is the type that expressions see of a Go type.
func typeOf(t reflect.Type) policy.Type {
	switch t.Kind() {
	case reflect.Bool:
		return policy.TypeOf(policy.Bool)
	case reflect.String:
		return policy.TypeOf(policy.String)
	case reflect.Float32, reflect.Float64:
		return policy.TypeOf(policy.Double)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return policy.TypeOf(policy.Int)
	case reflect.Slice, reflect.Array:
		return policy.ListOf(typeOf(t.Elem()).Kind())
	case reflect.Struct, reflect.Map:
		return policy.TypeOf(policy.Map)
	default:
		return policy.Type{}
	}
}

// function is the function as the rules of a tool compute it.
func (f GoFunction) function() *function {
	return &function{name: f.Name, reads: f.reads, compute: func(c *examination) (jsonvalue.Value, error) {
		return f.compute(c.ctx, c.read(f.reads))
	}}
}

// read returns the values of names as one object, for Go code.
func (c *examination) read(names []string) jsonvalue.Value {
	members := make([]jsonvalue.Member, len(names))
	for i, name := range names {
		members[i] = jsonvalue.Member{Name: name, Value: c.values.Get(name)}
	}
	return jsonvalue.NewObject(members...)
}
