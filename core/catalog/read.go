package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"path"
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
	if d.problems == nil { // names are checked in what was understood whole
		d.problems = c.problems()
	}
	if err := join(d.problems); err != nil {
		return nil, err
	}
	return c, nil
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
	var all []error
	for i, p := range problems {
		if i == maxErrors {
			all = append(all, &Error{Position: Position{File: p.File}, Message: fmt.Sprintf("and %d more", len(problems)-i)})
			break
		}
		all = append(all, p)
	}
	return errors.Join(all...)
}
