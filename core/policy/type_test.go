package policy

import (
	"errors"
	"testing"
)

func TestParseType(t *testing.T) {
	for _, name := range FactTypes {
		got, err := ParseType(name)
		if err != nil || got.String() != name || got.IsNullable() {
			t.Errorf("ParseType(%q) = %s, %v", name, got, err)
		}
		if nullable := got.Nullable(); !nullable.IsNullable() || nullable.String() != name+"?" || nullable.Kind() != got.Kind() {
			t.Errorf("nullable %s = %s", got, nullable)
		}
	}
	for _, name := range []string{"", "any", "list<map>", "number", "Double", "list<>", "list<list>", "list<string", "string>", "list<any>", "double?", "list<list<int>>"} {
		if got, err := ParseType(name); !errors.Is(err, ErrType) {
			t.Errorf("ParseType(%q) = %s, %v", name, got, err)
		}
	}
	if anything := (Type{}).Nullable(); anything != (Type{}) || !anything.IsNullable() {
		t.Errorf("any nullable = %s", anything)
	}
}

func TestJSONType(t *testing.T) {
	for _, c := range []struct {
		names, items []string
		want         string
	}{
		{[]string{"string"}, nil, "string"},
		{[]string{"integer"}, nil, "int"},
		{[]string{"number"}, nil, "double"},
		{[]string{"boolean"}, nil, "bool"},
		{[]string{"object"}, nil, "map"},
		{[]string{"array"}, nil, "list"},
		{[]string{"array"}, []string{"string"}, "list<string>"},
		{[]string{"array"}, []string{"string", "null"}, "list"},
		{[]string{"array"}, []string{"array"}, "list"},
		{[]string{"array"}, []string{"object"}, "list<map>"},
		{[]string{"null", "number"}, nil, "double?"},
		{[]string{"array", "null"}, []string{"integer"}, "list<int>?"},
		{[]string{"string", "integer"}, nil, "any"},
		{[]string{"null"}, nil, "any"},
		{[]string{"whatever"}, nil, "any"},
		{nil, nil, "any"},
	} {
		if got := JSONType(c.names, c.items); got.String() != c.want {
			t.Errorf("JSONType(%v, %v) = %s, want %s", c.names, c.items, got, c.want)
		}
	}
}

func TestIsIdentifier(t *testing.T) {
	for name, want := range map[string]bool{
		"amount": true, "_x": true, "a1": true, "type": true, "A": true,
		"": false, "1a": false, "order-id": false, "a.b": false, "in": false, "package": false, "größe": false, "a b": false, "null": false,
	} {
		if got := IsIdentifier(name); got != want {
			t.Errorf("IsIdentifier(%q) = %v", name, got)
		}
	}
}
