package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/spelling"
)

// maxExport bounds an export, in bytes.
const maxExport = 16 << 20

// export is what a Python program declares.
type export struct {
	facts      []fact
	scanUser   bool
	toolValues string
	authorizer bool
	tools      []tool
	functions  []code
	policies   []rule
}

type fact struct{ name, kind string }

// tool is a declared tool, its options under their Python names.
type tool struct {
	name, description string
	schema            jsonvalue.Value // null: adopted from a server
	ground            jsonvalue.Value
	match             jsonvalue.Value
	groundFrom        []string
	groundLast        jsonvalue.Value
	injections        string
	locale            string
	scanUser          jsonvalue.Value // null: the guard's
	toolValues        string
	once              bool
	authorize         bool
	requests          []request
	confirmation      *confirmation
}

type request struct {
	intents, phrases []string
	onFail           string
}

type confirmation struct {
	arguments jsonvalue.Value // null: all
	match     jsonvalue.Value
	reads     []string
	last      jsonvalue.Value
	onFail    string
}

// code is a Python function and what it reads.
type code struct {
	name, source string
	tools        []string // nil: every tool that provides what it reads
	reads        []parameter
	readsKnown   bool
}

// rule is a policy.
type rule struct {
	code
	onFail, reason string
}

// object reads the members of a JSON object. The first problem sticks; a member that
// nobody asks for is one, as it would be lost in silence.
type object struct {
	value jsonvalue.Value
	path  string
	known []string
	err   *error
}

func readObject(v jsonvalue.Value, path string, err *error) *object {
	o := &object{value: v, path: path, err: err}
	if v.Kind() != jsonvalue.Object {
		o.fail("", "expected an object, not %s", v.Kind())
	}
	return o
}

func (o *object) fail(name, format string, arguments ...any) {
	if *o.err == nil {
		at := strings.Trim(o.path+"."+name, ".")
		*o.err = fmt.Errorf("%w: %s: %s", ErrExport, at, fmt.Sprintf(format, arguments...))
	}
}

func (o *object) get(name string) jsonvalue.Value {
	o.known = append(o.known, name)
	v, _ := o.value.Get(name)
	return v
}

func (o *object) text(name string) string {
	v := o.get(name)
	text, isText := v.StringText()
	if !isText && !v.IsNull() {
		o.fail(name, "expected a string, not %s", v.Kind())
	}
	return text
}

func (o *object) yes(name string) bool {
	v := o.get(name)
	if v.Kind() != jsonvalue.Bool && !v.IsNull() {
		o.fail(name, "expected true or false, not %s", v.Kind())
	}
	return v.Bool()
}

// texts reads a list of strings, or one string; nil when there is none.
func (o *object) texts(name string) []string {
	v := o.get(name)
	if v.IsNull() {
		return nil
	}
	if text, isText := v.StringText(); isText {
		return []string{text}
	}
	texts := []string{}
	for _, item := range v.Items() {
		text, isText := item.StringText()
		if !isText {
			o.fail(name, "expected strings, not %s", item.Kind())
		}
		texts = append(texts, text)
	}
	if v.Kind() != jsonvalue.Array {
		o.fail(name, "expected a string or a list of strings, not %s", v.Kind())
	}
	return texts
}

// each reads the objects of a list, or one object.
func (o *object) each(name string, read func(*object)) {
	v := o.get(name)
	items := v.Items()
	switch v.Kind() {
	case jsonvalue.Null:
	case jsonvalue.Object:
		items = []jsonvalue.Value{v}
	case jsonvalue.Array:
	default:
		o.fail(name, "expected a list of objects, not %s", v.Kind())
	}
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", name, i)
		if called, _ := item.GetString("name"); called != "" {
			at = name + "." + called
		}
		inner := readObject(item, strings.Trim(o.path+"."+at, "."), o.err)
		read(inner)
		inner.finish()
	}
}

// finish says which members nobody knows.
func (o *object) finish() {
	for name := range o.value.Members() {
		if !slices.Contains(o.known, name) {
			o.fail(name, "not a member of the export%s", spelling.Hint(name, o.known))
		}
	}
}

// readExport reads an export strictly.
func readExport(data []byte) (*export, error) {
	v, err := jsonvalue.Parse(data, jsonvalue.Limits{Bytes: maxExport})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrExport, err)
	}
	e := &export{}
	o := readObject(v, "", &err)
	e.readFacts(o)
	e.scanUser, e.toolValues, e.authorizer = o.yes("scan_user"), o.text("tool_values"), o.yes("authorizer")
	o.get("lang") // of texts that are not migrated
	o.each("tools", func(o *object) { e.tools = append(e.tools, readTool(o)) })
	o.each("functions", func(o *object) { e.functions = append(e.functions, readCode(o)) })
	o.each("policies", func(o *object) {
		e.policies = append(e.policies, rule{readCode(o), o.text("on_fail"), o.text("reason")})
	})
	o.finish()
	return e, err
}

// readFacts reads an object of names and types, or a list of names.
func (e *export) readFacts(o *object) {
	v := o.get("facts")
	switch v.Kind() {
	case jsonvalue.Object:
		for name, kind := range v.Members() {
			e.facts = append(e.facts, fact{name, kind.Text()})
		}
	default:
		for _, name := range o.texts("facts") {
			e.facts = append(e.facts, fact{name: name})
		}
	}
}

func readTool(o *object) tool {
	t := tool{name: o.text("name"), description: o.text("description"), schema: o.get("schema"), ground: o.get("ground"), match: o.get("match"),
		groundFrom: o.texts("ground_from"), groundLast: o.get("ground_last"), injections: o.text("injections"), locale: o.text("locale"),
		scanUser: o.get("scan_user"), toolValues: o.text("tool_values"), once: o.yes("once"), authorize: o.yes("authorize")}
	if t.name == "" {
		o.fail("name", "missing")
	}
	o.each("require_request", func(o *object) {
		t.requests = append(t.requests, request{o.texts("intent"), o.texts("phrases"), o.text("on_fail")})
	})
	o.each("require_confirmation", func(o *object) {
		if t.confirmation != nil {
			o.fail("", "expected one confirmation")
		}
		t.confirmation = &confirmation{o.get("arguments"), o.get("match"), o.texts("reads"), o.get("last"), o.text("on_fail")}
	})
	return t
}

func readCode(o *object) code {
	c := code{name: o.text("name"), source: o.text("source"), tools: o.texts("tools")}
	if c.name == "" {
		o.fail("name", "missing")
	}
	switch reads := o.get("reads"); reads.Kind() {
	case jsonvalue.Null:
		c.reads, c.readsKnown = parametersOf(c.source)
	case jsonvalue.Object:
		c.readsKnown = true
		for name, kind := range reads.Members() {
			c.reads = append(c.reads, parameter{name, kind.Text()})
		}
	default:
		c.readsKnown = true
		for _, name := range o.texts("reads") {
			c.reads = append(c.reads, parameter{name: name})
		}
	}
	return c
}
