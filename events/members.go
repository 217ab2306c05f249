package events

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// members reads one JSON object of the log member by member, each value kept as the
// bytes it is written in. The first error sticks; it names the member.
type members struct {
	names  []string
	values []jsontext.Value
	used   []bool
	path   string // of this object, for errors: "" or "context."
	err    error
}

// readMembers splits the object in data, strictly: no repeated names, no invalid
// UTF-8, nothing after it. The values share data's memory.
func readMembers(data []byte, path string) *members {
	const usual = 16 // members of an object of ours
	m := &members{path: path, names: make([]string, 0, usual), values: make([]jsontext.Value, 0, usual)}
	dec := jsontext.NewDecoder(bytes.NewBuffer(data))
	token, err := dec.ReadToken()
	if err == nil && token.Kind() != '{' {
		err = errors.New("not a JSON object")
	}
	for err == nil && dec.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = dec.ReadToken(); err != nil {
			break
		}
		text := name.String()
		var value jsontext.Value
		if value, err = dec.ReadValue(); err != nil {
			break
		}
		// The decoder's buffer is data itself: keep a slice of it instead of a copy.
		end := int(dec.InputOffset())
		m.names = append(m.names, text)
		m.values = append(m.values, jsontext.Value(data[end-len(value):end:end]))
	}
	if err == nil {
		_, err = dec.ReadToken()
	}
	if err == nil {
		if _, err = dec.ReadToken(); errors.Is(err, io.EOF) {
			err = nil
		} else {
			err = errors.New("trailing bytes")
		}
	}
	if err != nil {
		m.fail("", "%s", err)
	}
	m.used = make([]bool, len(m.names))
	return m
}

func (m *members) fail(name, format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%w: %s%s: "+format, append([]any{ErrEvent, m.path, name}, args...)...)
	}
}

// raw returns a member's JSON, or nil.
func (m *members) raw(name string) jsontext.Value {
	for i, n := range m.names {
		if n == name {
			m.used[i] = true
			return m.values[i]
		}
	}
	return nil
}

// need is raw of a member that must be there.
func (m *members) need(name string) jsontext.Value {
	v := m.raw(name)
	if v == nil {
		m.fail(name, "missing")
	}
	return v
}

// text returns a string, "" when it is not there.
func (m *members) text(name string) string {
	v := m.raw(name)
	if v == nil {
		return ""
	}
	if v.Kind() != '"' {
		m.fail(name, "expected a string")
		return ""
	}
	unquoted, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		m.fail(name, "%s", err)
	}
	return string(unquoted)
}

// texts returns a list of strings, nil when it is not there.
func (m *members) texts(name string) []string {
	if m.raw(name) == nil {
		return nil
	}
	texts := []string{}
	for _, item := range m.items(name) {
		unquoted, err := jsontext.AppendUnquote(nil, item)
		if err != nil || item.Kind() != '"' {
			m.fail(name, "expected a list of strings")
			return nil
		}
		texts = append(texts, string(unquoted))
	}
	return texts
}

// needText is text of a member that must be there and not empty.
func (m *members) needText(name string) string {
	text := m.text(name)
	if text == "" {
		m.fail(name, "missing")
	}
	return text
}

// number returns a count or sequence, 0 when it is not there.
func (m *members) number(name string) uint64 {
	v := m.raw(name)
	if v == nil {
		return 0
	}
	n, err := strconv.ParseUint(string(v), 10, 63)
	if err != nil {
		m.fail(name, "expected a whole number that is not negative")
	}
	return n
}

// yes reports whether a boolean is there and true.
func (m *members) yes(name string) bool {
	v := m.raw(name)
	if v != nil && v.Kind() != 't' && v.Kind() != 'f' {
		m.fail(name, "expected true or false")
	}
	return v != nil && v.Kind() == 't'
}

func (m *members) hash(name string) Hash {
	h, err := ParseHash(m.needText(name))
	if err != nil {
		m.fail(name, "%s", err)
	}
	return h
}

func (m *members) time(name string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, m.needText(name))
	if err != nil {
		m.fail(name, "expected a time like 2006-01-02T15:04:05Z")
	}
	return t
}

// rest returns the members nobody asked for; nil when there are none.
func (m *members) rest() map[string][]byte {
	var rest map[string][]byte
	for i, name := range m.names {
		if !m.used[i] {
			if rest == nil {
				rest = make(map[string][]byte)
			}
			rest[name] = m.values[i]
		}
	}
	return rest
}

// items splits an array into its items' JSON.
func (m *members) items(name string) []jsontext.Value {
	v := m.raw(name)
	if v == nil {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(v))
	token, err := dec.ReadToken()
	if err != nil || token.Kind() != '[' {
		m.fail(name, "expected an array")
		return nil
	}
	var items []jsontext.Value
	for dec.PeekKind() != ']' {
		item, err := dec.ReadValue()
		if err != nil {
			m.fail(name, "%s", err)
			return nil
		}
		end := int(dec.InputOffset())
		items = append(items, v[end-len(item):end:end])
	}
	return items
}
