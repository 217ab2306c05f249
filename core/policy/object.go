package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// object is a JSON object as expressions read it. Its members are converted when they
// are read, so that one that is too large for arithmetic fails only who reads it, and
// are visited in the order of their names.
type object struct {
	value jsonvalue.Value
}

var (
	_ traits.Mapper = (*object)(nil)

	errNoConversion = errors.New("an object converts to nothing else")
)

// ConvertToNative refuses: results leave by toJSON.
func (o *object) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("%w (%s)", errNoConversion, t)
}

// ConvertToType converts to the type it has.
func (o *object) ConvertToType(t ref.Type) ref.Val {
	if t == types.MapType {
		return o
	}
	return types.WrapErr(errNoConversion)
}

// Equal compares the members, whatever their order.
func (o *object) Equal(other ref.Val) ref.Val {
	m, ok := other.(traits.Mapper)
	if !ok || m.Size() != o.Size() {
		return types.False
	}
	for name := range o.value.Members() {
		mine, _ := o.Find(types.String(name))
		theirs, found := m.Find(types.String(name))
		if !found {
			return types.False
		}
		if equal := types.Equal(mine, theirs); equal != types.True {
			return equal
		}
	}
	return types.True
}

// Type is a map.
func (o *object) Type() ref.Type { return types.MapType }

// Value returns the JSON value.
func (o *object) Value() any { return o.value }

// Size is the number of members.
func (o *object) Size() ref.Val { return types.Int(o.value.Len()) }

// Contains reports whether there is a member of a name.
func (o *object) Contains(name ref.Val) ref.Val {
	_, found := o.Find(name)
	return types.Bool(found)
}

// Get returns a member, or an error when there is none.
func (o *object) Get(name ref.Val) ref.Val {
	if v, found := o.Find(name); found {
		return v
	}
	return types.NewErr("no such key: %v", name)
}

// Find returns a member and whether there is one. A member that does not convert is
// there, as an error.
func (o *object) Find(name ref.Val) (ref.Val, bool) {
	text, ok := name.(types.String)
	if !ok {
		return nil, false
	}
	v, found := o.value.Get(string(text))
	if !found {
		return nil, false
	}
	converted, err := fromJSON(v, Type{})
	if err != nil {
		return types.WrapErr(err), true
	}
	return converted, true
}

// Iterator visits the names in order.
func (o *object) Iterator() traits.Iterator {
	names := slices.Clone(o.value.Names())
	slices.Sort(names)
	keys := make([]ref.Val, len(names))
	for i, name := range names {
		keys[i] = types.String(name)
	}
	return types.NewRefValList(types.DefaultTypeAdapter, keys).Iterator()
}
