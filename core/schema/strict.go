package schema

import "github.com/guardstream/guardstream/core/jsonvalue"

type strictSchema struct{}

func compileStrict(v jsonvalue.Value) (*strictSchema, error)       { return nil, nil }
func (*strictSchema) validate(v jsonvalue.Value) ([]Error, string) { return nil, "" }
