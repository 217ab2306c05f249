package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Size of a schema that is read. A schema adopted from a server may be hostile.
const (
	DefaultMaxParts = 10_000 // schemas within the schema, and references followed
	DefaultMaxDepth = 64     // of schemas within each other
	// DefaultMaxInstructions bounds the compiled patterns of one schema together;
	// each takes about 40 bytes.
	DefaultMaxInstructions = 500_000
)

// Compile reads the JSON Schema of a tool's arguments: an object schema, or {} for
// a tool without arguments. Errors wrap [ErrSchema], [ErrReservedName] or
// [ErrTooLarge] and name the place.
func Compile(v jsonvalue.Value, opts Options) (*Schema, error) {
	if v.Kind() != jsonvalue.Object {
		return nil, fmt.Errorf("%w: expected an object, got %s", ErrSchema, describe(v))
	}
	c := &compiler{
		root:        v,
		checkedElse: opts.Strict,
		definitions: map[string]*definition{},
		pointers:    map[string]int{},
		found:       map[string]jsonvalue.Value{},
	}
	arguments, inside, err := c.arguments(v)
	if err != nil {
		return nil, err
	}
	c.settle()
	s := &Schema{arguments: arguments, inside: inside, warnings: c.warnings}
	if opts.Strict {
		if s.strict, err = compileStrict(v); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// compiler turns the schemas within a schema into nodes.
type compiler struct {
	root        jsonvalue.Value
	checkedElse bool // keywords that are not read here are checked elsewhere
	parts       int
	definitions map[string]*definition // by pointer and what stands beside it
	ordered     []*definition          // as they were met
	pointers    map[string]int
	found       map[string]jsonvalue.Value // what pointers name
	objects     []declaredObject
	patterns    int // instructions of all patterns
	warnings    []string
}

// place is where in the schema a part stands.
type place struct {
	path     string // of property names, as arguments are named; a pointer in a definition
	depth    int
	property bool // it is a property's schema: its limits are read
}

func (p place) of(name string) place {
	return place{path: strings.TrimPrefix(p.path+"."+cut(name, maxName), "."), depth: p.depth + 1, property: true}
}

func (p place) inside(step string) place {
	return place{path: strings.TrimPrefix(p.path+"."+step, "."), depth: p.depth + 1}
}

func (p place) String() string {
	if p.path == "" {
		return noObject
	}
	return p.path
}

func (c *compiler) errorf(at place, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrSchema, at, fmt.Sprintf(format, args...))
}

// spend counts one part and, of a part with many members, what copying them takes.
func (c *compiler) spend(v jsonvalue.Value) error {
	if c.parts += 1 + v.Len()/100; c.parts > DefaultMaxParts {
		return fmt.Errorf("%w: more than %d parts", ErrTooLarge, DefaultMaxParts)
	}
	return nil
}

// arguments compiles the schema as a whole: an object whose properties are the
// arguments, possibly behind references, whose definitions it then is inside of.
func (c *compiler) arguments(v jsonvalue.Value) (n *objectNode, inside []int, err error) {
	top := place{property: true}
	whole, followed, err := c.effective(v)
	if err != nil {
		return nil, nil, err
	}
	for _, pointer := range followed {
		inside = append(inside, c.idOf(pointer))
	}
	if !mayBeObject(whole) {
		return nil, nil, c.errorf(top, "arguments are an object, the schema's type is %s", cut(member(whole, "type").Write(jsonvalue.Readable), maxQuoted))
	}
	c.warnUnread(whole, top)
	for _, keyword := range []string{"enum", "const", "anyOf", "oneOf"} {
		if _, ok := whole.Get(keyword); ok && !c.checkedElse {
			c.warn(top, strconv.Quote(keyword)+" is not read for the arguments as a whole")
		}
	}
	if n, err = c.object(whole, top); err != nil {
		return nil, nil, err
	}
	for i := range n.properties {
		if name := n.properties[i].name; Reserved(name) {
			return nil, nil, fmt.Errorf("%w: %q is a name the guard itself uses", ErrReservedName, name)
		}
	}
	return n, inside, nil
}

// member is the member of an object with this name, null when there is none.
func member(v jsonvalue.Value, name string) jsonvalue.Value {
	m, _ := v.Get(name)
	return m
}

func mayBeObject(v jsonvalue.Value) bool {
	t, ok := v.Get("type")
	if !ok || t.IsNull() {
		return true
	}
	for _, item := range t.Items() {
		if item.Text() == string(Object) {
			return true
		}
	}
	return t.Text() == string(Object)
}

// compile compiles any schema within the schema.
func (c *compiler) compile(v jsonvalue.Value, at place) (node, error) {
	if err := c.spend(v); err != nil {
		return nil, err
	}
	if at.depth > DefaultMaxDepth {
		return nil, fmt.Errorf("%w: %s: more than %d schemas within each other", ErrTooLarge, at, DefaultMaxDepth)
	}
	switch v.Kind() {
	case jsonvalue.Bool:
		if v.Bool() {
			return anyNode{}, nil
		}
		return neverNode{}, nil
	case jsonvalue.Object:
	default:
		return nil, c.errorf(at, "expected a schema, got %s", describe(v))
	}
	c.warnUnread(v, at)
	if pointer, ok := v.GetString("$ref"); ok {
		return c.reference(v, pointer, at)
	}
	return c.shape(v, at)
}

// shape compiles what decides the type: enum and const before unions before types.
func (c *compiler) shape(v jsonvalue.Value, at place) (node, error) {
	if enum, ok := v.Get("enum"); ok && !enum.IsNull() {
		if enum.Kind() != jsonvalue.Array {
			return nil, c.errorf(at, "enum is %s, expected a list", describe(enum))
		}
		if enum.Len() > 0 {
			return newEnumNode(enum.Items()), nil
		}
		c.warn(at, "an empty enum is not read")
	}
	if value, ok := v.Get("const"); ok {
		return newEnumNode([]jsonvalue.Value{value}), nil
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if alternatives, ok := v.Get(keyword); ok && !alternatives.IsNull() {
			if alternatives.Kind() != jsonvalue.Array {
				return nil, c.errorf(at, "%s is %s, expected a list of schemas", keyword, describe(alternatives))
			}
			if alternatives.Len() > 0 {
				return c.union(v, keyword, alternatives.Items(), at)
			}
		}
	}
	return c.typed(v, at)
}

func (c *compiler) typed(v jsonvalue.Value, at place) (node, error) {
	t, ok := v.Get("type")
	switch {
	case !ok || t.IsNull():
		if _, ok := v.Get("properties"); ok {
			return c.named(v, Object, at)
		}
		return anyNode{}, nil
	case t.Kind() == jsonvalue.Array && t.Len() > 0:
		return c.typeList(v, t.Items(), at)
	case t.Kind() != jsonvalue.String:
		return nil, c.errorf(at, "type is %s, expected a name or a list of names", describe(t))
	}
	return c.named(v, Type(t.Text()), at)
}

// named compiles one type of the list of types that JSON Schema knows.
func (c *compiler) named(v jsonvalue.Value, t Type, at place) (node, error) {
	switch t {
	case String:
		return textNode{}, nil
	case Integer:
		return integerNode{}, nil
	case Number:
		return numberNode{}, nil
	case Boolean:
		return booleanNode{}, nil
	case Null:
		return nullNode{}, nil
	case Array:
		return c.array(v, at)
	case Object:
		if isPlainObject(v) {
			return anyObjectNode{}, nil
		}
		return c.object(v, at)
	}
	c.warn(at, "unknown type "+strconv.Quote(cut(string(t), maxQuoted))+": any value is accepted")
	return anyNode{}, nil
}

// isPlainObject reports whether an object within the arguments may hold anything:
// it declares no properties and does not say that there are none.
func isPlainObject(v jsonvalue.Value) bool {
	if member(v, "properties").Len() > 0 {
		return false
	}
	additional, ok := v.Get("additionalProperties")
	return !ok || additional.Kind() != jsonvalue.Bool || additional.Bool()
}
