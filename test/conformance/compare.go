package conformance

import (
	"slices"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// sameMembers compares an outcome with what a vector wants, member by member and
// exactly, except for the named members: those are compared only where "want" has
// them (optional:name), or never (free:name).
func sameMembers(exceptions ...exception) func(v vector, got jsonvalue.Value) bool {
	return func(v vector, got jsonvalue.Value) bool {
		for name, want := range v.want.Members() {
			value, there := got.Get(name)
			if !slices.Contains(exceptions, free(name)) && !(there && jsonvalue.Equal(value, want)) {
				return false
			}
		}
		for _, name := range got.Names() {
			if _, there := v.want.Get(name); !there && !slices.Contains(exceptions, optional(name)) {
				return false
			}
		}
		return true
	}
}

// exception is a member that is not compared like the others.
type exception struct {
	name string
	free bool
}

// free names a member that is informational: it is never compared.
func free(name string) exception { return exception{name: name, free: true} }

// optional names a member that is compared only where a vector wants it.
func optional(name string) exception { return exception{name: name} }

// differing writes a, for a person who compares it with b: of two objects only the
// members that differ.
func differing(a, b jsonvalue.Value) string {
	if a.Kind() != jsonvalue.Object || b.Kind() != jsonvalue.Object {
		return compact(a)
	}
	var members []jsonvalue.Member
	for name, value := range a.Members() {
		if other, there := b.Get(name); !there || !jsonvalue.Equal(value, other) {
			members = append(members, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return compact(jsonvalue.NewObject(members...))
}
