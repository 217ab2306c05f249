package catalogtest

import (
	"bytes"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

// Read reads a file of cases, in the notation of catalogs. name is the file's name, for
// errors. The error holds a [*catalog.Error] for everything that is wrong.
func Read(name string, data []byte) (*Suite, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &catalog.Error{Position: catalog.Position{File: name}, Message: "expected cases, the file is empty"}
	}
	root, err := catalog.ReadNode(name, data)
	if err != nil {
		return nil, err
	}
	d := &suiteDecoder{suite: &Suite{File: name}, named: make(map[string]bool)}
	d.read(root)
	if err := d.err(); err != nil {
		return nil, err
	}
	return d.suite, nil
}

type suiteDecoder struct {
	decoder
	suite    *Suite
	defaults Case
	named    map[string]bool // cases so far
}

func (d *suiteDecoder) read(root catalog.Node) {
	for key, value := range root.Members() { // cases are read with them, wherever they stand
		if key.Name == "defaults" {
			quiet := &suiteDecoder{}
			quiet.object(value, "", quiet.inputs(&d.defaults))
		}
	}
	unread := Case{}
	d.object(root, "cases: an object with the key cases", fields{
		{"defaults", func(n catalog.Node) { d.object(n, "an object of inputs", d.inputs(&unread)) }},
		{"cases", func(n catalog.Node) { d.list(n, "a list of cases", d.readCase) }},
		{"accept", func(n catalog.Node) { d.list(n, "a list of changes that no case has to notice", d.accepted) }},
	})
	if len(d.suite.Cases) == 0 && d.problems == nil {
		d.fail(root.Position(), "expected the key cases, with at least one case")
	}
}

// inputs are what a decision is made of.
func (d *suiteDecoder) inputs(c *Case) fields {
	return fields{
		{"conversation", d.conversation(&c.Conversation)},
		{"call", func(n catalog.Node) { d.call(n, &c.Call) }},
		{"facts", func(n catalog.Node) {
			if k := n.Kind(); k != jsonvalue.Object && k != jsonvalue.Null {
				d.expected(n, "an object of facts")
				return
			}
			c.Facts = n.Value()
		}},
		{"calls_made", func(n catalog.Node) {
			c.CallsMade, c.CallsUnknown = nil, n.Kind() == jsonvalue.Null
			if c.CallsUnknown {
				return
			}
			d.calls(&c.CallsMade, "a list of calls, or null when nobody knows them")(n)
		}},
		{"tenant_calls_made", d.calls(&c.TenantCalls, "a list of calls")},
		{"tools", d.names(&c.Tools, "a list of the tools that the session may call")},
		{"session", d.text(&c.Session)},
		{"parent", func(n catalog.Node) { d.parent(n, &c.Parent) }},
	}
}

func (d *suiteDecoder) conversation(into *conversation.Conversation) func(catalog.Node) {
	return func(n catalog.Node) {
		if k := n.Kind(); k != jsonvalue.String && k != jsonvalue.Array {
			d.expected(n, "a conversation: a text of the user, or a list of messages")
			return
		}
		*into = conversation.Read(n.Value())
	}
}

// parent reads the session that a sub-agent's was opened in, and those around it.
func (d *suiteDecoder) parent(n catalog.Node, into **Parent) {
	p := &Parent{}
	*into = p
	d.object(n, "an object with the key conversation", fields{
		{"session", d.text(&p.Session)},
		{"conversation", d.conversation(&p.Conversation)},
		{"parent", func(n catalog.Node) { d.parent(n, &p.Parent) }},
	})
}

func (d *suiteDecoder) calls(into *[]toolcall.Call, what string) func(catalog.Node) {
	return func(n catalog.Node) {
		*into = nil
		d.list(n, what, func(_ int, item catalog.Node) {
			var call toolcall.Call
			d.call(item, &call)
			*into = append(*into, call)
		})
	}
}

func (d *suiteDecoder) call(n catalog.Node, into *toolcall.Call) {
	call, err := toolcall.Read(n.Value())
	if err != nil {
		d.fail(n.Position(), "expected a call, such as {name: pay, arguments: {amount: 250}}: %v", err)
		return
	}
	*into = call
}

