package policy

import (
	"fmt"
	"math"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// exactDouble is up to where a double holds every integer.
const exactDouble = 1 << 53

// fromJSON returns a value as expressions read it. The value has to fit the type, with
// one exception: an integer is a fine double, and a double without a fraction a fine
// integer, because not every sender of facts tells them apart.
func fromJSON(v jsonvalue.Value, t Type) (ref.Val, error) {
	if v.IsNull() {
		if t.IsNullable() {
			return types.NullValue, nil
		}
		return nil, doesNotFit(v, t)
	}
	if t.kind == List {
		return listFromJSON(v, t)
	}
	return kindFromJSON(v, t.kind)
}

func kindFromJSON(v jsonvalue.Value, kind Kind) (ref.Val, error) {
	switch v.Kind() {
	case jsonvalue.Bool:
		if kind == Bool || kind == Any {
			return types.Bool(v.Bool()), nil
		}
	case jsonvalue.String:
		if kind == String || kind == Any {
			return types.String(v.Text()), nil
		}
	case jsonvalue.Number:
		return numberFromJSON(v, kind)
	case jsonvalue.Array:
		if kind == Any {
			return listFromJSON(v, Type{})
		}
	case jsonvalue.Object:
		if kind == Map || kind == Any {
			return &object{value: v}, nil
		}
	case jsonvalue.Null:
		if kind == Any {
			return types.NullValue, nil
		}
	}
	return nil, doesNotFit(v, TypeOf(kind))
}

func numberFromJSON(v jsonvalue.Value, kind Kind) (ref.Val, error) {
	f := v.Float64()
	if math.IsInf(f, 0) {
		return nil, fmt.Errorf("%w: a number is too large", ErrValue)
	}
	whole := v.IsInteger()
	switch {
	case kind == Double, kind == Any && !whole:
		return types.Double(f), nil
	case whole && (kind == Int || kind == Any):
		n, ok := v.Int64()
		if !ok {
			return nil, fmt.Errorf("%w: an integer is over 64 bits", ErrValue)
		}
		return types.Int(n), nil
	case kind == Int && f == math.Trunc(f) && math.Abs(f) <= exactDouble:
		return types.Int(int64(f)), nil
	default:
		return nil, doesNotFit(v, TypeOf(kind))
	}
}

func listFromJSON(v jsonvalue.Value, t Type) (ref.Val, error) {
	if v.Kind() != jsonvalue.Array {
		return nil, doesNotFit(v, t)
	}
	items := make([]ref.Val, v.Len())
	for i, item := range v.Items() {
		converted, err := kindFromJSON(item, t.item)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		items[i] = converted
	}
	return types.NewRefValList(types.DefaultTypeAdapter, items), nil
}

// doesNotFit names kinds and no value: it may be a secret.
func doesNotFit(v jsonvalue.Value, t Type) error {
	return fmt.Errorf("%w: %s where %s is declared", ErrValue, v.Kind(), t)
}

// toJSON returns a result as a JSON value: the members of a map that an expression
// made in the order of their keys.
func toJSON(v ref.Val, depth int) (jsonvalue.Value, error) {
	if depth > jsonvalue.DefaultMaxDepth {
		return jsonvalue.Value{}, fmt.Errorf("%w: the result nests too deeply", ErrEvaluation)
	}
	switch v := v.(type) {
	case types.Null:
		return jsonvalue.Value{}, nil
	case types.Bool:
		return jsonvalue.NewBool(bool(v)), nil
	case types.Int:
		return jsonvalue.NewInt(int64(v)), nil
	case types.Double:
		if f := float64(v); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return jsonvalue.NewDouble(f), nil
		}
		return jsonvalue.Value{}, fmt.Errorf("%w: the result is no finite number", ErrEvaluation)
	case types.String:
		return jsonvalue.NewString(string(v)), nil
	case *object:
		return v.value, nil
	case traits.Lister:
		return listToJSON(v, depth)
	case traits.Mapper:
		return mapToJSON(v, depth)
	default:
		return jsonvalue.Value{}, fmt.Errorf("%w: the result is %s, which is no JSON value", ErrEvaluation, v.Type().TypeName())
	}
}

func listToJSON(list traits.Lister, depth int) (jsonvalue.Value, error) {
	var items []jsonvalue.Value
	for it := list.Iterator(); it.HasNext() == types.True; {
		item, err := toJSON(it.Next(), depth+1)
		if err != nil {
			return jsonvalue.Value{}, err
		}
		items = append(items, item)
	}
	return jsonvalue.NewArray(items...), nil
}

func mapToJSON(m traits.Mapper, depth int) (jsonvalue.Value, error) {
	var members []jsonvalue.Member
	for _, key := range sortedKeys(m) {
		name, ok := key.(types.String)
		if !ok {
			return jsonvalue.Value{}, fmt.Errorf("%w: the result has a key that is %s", ErrEvaluation, key.Type().TypeName())
		}
		value, err := toJSON(m.Get(key), depth+1)
		if err != nil {
			return jsonvalue.Value{}, err
		}
		members = append(members, jsonvalue.Member{Name: string(name), Value: value})
	}
	return jsonvalue.NewObject(members...), nil
}
