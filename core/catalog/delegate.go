package catalog

import (
	"cmp"
	"slices"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Source is a tool whose output may give the value of a grounded argument, when the user
// wrote what the output was asked for: with
//
//	delegate: {recipient: {tool: read_file, named_by: file_path}}
//
// "pay the bill in bill-may.txt" lets the output of read_file({"file_path":
// "bill-may.txt"}) give the recipient (semantics §6).
type Source struct {
	Argument string            // the argument that it gives a value to, one of Ground
	Tool     string            // whose output it is
	NamedBy  string            // the argument of Tool that the user has to have written
	Matcher  grounding.Matcher // how that is looked for in the user's words
}

// DefaultNaming is how the name of a source is looked for: not as a part of a longer
// name or path.
const DefaultNaming = grounding.Whole

// DelegateOn says what a value of a source that the user named does. The zero value is
// DelegateEscalate.
type DelegateOn uint8

// What such a value does.
const (
	DelegateEscalate DelegateOn = iota // a person decides
	DelegateAllow                      // it counts as given by the user
)

var delegateOn = [...]string{"escalate", "allow"}

// String returns the name: "escalate" or "allow".
func (d DelegateOn) String() string { return delegateOn[d] }

// ParseDelegateOn returns what a name means and whether it means anything.
func ParseDelegateOn(name string) (DelegateOn, bool) {
	return parseWord[DelegateOn](delegateOn[:], name)
}

// SourcesOf returns the sources that may give an argument's value.
func (t *Tool) SourcesOf(argument string) []Source {
	var sources []Source
	for _, s := range t.Delegate {
		if s.Argument == argument {
			sources = append(sources, s)
		}
	}
	return sources
}

// delegate reads an object of arguments and their sources.
func (d *decoder) delegate(into *[]Source) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.Object {
			d.expected(n, "an object of arguments and their sources, such as {recipient: {tool: read_file, named_by: file_path}}")
			return
		}
		for i, k := range n.keys {
			d.in(k.name, func() {
				items := []*node{n.items[i]}
				if n.items[i].kind == jsonvalue.Array {
					items = nil
					d.list(n.items[i], "a source or a list of sources", func(_ int, item *node) { items = append(items, item) })
				}
				for _, item := range items {
					s := Source{Argument: k.name, Matcher: DefaultNaming}
					d.object(item, "a source: an object with the keys tool and named_by", d.sourceFields(&s))
					*into = append(*into, s)
				}
			})
		}
		slices.SortFunc(*into, compareSources)
	}
}

func (d *decoder) sourceFields(s *Source) []field {
	return []field{
		{name: "tool", required: true, read: d.filled(&s.Tool)},
		{name: "named_by", required: true, read: d.filled(&s.NamedBy)},
		{name: "match", read: choice(d, &s.Matcher, matchers, known(grounding.ParseMatcher))},
	}
}

func compareSources(a, b Source) int {
	return cmp.Or(cmp.Compare(a.Argument, b.Argument), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.NamedBy, b.NamedBy), cmp.Compare(a.Matcher, b.Matcher))
}

// delegateValue writes sources as a file would declare them: always as lists.
func delegateValue(sources []Source) jsonvalue.Value {
	o := object{}
	for at := 0; at < len(sources); {
		argument := sources[at].Argument
		var list []jsonvalue.Value
		for ; at < len(sources) && sources[at].Argument == argument; at++ {
			s := sources[at]
			list = append(list, jsonvalue.NewObject(member("tool", jsonvalue.NewString(s.Tool)),
				member("named_by", jsonvalue.NewString(s.NamedBy)), member("match", stringOf(s.Matcher))))
		}
		o.add(argument, jsonvalue.NewArray(list...))
	}
	return o.value()
}

// delegate looks at a tool's sources: an argument that nobody grounds needs none, and
// one that every tool output may give has them all.
func (v *validation) delegate(t *Tool, path []string) {
	for _, s := range t.Delegate {
		at := append(slices.Clone(path), "delegate", s.Argument)
		if !slices.ContainsFunc(t.Ground, func(m Match) bool { return m.Argument == s.Argument }) {
			v.fail(at, "expected an argument of ground, %s is none: nobody has to give it", s.Argument)
		}
		source := v.catalog.Tool(s.Tool)
		if source == nil {
			v.fail(at, "expected a tool of the catalog, %s is none%s", s.Tool, v.hint(s.Tool, v.toolNames()))
			continue
		}
		names, open := source.ArgumentNames()
		if !open && !slices.Contains(names, s.NamedBy) {
			v.fail(at, "expected an argument of %s, %s is none%s", s.Tool, s.NamedBy, v.hint(s.NamedBy, names))
		}
	}
	if len(t.Delegate) == 0 && t.DelegateOn != DelegateEscalate {
		v.fail(append(slices.Clone(path), "delegate_on"), "expected delegate too: the tool has no sources")
	}
	if len(t.Delegate) > 0 && slices.Contains(t.Roles(), conversation.Tool) {
		v.fail(append(slices.Clone(path), "delegate"), "expected ground_from without tool: now every tool output may give the argument")
	}
}
