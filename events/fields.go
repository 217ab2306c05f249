package events

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Bounds of single members.
const (
	maxID      = 200     // characters of an id
	maxLiteral = 1 << 10 // bytes of a tenant's or session's literal id, which every event repeats
	maxNote    = 8 << 10 // bytes of a note, a reviewer's name or an error
)

// fields reads the members of a command. The first problem sticks.
type fields struct {
	object  jsonvalue.Value
	known   map[string]bool
	problem *Problem
}

func readFields(payload []byte, limits Limits) (*fields, *Problem) {
	v, err := jsonvalue.Parse(payload, jsonvalue.Limits{Bytes: limits.Bytes, Depth: limits.Depth})
	switch {
	case errors.Is(err, jsonvalue.ErrTooLarge):
		return nil, problem(TooLarge, "", "%s", err)
	case errors.Is(err, jsonvalue.ErrTooDeep):
		return nil, problem(TooDeep, "", "%s levels: the limit is %d", err, limits.Depth)
	case errors.Is(err, jsonvalue.ErrDuplicateKey):
		return nil, problem(DuplicateKey, "", "%s", err)
	case err != nil:
		return nil, problem(Unreadable, "", "%s", err)
	case v.Kind() != jsonvalue.Object:
		return nil, problem(Unreadable, "", "expected a JSON object, not %s", v.Kind())
	}
	return &fields{object: v, known: make(map[string]bool, v.Len())}, nil
}

func (f *fields) fail(code Code, field, format string, args ...any) {
	if f.problem == nil {
		f.problem = problem(code, field, format, args...)
	}
}

// finish returns the first problem; a member that nobody asked for is one: a guard
// that passes over a misspelt "facts" decides about another call than was meant.
func (f *fields) finish() *Problem {
	for name := range f.object.Members() {
		if !f.known[name] {
			f.fail(UnknownField, truncate(name, maxID), "not a member of this command")
		}
	}
	return f.problem
}

// value returns a member, null when it is not there.
func (f *fields) value(name string) jsonvalue.Value {
	f.known[name] = true
	v, _ := f.object.Get(name)
	return v
}

// text returns a string member of at most limit bytes; "" when it is null or not there.
func (f *fields) text(name string, limit int) string {
	v := f.value(name)
	text, ok := v.StringText()
	switch {
	case !ok && !v.IsNull():
		f.fail(Unreadable, name, "expected a string")
	case len(text) > limit:
		f.fail(TooLarge, name, "%d bytes, the limit is %d", len(text), limit)
		return "" // what is refused is recorded too, and has to fit
	}
	return text
}

func (f *fields) needText(name string) string {
	text := f.text(name, maxNote)
	if strings.TrimSpace(text) == "" {
		f.fail(MissingField, name, "missing")
	}
	return text
}

// id returns a member that names something.
func (f *fields) id(name string, needed bool) string {
	id := f.text(name, maxNote)
	if id == "" && needed {
		f.fail(MissingField, name, "missing")
	}
	if why := badID(id); why != "" {
		f.fail(Unreadable, name, "%s", why)
		return ""
	}
	return id
}

// badID says why a text can't be an id; "" when it can, or is empty. Ids are shown to
// people and compared: two that look alike must be alike.
func badID(id string) string {
	if utf8.RuneCountInString(id) > maxID {
		return "longer than 200 characters"
	}
	if strings.HasPrefix(id, ownMark) {
		return `ids that begin with "_" are the guard's own`
	}
	for _, r := range id {
		if !unicode.IsPrint(r) {
			return "holds a character that can't be seen"
		}
	}
	return ""
}

// truncate cuts a text to at most n bytes, not through a character.
func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
