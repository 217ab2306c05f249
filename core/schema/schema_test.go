package schema_test

import (
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

func parse(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseText(text, jsonvalue.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func compile(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile(parse(t, text), schema.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}