func (d *suiteDecoder) readCase(_ int, n catalog.Node) {
	c := d.defaults
	c.Position = n.Position()
	known := len(d.problems)
	d.object(n, "a case: an object with the keys name and expect", append(d.inputs(&c),
		field{"name", d.text(&c.Name)},
		field{"expect", func(n catalog.Node) { d.expectation(n, &c.Expect) }}))
	if len(d.problems) > known {
		return // what is missing may be what was not understood
	}
	switch {
	case c.Name == "":
		d.fail(c.Position, "expected the key name")
	case d.named[c.Name]:
		d.fail(c.Position, "expected each name once, %q is there already", c.Name)
	case c.Call.Name == "":
		d.fail(c.Position, "expected the key call, here or in defaults")
	case c.Expect.Outcome == "":
		d.fail(c.Position, "expected the key expect")
	}
	d.named[c.Name] = true
	d.suite.Cases = append(d.suite.Cases, &c)
}

// expectation reads what is expected; a word alone is the outcome.
func (d *suiteDecoder) expectation(n catalog.Node, e *Expectation) {
	known := len(d.problems)
	if n.Kind() == jsonvalue.String {
		d.outcome(n, e)
	} else {
		d.object(n, "an outcome, or an object with the key outcome", fields{
			{"outcome", func(n catalog.Node) { d.outcome(n, e) }},
			{"failed", d.names(&e.Failed, "a list of checks")},
			{"failed_includes", d.names(&e.FailedIncludes, "a list of checks")},
			{"not_evaluated", d.names(&e.NotEvaluated, "a list of checks")},
			{"missing_facts", d.names(&e.MissingFacts, "a list of names")},
			{"arguments", func(n catalog.Node) {
				if n.Kind() != jsonvalue.Object {
					d.expected(n, "an object of arguments")
				}
				e.Arguments = n.Value()
			}},
			{"evidence", func(n catalog.Node) { d.evidence(n, e) }},
			{"skipped", d.count(&e.Skipped)},
		})
	}
	if len(d.problems) == known {
		d.sensible(n, e)
	}
}

func (d *suiteDecoder) outcome(n catalog.Node, e *Expectation) {
	switch o := core.Outcome(n.Value().Text()); o {
	case core.Allow, core.Deny, core.Escalate:
		e.Outcome = o
	default:
		d.fail(n.Position(), "expected allow, deny or escalate, not %q", string(o))
	}
}

// sensible refuses expectations that no decision meets, and those that a decision meets
// for any reason.
func (d *suiteDecoder) sensible(n catalog.Node, e *Expectation) {
	fails := len(e.Failed)+len(e.FailedIncludes) > 0
	unknown := len(e.NotEvaluated)+len(e.MissingFacts) > 0
	switch {
	case e.Outcome == "":
		d.fail(n.Position(), "expected the key outcome")
	case e.Outcome == core.Allow && (fails || unknown):
		d.fail(n.Position(), "a call that is allowed fails no check")
	case e.Outcome == core.Deny && !fails:
		d.fail(n.Position(), "expected failed or failed_includes too: which check denies, such as {outcome: deny, failed: [arguments_grounded]}")
	case e.Outcome == core.Escalate && !fails && !unknown:
		d.fail(n.Position(), "expected failed, failed_includes, not_evaluated or missing_facts too: what a person is asked about")
	case e.Failed != nil && e.FailedIncludes != nil:
		d.fail(n.Position(), "expected failed or failed_includes, not both")
	}
}

func (d *suiteDecoder) evidence(n catalog.Node, e *Expectation) {
	if n.Kind() != jsonvalue.Object {
		d.expected(n, "an object of arguments and who gave them, such as {iban: user}")
		return
	}
	e.Evidence = make(map[string][]conversation.Role)
	for key, value := range n.Members() {
		d.in(key.Name, func() {
			var names []string
			d.names(&names, "a role or a list of roles")(value)
			roles := []conversation.Role{}
			for _, name := range names {
				role, ok := conversation.ParseRole(name)
				if !ok {
					d.fail(value.Position(), "expected a role: user, assistant, tool or system, not %q", name)
				}
				roles = append(roles, role)
			}
			e.Evidence[key.Name] = roles
		})
	}
}

func (d *suiteDecoder) accepted(_ int, n catalog.Node) {
	a := Accepted{Position: n.Position()}
	known := len(d.problems)
	d.object(n, "an object with the keys change and why", fields{{"change", d.text(&a.Change)}, {"why", d.text(&a.Why)}})
	if len(d.problems) == known && (a.Change == "" || a.Why == "") {
		d.fail(n.Position(), "expected the keys change and why")
	}
	d.suite.Accepted = append(d.suite.Accepted, a)
}
