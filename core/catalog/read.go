package catalog

import (
	"bytes"
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"
)

// Read reads a catalog from YAML or JSON. name is the file's name: what errors say,
// and .json, .yaml or .yml tell the notation (otherwise a text that begins with "{" is
// JSON). The error holds an [*Error] for everything that is wrong, in the order of the
// file.
func Read(name string, data []byte) (*Catalog, error) {
	root, err := ReadNode(name, data)
	if err != nil {
		return nil, err
	}
	c := &Catalog{source: &source{name: name, data: data, root: root.node}}
	d := &decoder{file: name}
	d.catalog(root.node, c)
	if err := join(inOrder(d.problems, c.problems())); err != nil {
		return nil, err
	}
	return c, nil
}

// inOrder returns what reading and validation found, in the order of the file. Where
// something could not be read, what validation says about that place follows from it.
func inOrder(read, validated []*Error) []*Error {
	all := slices.Clone(read)
	unread := make(map[Position]bool, len(read))
	for _, e := range read {
		unread[e.Position] = true
	}
	for _, e := range validated {
		if !unread[e.Position] {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return all
}

// parse reads the notation that the file is in.
func parse(name string, data []byte) (*node, error) {
	switch strings.ToLower(path.Ext(name)) {
	case ".json":
		return readJSON(data)
	case ".yaml", ".yml":
		return readYAML(data)
	}
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		return readJSON(data)
	}
	return readYAML(data)
}

// join joins the first of many errors.
func join(problems []*Error) error {
	all := make([]error, 0, min(len(problems), maxErrors+1))
	for i, p := range problems {
		if i == maxErrors {
			all = append(all, &Error{Position: Position{File: p.File}, Message: "and more"})
			break
		}
		all = append(all, p)
	}
	return errors.Join(all...)
}
