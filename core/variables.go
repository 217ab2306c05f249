package core

import (
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/policy"
	"github.com/guardstream/guardstream/core/schema"
)

// Names that the guard gives to policies.
const (
	nameToolName     = "tool_name"
	nameConversation = "conversation" // the joined text
	nameUserRequest  = "user_request" // the user's messages, joined by line breaks
	nameCallsMade    = "calls_made"   // a list of CallTexts
	nameCall         = "call"         // name and arguments
	nameGrounding    = "grounding"    // of each grounded argument: quote, role, message
)

// givenNames says which of the names the guard gives some rule of the tool reads:
// the others are not computed.
type givenNames map[string]bool

var givenTypes = []policy.Var{
	{Name: nameToolName, Type: policy.TypeOf(policy.String)},
	{Name: nameConversation, Type: policy.TypeOf(policy.String)},
	{Name: nameUserRequest, Type: policy.TypeOf(policy.String)},
	{Name: nameCallsMade, Type: policy.ListOf(policy.String)},
	{Name: nameCall, Type: policy.TypeOf(policy.Map)},
	{Name: nameGrounding, Type: policy.TypeOf(policy.Map)},
}

func (g *givenNames) need(names []string) {
	if *g == nil {
		*g = make(givenNames)
	}
	for _, name := range names {
		(*g)[name] = true
	}
}

// variables are what expressions over a tool may read before functions: its
// arguments, the declared facts (each may be null) and the names the guard gives.
func (t *tool) variables(facts []catalog.Fact) []policy.Var {
	vars := slices.Clone(givenTypes)
	for _, p := range t.schema.Properties() {
		kind := policy.JSONType(typeNames(p.Types), typeNames(p.Items))
		if p.Nullable {
			kind = kind.Nullable()
		}
		vars = append(vars, policy.Var{Name: p.Name, Type: kind})
	}
	for _, f := range facts {
		vars = append(vars, policy.Var{Name: f.Name, Type: f.Type.Nullable()})
	}
	return vars
}

func typeNames(types []schema.Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	return names
}

// provide makes sure that every name a rule reads has its value in c.values. It
// returns why not: names that were not given, arguments that do not validate, or a
// function that could not be computed.
func (c *examination) provide(names []string) verdict {
	c.giveValues()
	var missing []string
	for _, name := range names {
		if c.values.Has(name) {
			continue
		}
		if f := c.tool.functions[name]; f != nil {
			switch v := c.compute(f); v.state {
			case passed:
			case unevaluable:
				if v.missing == nil {
					return v
				}
				missing = append(missing, name)
			default:
				return v
			}
			continue
		}
		if _, isArgument := c.tool.properties[name]; isArgument || name == nameCall || name == nameGrounding {
			return skip(needsArguments)
		}
		missing = append(missing, name)
	}
	if len(missing) > 0 {
		return notGiven(missing...)
	}
	return pass()
}

// compute gives a function its value, once.
func (c *examination) compute(f *function) verdict {
	if v := c.provide(f.reads); v.state != passed {
		return v
	}
	value, err := f.compute(c)
	if err != nil {
		return cannotEvaluate(f.name + ": " + err.Error())
	}
	c.values.Set(f.name, value)
	return pass()
}

// giveValues gives the values that are there without computing anything: arguments,
// facts, and of what the guard gives the names that some rule reads.
func (c *examination) giveValues() {
	if c.values != nil {
		return
	}
	c.values = c.tool.env.NewValues()
	for name, value := range c.request.Facts.Members() {
		c.values.Set(name, value)
	}
	given := c.tool.given
	c.values.Set(nameToolName, jsonvalue.NewString(c.tool.spec.Name))
	if given[nameConversation] {
		text, _ := c.request.Transcript.Conversation().Text()
		c.values.Set(nameConversation, jsonvalue.NewString(text))
	}
	if given[nameUserRequest] {
		c.values.Set(nameUserRequest, jsonvalue.NewString(c.transcript.Conversation().UserRequest()))
	}
	if given[nameCallsMade] && c.request.CallsMade != nil {
		c.values.Set(nameCallsMade, stringList(c.request.CallsMade.Texts()))
	}
	if !c.argumentsValid() {
		return
	}
	for name, value := range c.validation.Arguments.Members() {
		c.values.Set(name, value)
	}
	if given[nameCall] {
		c.values.Set(nameCall, jsonvalue.NewObject(
			jsonvalue.Member{Name: "name", Value: jsonvalue.NewString(c.tool.spec.Name)},
			jsonvalue.Member{Name: "arguments", Value: c.validation.Arguments}))
	}
	if given[nameGrounding] {
		c.values.Set(nameGrounding, c.groundingValue())
	}
}

// groundingValue is what the conversation says about the grounded arguments, for
// policies: the first quote of each that was found.
func (c *examination) groundingValue() jsonvalue.Value {
	var members []jsonvalue.Member
	evidence := slices.Clone(c.ground().evidence)
	c.view.place(evidence)
	for _, e := range evidence {
		if len(members) > 0 && (members[len(members)-1].Name == e.Argument || e.Argument == sourceOf(members[len(members)-1].Name)) {
			continue // a further item of a list, or what names its source
		}
		members = append(members, jsonvalue.Member{Name: e.Argument, Value: jsonvalue.NewObject(
			jsonvalue.Member{Name: "quote", Value: jsonvalue.NewString(e.Quote)},
			jsonvalue.Member{Name: "role", Value: jsonvalue.NewString(e.Role.String())},
			jsonvalue.Member{Name: "message", Value: jsonvalue.NewInt(int64(e.Message))})})
	}
	return jsonvalue.NewObject(members...)
}

func stringList(texts []string) jsonvalue.Value {
	items := make([]jsonvalue.Value, len(texts))
	for i, text := range texts {
		items[i] = jsonvalue.NewString(text)
	}
	return jsonvalue.NewArray(items...)
}
