package catalog

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// newTool is a tool that says nothing.
func newTool(defaults Defaults) Tool {
	return Tool{GroundFrom: DefaultGroundFrom, ScanUser: defaults.ScanUser, ToolValues: defaults.ToolValues}
}

func (d *decoder) toolFields(t *Tool) []field {
	return []field{
		{name: "name", required: true, read: d.name(&t.Name)},
		{name: "description", read: d.text(&t.Description)},
		{name: "parameters", read: func(n *node) {
			if n.kind != jsonvalue.Object {
				d.expected(n, "a JSON Schema of an object")
				return
			}
			t.Parameters = n.value()
		}},
		{name: "ground", read: d.matches(&t.Ground)},
		{name: "ground_from", read: d.roles(&t.GroundFrom)},
		{name: "ground_last", read: d.count(&t.GroundLast)},
		{name: "tool_values", read: choice(d, &t.ToolValues, effects[:], ParseEffect)},
		{name: "injections", read: choice(d, &t.Injections, injections[:], ParseInjections)},
		{name: "scan_user", read: d.boolean(&t.ScanUser)},
		{name: "verified", read: choice(d, &t.Verified, verifiedWords[:], parseVerified)},
		{name: "locale", read: choice(d, &t.Locale, locales, parseLocale)},
		{name: "delegate", read: d.delegate(&t.Delegate)},
		{name: "delegate_on", read: choice(d, &t.DelegateOn, delegateOn[:], ParseDelegateOn)},
		{name: "once", read: d.boolean(&t.Once)},
		{name: "once_key", read: d.texts(&t.OnceKey, "a list of argument names")},
		{name: "once_scope", read: choice(d, &t.OnceScope, onceScopes[:], ParseOnceScope)},
		{name: "confirm", read: func(n *node) {
			t.Confirm = &Confirm{}
			d.object(n, "an object, {} for a confirmation of all values", d.confirmFields(t.Confirm))
		}},
		{name: "request", read: func(n *node) {
			t.Request = &Request{OnFail: Escalate}
			d.object(n, "an object with intent or phrases", d.requestFields(t.Request))
			if n.kind == jsonvalue.Object && n.member("intent") == nil && n.member("phrases") == nil {
				d.fail(n.place, "expected intent or phrases: what the user has to ask for")
			}
		}},
		{name: "outgoing", read: func(n *node) {
			t.Outgoing = &Outgoing{}
			d.object(n, "an object with the arguments whose text leaves", d.outgoingFields(t.Outgoing))
		}},
		{name: "firewall", read: func(n *node) {
			t.Firewall = &Firewall{}
			d.object(n, "an object, {} for a firewall without exemptions", d.firewallFields(t.Firewall))
		}},
	}
}

func (d *decoder) confirmFields(c *Confirm) []field {
	return []field{
		{name: "mode", read: choice(d, &c.Mode, confirmModes[:], ParseConfirmMode)},
		{name: "names", read: d.filled(&c.Names)},
		{name: "arguments", read: func(n *node) {
			c.Arguments = []string{} // an empty list asks for an acceptance alone
			if n.kind != jsonvalue.Array || len(n.items) > 0 {
				d.texts(&c.Arguments, "a list of argument names")(n)
			}
		}},
		{name: "match", read: d.matches(&c.Match)},
		{name: "last", read: d.count(&c.Last)},
		{name: "on_fail", read: choice(d, &c.OnFail, effects[:], ParseEffect)},
	}
}

func (d *decoder) requestFields(r *Request) []field {
	return []field{
		{name: "intent", read: func(n *node) {
			var names []string
			d.oneOrMore(&names, "an intent or a list of intents")(n)
			for i, name := range names {
				at := n.place
				if n.kind == jsonvalue.Array {
					at = n.items[i].place
				}
				var found intent.Intent
				choice(d, &found, intentNames(), known(intent.Parse))(&node{kind: jsonvalue.String, text: name, place: at})
				r.Intents = append(r.Intents, found)
			}
		}},
		{name: "phrases", read: func(n *node) { d.phrases(n, r) }},
		{name: "object", read: d.texts(&r.Object, "a list of argument names")},
		{name: "on_fail", read: choice(d, &r.OnFail, effects[:], ParseEffect)},
	}
}

// languages reads in which languages beside English and Russian users ask.
func (d *decoder) languages(into *[]intent.Language) func(*node) {
	return func(n *node) {
		d.list(n, "a list of languages, such as [de, fr]", func(_ int, item *node) {
			var language intent.Language
			choice(d, &language, languageNames(), known(intent.ParseLanguage))(item)
			always := language == intent.English || language == intent.Russian
			if language != "" && !always && !slices.Contains(*into, language) {
				*into = append(*into, language)
			}
		})
		slices.Sort(*into)
	}
}

// phrases reads patterns, each of which has to compile.
func (d *decoder) phrases(n *node, r *Request) {
	d.oneOrMore(&r.Phrases, "a regular expression or a list of them")(n)
	items := n.items
	if n.kind == jsonvalue.String {
		items = []*node{n}
	}
	for _, item := range items {
		if item.kind != jsonvalue.String {
			continue // said already
		}
		if _, err := intent.CompilePhrases([]string{item.text}); err != nil {
			d.fail(item.place, "expected a regular expression (RE2): %v", err)
		}
	}
}

// matches reads an object of arguments and matchers.
func (d *decoder) matches(into *[]Match) func(*node) {
	return func(n *node) {
		if n.kind != jsonvalue.Object {
			d.expected(n, "an object of arguments and matchers, such as {iban: whole}")
			return
		}
		for i, k := range n.keys {
			m := Match{Argument: k.name}
			d.in(k.name, func() { choice(d, &m.Matcher, matchers, known(grounding.ParseMatcher))(n.items[i]) })
			*into = append(*into, m)
		}
		slices.SortFunc(*into, func(a, b Match) int { return strings.Compare(a.Argument, b.Argument) })
	}
}

// roles reads who may give values, by our names or the synonyms of vendors.
func (d *decoder) roles(into *[]conversation.Role) func(*node) {
	return func(n *node) {
		var roles []conversation.Role
		d.list(n, "a list of roles", func(_ int, item *node) {
			var role conversation.Role
			choice(d, &role, roleNames, conversation.ParseRole)(item)
			if !slices.Contains(roles, role) {
				roles = append(roles, role)
			}
		})
		slices.Sort(roles)
		*into = roles
	}
}

// parseLocale leaves out the empty name: a catalog that means none does not say locale.
func parseLocale(name string) (grounding.Locale, bool) {
	locale, err := grounding.ParseLocale(name)
	return locale, err == nil && locale != grounding.NoLocale
}

// known makes a parser that says why into one that says whether.
func known[T any](parse func(string) (T, error)) func(string) (T, bool) {
	return func(name string) (T, bool) {
		value, err := parse(name)
		return value, err == nil
	}
}
