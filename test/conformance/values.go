package conformance

import "github.com/guardstream/guardstream/core/jsonvalue"

// Short names for the values that outcomes are made of.

func object(members ...jsonvalue.Member) jsonvalue.Value { return jsonvalue.NewObject(members...) }

func member(name string, v jsonvalue.Value) jsonvalue.Member {
	return jsonvalue.Member{Name: name, Value: v}
}

func list[T any](items []T, write func(T) jsonvalue.Value) jsonvalue.Value {
	values := make([]jsonvalue.Value, len(items))
	for i, item := range items {
		values[i] = write(item)
	}
	return jsonvalue.NewArray(values...)
}

func text(s string) jsonvalue.Value { return jsonvalue.NewString(s) }

func boolean(b bool) jsonvalue.Value { return jsonvalue.NewBool(b) }

func number(n int) jsonvalue.Value { return jsonvalue.NewInt(int64(n)) }

func tuple(items ...jsonvalue.Value) jsonvalue.Value { return jsonvalue.NewArray(items...) }

// get returns a member, null when there is none.
func get(v jsonvalue.Value, name string) jsonvalue.Value {
	m, _ := v.Get(name)
	return m
}
