package conversation

import "fmt"

// Role says who wrote a message.
type Role uint8

// The roles. The zero Role is none of them, so that a role that was forgotten is never
// taken for the user's.
const (
	User Role = iota + 1
	Assistant
	Tool
	System
)

// roleNames holds what vendors and frameworks call the roles, beside our own names.
var roleNames = [...]struct {
	name string
	role Role
}{
	{"user", User},
	{"assistant", Assistant},
	{"tool", Tool},
	{"system", System},
	{"human", User},
	{"ai", Assistant},
	{"model", Assistant},
	{"function", Tool},
	{"tool_result", Tool},
	{"function_call_output", Tool},
	{"developer", System},
}

// ParseRole returns the role that name means and whether it means one. Letters may be
// capitals; nothing else is forgiven, because a role that is nearly "user" must not
// become the user.
func ParseRole(name string) (Role, bool) {
	for _, known := range roleNames {
		if equalASCIIFold(name, known.name) {
			return known.role, true
		}
	}
	return 0, false
}

// equalASCIIFold compares without the case of ASCII letters. Unicode folding would
// take U+017F for an "s".
func equalASCIIFold(name, lower string) bool {
	if len(name) != len(lower) {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// String returns the role's name, "unknown" for the zero Role.
func (r Role) String() string {
	switch r {
	case User:
		return "user"
	case Assistant:
		return "assistant"
	case Tool:
		return "tool"
	case System:
		return "system"
	default:
		return "unknown"
	}
}

// MarshalText writes the role's name.
func (r Role) MarshalText() ([]byte, error) {
	if r < User || r > System {
		return nil, fmt.Errorf("%w: number %d", ErrUnknownRole, uint8(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText reads a role's name or one of its synonyms.
func (r *Role) UnmarshalText(name []byte) error {
	role, ok := ParseRole(string(name))
	if !ok {
		return fmt.Errorf("%w: %q", ErrUnknownRole, name)
	}
	*r = role
	return nil
}
