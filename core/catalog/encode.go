package catalog

import (
	"slices"

	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Value returns the catalog as a file would declare it, with every default written
// out: the same declarations are the same value, however they were written. [Read]
// reads it back.
func (c *Catalog) Value() jsonvalue.Value {
	o := object{}
	o.text("name", c.Name)
	o.text("version", c.Version)
	o.text("language", c.Language)
	if len(c.Languages) > 0 {
		o.add("languages", listOf(c.Languages, func(l intent.Language) jsonvalue.Value { return jsonvalue.NewString(string(l)) }))
	}
	if len(c.UserKeys) > 0 {
		o.add("user_keys", userKeysValue(c.UserKeys))
	}
	o.add("schema", jsonvalue.NewString(c.Schema.String()))
	o.add("defaults", jsonvalue.NewObject(
		member("scan_user", jsonvalue.NewBool(c.Defaults.ScanUser)),
		member("tool_values", jsonvalue.NewString(c.Defaults.ToolValues.String()))))
	facts := object{}
	for _, f := range c.Facts {
		facts.add(f.Name, f.value())
	}
	o.add("facts", facts.value())
	o.add("tools", listOf(c.Tools, Tool.Value))
	o.add("functions", listOf(c.Functions, Function.value))
	o.add("policies", listOf(c.Policies, Policy.value))
	return o.value()
}

func (f Fact) value() jsonvalue.Value {
	o := object{}
	o.add("type", jsonvalue.NewString(f.Type.String()))
	o.text("description", f.Description)
	return o.value()
}

// Value returns the tool as a file would declare it, with every default written out.
func (t Tool) Value() jsonvalue.Value {
	o := object{}
	o.text("name", t.Name)
	o.text("description", t.Description)
	if !t.Parameters.IsNull() {
		o.add("parameters", t.Parameters)
	}
	if len(t.Ground) > 0 {
		o.add("ground", matchesValue(t.Ground))
	}
	o.add("ground_from", listOf(t.Roles(), stringOf))
	if t.GroundLast > 0 {
		o.add("ground_last", jsonvalue.NewInt(int64(t.GroundLast)))
	}
	o.add("tool_values", stringOf(t.ToolValues))
	o.add("injections", stringOf(t.Injections))
	o.add("scan_user", jsonvalue.NewBool(t.ScanUser))
	if t.Verified {
		o.add("verified", jsonvalue.NewString(verifiedWords[1]))
	}
	o.text("locale", t.Locale.String())
	if len(t.Delegate) > 0 {
		o.add("delegate", delegateValue(t.Delegate))
		o.add("delegate_on", stringOf(t.DelegateOn))
	}
	o.add("once", jsonvalue.NewBool(t.Once))
	if len(t.OnceKey) > 0 {
		o.add("once_key", listOf(slices.Sorted(slices.Values(t.OnceKey)), jsonvalue.NewString))
	}
	if t.OnceScope != OnceSession {
		o.add("once_scope", stringOf(t.OnceScope))
	}
	if t.Confirm != nil {
		o.add("confirm", t.Confirm.value())
	}
	if t.Request != nil {
		o.add("request", t.Request.value())
	}
	if t.Outgoing != nil {
		o.add("outgoing", t.Outgoing.value())
	}
	if t.Firewall != nil {
		o.add("firewall", t.Firewall.value())
	}
	return o.value()
}

func (c *Confirm) value() jsonvalue.Value {
	o := object{}
	if c.Mode != ConfirmCompatible { // so that catalogs from before there was a choice keep their fingerprint
		o.add("mode", stringOf(c.Mode))
	}
	o.text("names", c.Names)
	if c.Arguments != nil {
		o.add("arguments", listOf(c.Arguments, jsonvalue.NewString))
	}
	if len(c.Match) > 0 {
		o.add("match", matchesValue(c.Match))
	}
	if c.Last > 0 {
		o.add("last", jsonvalue.NewInt(int64(c.Last)))
	}
	o.add("on_fail", stringOf(c.OnFail))
	return o.value()
}

func (r *Request) value() jsonvalue.Value {
	o := object{}
	if len(r.Intents) > 0 {
		names := make([]string, len(r.Intents))
		for i, in := range r.Intents {
			names[i] = string(in)
		}
		o.add("intent", listOf(names, jsonvalue.NewString))
	}
	if len(r.Phrases) > 0 {
		o.add("phrases", listOf(r.Phrases, jsonvalue.NewString))
	}
	if len(r.Object) > 0 {
		o.add("object", listOf(r.Object, jsonvalue.NewString))
	}
	o.add("on_fail", stringOf(r.OnFail))
	return o.value()
}

func (f Function) value() jsonvalue.Value {
	return jsonvalue.NewObject(member("name", jsonvalue.NewString(f.Name)), member("tools", toolsValue(f.Tools)),
		member("expr", jsonvalue.NewString(f.Expr)))
}

func (p Policy) value() jsonvalue.Value {
	o := object{}
	o.add("name", jsonvalue.NewString(p.Name))
	o.add("tools", toolsValue(p.Tools))
	o.add("expr", jsonvalue.NewString(p.Expr))
	o.add("on_fail", stringOf(p.OnFail))
	o.text("reason", p.Reason)
	return o.value()
}

// toolsValue is null for every tool.
func toolsValue(tools []string) jsonvalue.Value {
	if tools == nil {
		return jsonvalue.Value{}
	}
	return listOf(tools, jsonvalue.NewString)
}

func matchesValue(matches []Match) jsonvalue.Value {
	o := object{}
	for _, m := range matches {
		o.add(m.Argument, stringOf(m.Matcher))
	}
	return o.value()
}

// object collects members.
type object struct{ members []jsonvalue.Member }

func (o *object) add(name string, v jsonvalue.Value) { o.members = append(o.members, member(name, v)) }

// text adds a text that is not empty.
func (o *object) text(name, text string) {
	if text != "" {
		o.add(name, jsonvalue.NewString(text))
	}
}

func (o *object) value() jsonvalue.Value { return jsonvalue.NewObject(o.members...) }

func member(name string, v jsonvalue.Value) jsonvalue.Member {
	return jsonvalue.Member{Name: name, Value: v}
}

func stringOf[T interface{ String() string }](v T) jsonvalue.Value {
	return jsonvalue.NewString(v.String())
}

func listOf[T any](items []T, value func(T) jsonvalue.Value) jsonvalue.Value {
	values := make([]jsonvalue.Value, len(items))
	for i, item := range items {
		values[i] = value(item)
	}
	return jsonvalue.NewArray(values...)
}
