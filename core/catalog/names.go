package catalog

import (
	"maps"
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// GivenVariables are what expressions may read besides arguments, facts and functions.
// The slice must not be changed.
var GivenVariables = []string{"call", "calls_made", "conversation", "grounding", "tool_name", "user_request"}

// taken are the names that mean something in every decision (semantics §10), and what.
var taken = func() map[string]string {
	names := make(map[string]string)
	for what, group := range map[string][]string{
		"a name the guard gives":    append([]string{"tool_arguments", "conversation_roles"}, GivenVariables...),
		"a name the guard computes": {"call_arguments", "argument_errors", "confirmation", "proposal"},
		"the name of a check": {"known_tool", "tool_allowed", "schema_readable", "arguments_valid", "arguments_grounded", "arguments_from_user",
			"no_injected_arguments", "no_instructions_in_tool_outputs", "no_values_from_injections",
			"no_secrets_in_outgoing_text", "outgoing_links_from_user", "all_values_given", "not_made_before",
			"user_confirmed", "request_authorizes"},
	} {
		for _, name := range group {
			names[name] = what
		}
	}
	return names
}()

// askedTo is how the name of every request's check begins.
const askedTo = "user_asked_to_"

// CheckName returns the name of the request's check: user_asked_to_pay,
// user_asked_to_pay_or_send, user_asked_to_pay_or_phrases when it has phrases too, or
// user_asked_to_phrases when it has nothing else.
func (r *Request) CheckName() string {
	var names []string
	for _, in := range r.Intents {
		names = append(names, string(in))
	}
	if len(r.Phrases) > 0 || len(names) == 0 {
		names = append(names, "phrases")
	}
	return askedTo + strings.Join(names, "_or_")
}

// Roles returns who may give grounded values: GroundFrom, or [DefaultGroundFrom] of a
// tool built by hand that does not say. The slice must not be changed.
func (t *Tool) Roles() []conversation.Role {
	if t.GroundFrom == nil {
		return DefaultGroundFrom
	}
	return t.GroundFrom
}

// Tool returns the tool of a name, or nil.
func (c *Catalog) Tool(name string) *Tool {
	for i := range c.Tools {
		if c.Tools[i].Name == name {
			return &c.Tools[i]
		}
	}
	return nil
}

// ArgumentNames returns the names of the arguments that the schema declares, in its
// order. open says that others are possible: the schema allows them, says so in a way
// that is not followed here, or is not known yet.
func (t *Tool) ArgumentNames() (names []string, open bool) {
	if t.Parameters.IsNull() {
		return nil, true
	}
	properties, _ := t.Parameters.Get("properties")
	names = properties.Names()
	for _, keyword := range []string{"$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties"} {
		if _, found := t.Parameters.Get(keyword); found {
			return names, true
		}
	}
	additional, found := t.Parameters.Get("additionalProperties")
	return names, found && (additional.Bool() || additional.Kind() == jsonvalue.Object)
}

// TakenFact says what a fact given with a call to the tool would collide with, in
// words ("an argument of send_payment"), or "" when with nothing. A declared fact
// collides with nothing: [Catalog.Validate] has looked at it.
func (c *Catalog) TakenFact(t *Tool, fact string) string {
	if slices.ContainsFunc(c.Facts, func(f Fact) bool { return f.Name == fact }) {
		return ""
	}
	if what := taken[fact]; what != "" {
		return what
	}
	if names, _ := t.ArgumentNames(); slices.Contains(names, fact) {
		return "an argument of " + t.Name
	}
	switch {
	case slices.ContainsFunc(c.Functions, func(f Function) bool { return f.Name == fact }):
		return "a function"
	case slices.ContainsFunc(c.Policies, func(p Policy) bool { return p.Name == fact }):
		return "a policy"
	case strings.HasPrefix(fact, askedTo) && slices.ContainsFunc(c.Tools, func(t Tool) bool { return t.Request != nil && t.Request.CheckName() == fact }):
		return "the name of a check"
	default:
		return ""
	}
}

// Collision is an argument that is named like something else that means something when
// the tool is called.
type Collision struct {
	Argument string
	With     string // what it collides with, in words: "a declared fact"
}

// Collisions returns the arguments of a tool that collide with something: what decides
// whether its schema can be adopted. Functions and policies collide with arguments of
// the tools they apply to.
func (c *Catalog) Collisions(t *Tool) []Collision {
	with := maps.Clone(taken)
	for _, f := range c.Facts {
		with[f.Name] = "a declared fact"
	}
	applying := c.Applying(t)
	for _, f := range applying.Functions {
		with[f.Name] = "a function"
	}
	for _, p := range applying.Policies {
		with[p.Name] = "a policy"
	}
	if t.Request != nil {
		with[t.Request.CheckName()] = "the name of a check"
	}
	var all []Collision
	names, _ := t.ArgumentNames()
	for _, name := range names {
		if with[name] != "" {
			all = append(all, Collision{name, with[name]})
		}
	}
	return all
}
