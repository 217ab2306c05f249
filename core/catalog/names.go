package catalog

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/conversation"
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
		"the name of a check": {"known_tool", "schema_readable", "arguments_valid", "arguments_grounded", "arguments_from_user",
			"no_injected_arguments", "no_instructions_in_tool_outputs", "no_values_from_injections", "not_made_before",
			"user_confirmed", "request_authorizes"},
	} {
		for _, name := range group {
			names[name] = what
		}
	}
	return names
}()

// CheckName returns the name of the request's check: user_asked_to_pay,
// user_asked_to_pay_or_send, or user_asked_to_phrases when it has no intents.
func (r *Request) CheckName() string {
	if len(r.Intents) == 0 {
		return "user_asked_to_phrases"
	}
	names := make([]string, len(r.Intents))
	for i, in := range r.Intents {
		names[i] = string(in)
	}
	return "user_asked_to_" + strings.Join(names, "_or_")
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
	return names, found && (additional.Bool() || additional.Len() > 0)
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
	case slices.ContainsFunc(c.Tools, func(t Tool) bool { return t.Request != nil && t.Request.CheckName() == fact }):
		return "the name of a check"
	default:
		return ""
	}
}

// TakenArgument says what an argument of a tool would collide with, in words, or ""
// when with nothing: what decides whether a schema can be adopted. a is what applies to
// the tool with that schema: a function or policy that does not collides with nothing.
func (c *Catalog) TakenArgument(t *Tool, argument string, a Applying) string {
	switch {
	case taken[argument] != "":
		return taken[argument]
	case slices.ContainsFunc(c.Facts, func(f Fact) bool { return f.Name == argument }):
		return "a declared fact"
	case slices.ContainsFunc(a.Functions, func(f Function) bool { return f.Name == argument }):
		return "a function"
	case slices.ContainsFunc(a.Policies, func(p Policy) bool { return p.Name == argument }):
		return "a policy"
	case t.Request != nil && t.Request.CheckName() == argument:
		return "the name of a check"
	default:
		return ""
	}
}
