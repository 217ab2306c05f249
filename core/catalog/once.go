package catalog

import "strconv"

// OnceScope says where a call of a tool with once counts as made before. The zero value
// is OnceSession.
type OnceScope uint8

// The scopes.
const (
	OnceSession OnceScope = iota // in the session of the call
	OnceTenant                   // in any session of the tenant
)

var onceScopes = [...]string{"session", "tenant"}

// String returns the scope's name: "session" or "tenant".
func (s OnceScope) String() string { return onceScopes[s] }

// ParseOnceScope returns the scope of a name and whether there is one.
func ParseOnceScope(name string) (OnceScope, bool) {
	return parseWord[OnceScope](onceScopes[:], name)
}

// once looks at what makes two calls the same: without once it would mean nothing.
func (v *validation) once(t *Tool, path []string, isArgument func(name string, path ...string)) {
	for i, name := range t.OnceKey {
		isArgument(name, append(path, "once_key", strconv.Itoa(i))...)
	}
	if t.Once {
		return
	}
	if t.OnceKey != nil {
		v.fail(append(path, "once_key"), "expected once: true too: the tool may be called again as it is")
	}
	if t.OnceScope != OnceSession {
		v.fail(append(path, "once_scope"), "expected once: true too: the tool may be called again as it is")
	}
}
