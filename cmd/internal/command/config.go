package command

import (
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// config is a configuration file: values of flags by name.
type config struct {
	file   string
	values map[string]any // what kong takes for a flag: a text, or a list of texts
	keys   []*ast.MappingValueNode
}

// readConfig reads a YAML file that gives flags values. It has no other structure.
func readConfig(r io.Reader) (kong.Resolver, error) {
	c := &config{file: "configuration", values: make(map[string]any)}
	if named, ok := r.(*os.File); ok {
		c.file = named.Name()
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, Usage(fmt.Errorf("%s: %w", c.file, err))
	}
	for _, doc := range file.Docs {
		if doc.Body == nil { // empty, or comments alone
			continue
		}
		mapping, ok := doc.Body.(*ast.MappingNode)
		if !ok {
			return nil, c.fault(doc.Body, "expected flag: value")
		}
		c.keys = append(c.keys, mapping.Values...)
	}
	for _, key := range c.keys {
		if c.values[key.Key.String()], err = c.value(key.Value); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *config) value(n ast.Node) (any, error) {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return c.scalar(n)
	}
	values := make([]any, 0, len(list.Values))
	for _, item := range list.Values {
		v, err := c.scalar(item)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func (c *config) scalar(n ast.Node) (any, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.BoolNode:
		return n.Value, nil
	case *ast.IntegerNode, *ast.FloatNode:
		return n.String(), nil
	default:
		return nil, c.fault(n, "expected a text, a number, true or false, or a list of them")
	}
}

// fault is what is wrong at a place of the file.
func (c *config) fault(n ast.Node, format string, args ...any) error {
	at := n.GetToken().Position
	return Usage(fmt.Errorf("%s:%d:%d: %s", c.file, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// Validate refuses keys that are no flags: a misspelt one would leave its default on
// in silence.
func (c *config) Validate(app *kong.Application) error {
	known := flagsOf(app)
	for _, key := range c.keys {
		switch name := key.Key.String(); {
		case known[name] == nil:
			return c.fault(key.Key, "unknown key %q", name)
		case name == "config":
			return c.fault(key.Key, "a configuration names no other one")
		}
	}
	return nil
}

// Resolve returns the file's value of a flag that the environment does not give.
func (c *config) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if os.Getenv(name) != "" {
			return nil, nil
		}
	}
	return c.values[flag.Name], nil
}
