package jsonvalue

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
)

// From turns a Go value of a program that uses the guard as a library into a
// Value, by its JSON form: structs, maps, slices, strings, numbers, booleans. A Go
// float64 becomes a double (250.0), an integer an integer.
func From(x any) (Value, error) {
	switch x := x.(type) {
	case nil:
		return Value{}, nil
	case Value:
		return x, nil
	case string:
		return NewString(x), nil
	case bool:
		return NewBool(x), nil
	case int:
		return NewInt(int64(x)), nil
	case int64:
		return NewInt(x), nil
	case float64:
		if text := FormatDouble(x); text != "NaN" && text != "+Inf" && text != "-Inf" {
			return NewNumber(text), nil
		}
		return Value{}, fmt.Errorf("%w: %v is not finite", ErrUnsupported, x)
	case []any:
		items := make([]Value, len(x))
		for i, item := range x {
			v, err := From(item)
			if err != nil {
				return Value{}, err
			}
			items[i] = v
		}
		return NewArray(items...), nil
	case map[string]any:
		return fromMap(x)
	}
	data, err := json.Marshal(x, json.Deterministic(true))
	if err != nil {
		return Value{}, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return Parse(data, Limits{Bytes: len(data)})
}

func fromMap(x map[string]any) (Value, error) {
	members := make([]Member, 0, len(x))
	for _, name := range slices.Sorted(maps.Keys(x)) {
		v, err := From(x[name])
		if err != nil {
			return Value{}, fmt.Errorf("%s: %w", name, err)
		}
		members = append(members, Member{Name: name, Value: v})
	}
	return NewObject(members...), nil
}
