package catalogtest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/spelling"
)

// maxErrors is how many mistakes of a file are told.
const maxErrors = 100

// decoder collects what is wrong with a file: one mistake must not hide the next.
type decoder struct {
	path     []string
	problems []*catalog.Error
}

func (d *decoder) fail(at catalog.Position, format string, arguments ...any) {
	d.problems = append(d.problems, &catalog.Error{Position: at, Path: strings.Join(d.path, "."), Message: fmt.Sprintf(format, arguments...)})
}

// err joins what is wrong, in the order of the file.
func (d *decoder) err() error {
	var all []error
	for i, p := range d.problems {
		if i == maxErrors {
			all = append(all, &catalog.Error{Position: catalog.Position{File: p.File}, Message: fmt.Sprintf("and %d more", len(d.problems)-i)})
			break
		}
		all = append(all, p)
	}
	return errors.Join(all...)
}

func (d *decoder) expected(n catalog.Node, what string) {
	d.fail(n.Position(), "expected %s, not %s", what, n.Kind())
}

// in reads something below a name, which errors are then about.
func (d *decoder) in(name string, read func()) {
	d.path = append(d.path, name)
	read()
	d.path = d.path[:len(d.path)-1]
}

// fields are what reads the values of an object's keys.
type fields []field

type field struct {
	name string
	read func(catalog.Node)
}

// object reads an object's keys and says which ones are not known.
func (d *decoder) object(n catalog.Node, what string, known fields) {
	if n.Kind() != jsonvalue.Object {
		d.expected(n, what)
		return
	}
	var names []string
	for _, f := range known {
		names = append(names, f.name)
	}
	for key, value := range n.Members() {
		i := slices.Index(names, key.Name)
		if i < 0 {
			hint := spelling.Hint(key.Name, names)
			if hint == "" {
				hint = ", expected one of " + strings.Join(names, ", ")
			}
			d.fail(key.Position, "unknown key %q%s", key.Name, hint)
			continue
		}
		d.in(key.Name, func() { known[i].read(value) })
	}
}

// list reads the items of a list.
func (d *decoder) list(n catalog.Node, what string, read func(i int, item catalog.Node)) {
	if n.Kind() != jsonvalue.Array {
		d.expected(n, what)
		return
	}
	for i, item := range n.Items() {
		d.in(strconv.Itoa(i), func() { read(i, item) })
	}
}

// text reads a text that says something.
func (d *decoder) text(into *string) func(catalog.Node) {
	return func(n catalog.Node) {
		text, ok := n.Value().StringText()
		if !ok || strings.TrimSpace(text) == "" {
			d.expected(n, "a text")
			return
		}
		*into = text
	}
}

// names reads a list of different texts, or one; it is never nil then.
func (d *decoder) names(into *[]string, what string) func(catalog.Node) {
	return func(n catalog.Node) {
		*into = []string{}
		if text, ok := n.Value().StringText(); ok && text != "" {
			*into = append(*into, text)
			return
		}
		seen := make(map[string]bool)
		d.list(n, what, func(_ int, item catalog.Node) {
			var name string
			d.text(&name)(item)
			if name != "" && seen[name] {
				d.fail(item.Position(), "expected each of them once, %q is there already", name)
			}
			seen[name] = true
			*into = append(*into, name)
		})
	}
}

// count reads a whole number from 0.
func (d *decoder) count(into *int) func(catalog.Node) {
	return func(n catalog.Node) {
		number, ok := n.Value().Int64()
		if !ok || number < 0 || number > catalog.MaxBytes {
			d.expected(n, "a whole number from 0")
			return
		}
		*into = int(number)
	}
}
