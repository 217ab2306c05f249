package schema

import (
	"fmt"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/runes"
)

// hidden is what a look through the arguments as they were given finds: characters
// that no person sees, so that what is approved would not be what is sent.
type hidden struct {
	values int // how many values the arguments hold
	errors []Error
	path   []segment // names without their invisible characters
}

func (h *hidden) report(what string, r rune) {
	if len(h.errors) > DefaultMaxErrors {
		return
	}
	h.errors = append(h.errors, Error{Path: joinPath(h.path), Message: what + fmt.Sprintf("U+%04X", r)})
}

func (h *hidden) scan(v jsonvalue.Value) {
	h.values++
	switch v.Kind() {
	case jsonvalue.String:
		if r, ok := firstInvisible(v.Text()); ok {
			h.report("the text holds the invisible character ", r)
		}
	case jsonvalue.Array:
		for i, item := range v.Items() {
			h.path = append(h.path, segment{index: i + 1})
			h.scan(item)
			h.path = h.path[:len(h.path)-1]
		}
	case jsonvalue.Object:
		for name, value := range v.Members() {
			r, found := firstInvisible(name)
			if found {
				name = visible(name)
			}
			h.path = append(h.path, segment{name: name})
			if found {
				h.report("the name holds the invisible character ", r)
			}
			h.scan(value)
			h.path = h.path[:len(h.path)-1]
		}
	}
}

func firstInvisible(s string) (rune, bool) {
	if runes.IsASCII(s) {
		return 0, false
	}
	for _, r := range s {
		if runes.IsInvisible(r) {
			return r, true
		}
	}
	return 0, false
}

// visible is a name without its invisible characters, "?" when nothing is left.
func visible(name string) string {
	name = strings.Map(func(r rune) rune {
		if runes.IsInvisible(r) {
			return -1
		}
		return r
	}, name)
	if name == "" {
		return "?"
	}
	return name
}
