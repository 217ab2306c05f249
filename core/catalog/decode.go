package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/spelling"
)

// decoder reads the values of a file into the structs, and collects what is wrong: one
// mistake must not hide the next.
type decoder struct {
	file     string
	path     []string
	problems []*Error
}

// hint says what a word was probably meant to be, for as long as errors are told.
func (d *decoder) hint(word string, known []string) string {
	if d.full() {
		return ""
	}
	return spelling.Hint(word, known)
}

// full reports whether there are more errors than are told.
func (d *decoder) full() bool { return len(d.problems) > maxErrors }

// fail says what is wrong at a place of the file, for as long as errors are told.
func (d *decoder) fail(at place, format string, arguments ...any) {
	if d.full() {
		return
	}
	d.problems = append(d.problems, &Error{
		Position: Position{File: d.file, Line: at.line, Column: at.column},
		Path:     strings.Join(d.path, "."),
		Message:  fmt.Sprintf(format, arguments...),
	})
}

// expected says what was expected instead of a value.
func (d *decoder) expected(n *node, what string) {
	d.fail(n.place, "expected %s, not %s", what, describe(n))
}

// describe names a value in an error message: the value itself when it is short.
func describe(n *node) string {
	const short = 40
	switch n.kind {
	case jsonvalue.String:
		if len(n.text) > short {
			return "a long text"
		}
		return strconv.Quote(n.text)
	case jsonvalue.Number, jsonvalue.Bool:
		if len(n.text) > short {
			return "a long number"
		}
		return n.text
	case jsonvalue.Array:
		return "a list"
	case jsonvalue.Object:
		return "an object"
	default:
		return "null"
	}
}

// in reads something below a name, which errors are then about.
func (d *decoder) in(name string, read func()) {
	d.path = append(d.path, name)
	read()
	d.path = d.path[:len(d.path)-1]
}

// field is a key that an object may have, and what reads its value.
type field struct {
	name     string
	required bool
	read     func(n *node)
}

// object reads an object's known keys and says which ones are not known.
func (d *decoder) object(n *node, what string, fields []field) {
	if n.kind != jsonvalue.Object {
		d.expected(n, what)
		return
	}
	for i, k := range n.keys {
		known := slices.IndexFunc(fields, func(f field) bool { return f.name == k.name })
		if known < 0 {
			d.fail(k.place, "unknown key %q%s", k.name, d.hintOrList(k.name, namesOf(fields)))
			continue
		}
		d.in(k.name, func() { fields[known].read(n.items[i]) })
	}
	for _, f := range fields {
		if f.required && n.member(f.name) == nil {
			d.fail(n.place, "expected the key %q", f.name)
		}
	}
}

func namesOf(fields []field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// hintOrList says what was probably meant, else what there is.
func (d *decoder) hintOrList(word string, known []string) string {
	if hint := d.hint(word, known); hint != "" {
		return hint
	}
	return ", expected one of " + strings.Join(known, ", ")
}

// text reads a text into a place.
func (d *decoder) text(into *string) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.String {
			d.expected(n, "a text")
			return
		}
		*into = n.text
	}
}

// filled reads a text that has to say something.
func (d *decoder) filled(into *string) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.String || strings.TrimSpace(n.text) == "" {
			d.expected(n, "a text")
			return
		}
		*into = n.text
	}
}

func (d *decoder) boolean(into *bool) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.Bool {
			d.expected(n, "true or false")
			return
		}
		*into = n.text == "true"
	}
}

// count reads a whole number from 1.
func (d *decoder) count(into *int) func(*node) {
	return func(n *node) {
		number, err := strconv.Atoi(n.text)
		if n.kind != jsonvalue.Number || err != nil || number < 1 {
			d.expected(n, "a whole number from 1")
			return
		}
		*into = number
	}
}

// choice reads one of a few words.
func choice[T any](d *decoder, into *T, choices []string, parse func(string) (T, bool)) func(*node) {
	return func(n *node) {
		what := "one of " + strings.Join(choices, ", ")
		if n.kind != jsonvalue.String {
			d.expected(n, what)
			return
		}
		value, ok := parse(n.text)
		if !ok {
			d.fail(n.place, "expected %s, not %s%s", what, describe(n), d.hint(n.text, choices))
			return
		}
		*into = value
	}
}

// list reads each item of a list, which has to have one.
func (d *decoder) list(n *node, what string, item func(i int, n *node)) {
	if n.kind != jsonvalue.Array || len(n.items) == 0 {
		d.expected(n, what)
		return
	}
	for i, next := range n.items {
		d.in(nameOf(next, i), func() { item(i, next) })
	}
}

// nameOf is what paths call an item of a list: its name, else its index.
func nameOf(n *node, index int) string {
	if name := n.member("name"); name != nil && name.kind == jsonvalue.String && name.text != "" {
		return name.text
	}
	return strconv.Itoa(index)
}

// texts reads a list of different texts.
func (d *decoder) texts(into *[]string, what string) func(*node) {
	return func(n *node) {
		seen := make(map[string]bool)
		d.list(n, what, func(_ int, item *node) {
			var text string
			d.filled(&text)(item)
			if text != "" && seen[text] {
				d.fail(item.place, "expected each of them once, %q is there already", text)
			}
			seen[text] = true
			*into = append(*into, text)
		})
	}
}

// oneOrMore reads a list of texts, or one text.
func (d *decoder) oneOrMore(into *[]string, what string) func(*node) {
	return func(n *node) {
		if n.kind == jsonvalue.String {
			n = &node{kind: jsonvalue.Array, place: n.place, items: []*node{n}}
		}
		d.texts(into, what)(n)
	}
}
