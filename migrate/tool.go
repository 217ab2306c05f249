package migrate

import (
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// tool writes one tool.
func (m *migration) tool(t *tool) {
	path := "tools." + t.name
	m.line("- name: " + scalar(t.name))
	m.in(func() {
		if t.description != "" {
			m.key("description", jsonvalue.NewString(t.description))
		}
		if !t.schema.IsNull() {
			m.key("parameters", t.schema)
		}
		m.ground(t, path)
		if !t.groundLast.IsNull() {
			m.key("ground_last", t.groundLast)
		}
		for _, option := range []struct{ name, value, usual string }{
			{"tool_values", t.toolValues, ""}, {"injections", t.injections, "grounded"}, {"locale", t.locale, ""},
		} {
			if option.value != "" && option.value != option.usual {
				m.line(option.name + ": " + scalar(option.value))
			}
		}
		if !t.scanUser.IsNull() {
			m.key("scan_user", t.scanUser)
		}
		if t.once {
			m.line("once: true")
		}
		m.confirmation(t, path)
		m.requests(t, path)
		if t.authorize {
			m.note(path+".authorize", "a catalog has no authorizer: request or confirm can take its place")
		}
	})
}

// ground writes what has to be quoted and from whom. Python says the matcher with ground
// or apart from it, and for whom per tool or per argument.
func (m *migration) ground(t *tool, path string) {
	matchers := make(map[string]jsonvalue.Value)
	var order []string
	add := func(argument string, matcher jsonvalue.Value) {
		if _, known := matchers[argument]; !known {
			order = append(order, argument)
		}
		matchers[argument] = matcher
	}
	from := t.groundFrom
	var differ bool
	if t.ground.Kind() == jsonvalue.Array {
		for _, name := range t.ground.Items() {
			add(name.Text(), jsonvalue.NewString(grounding.Token.String()))
		}
	}
	for argument, what := range t.ground.Members() {
		if what.Kind() != jsonvalue.Array {
			add(argument, what)
			continue
		}
		add(argument, jsonvalue.NewString(grounding.Token.String()))
		var roles []string
		for _, role := range what.Items() {
			roles = append(roles, role.Text())
		}
		differ = differ || from != nil && !slices.Equal(sorted(from), sorted(roles))
		from = common(from, roles)
	}
	for argument, what := range t.match.Members() {
		add(argument, what)
	}
	if len(order) == 0 {
		return
	}
	m.line("ground:")
	m.in(func() {
		for _, argument := range order {
			m.matcher(argument, matchers[argument], path+".ground."+argument, grounding.Token)
		}
	})
	if differ && len(from) > 0 {
		m.note(path+".ground_from", "its arguments had different roles; here all of them have those that all had")
	}
	if len(from) > 0 && !slices.Equal(sorted(from), []string{"system", "tool", "user"}) {
		m.key("ground_from", texts(from))
	}
	if from != nil && len(from) == 0 { // nobody may give all of them
		m.note(path+".ground_from", "its arguments had no role in common; here the user gives all of them")
		m.line("ground_from: [user]")
	}
}

// common returns the roles of both; all of the second where there is no first.
func common(a, b []string) []string {
	if a == nil {
		return b
	}
	both := []string{}
	for _, role := range a {
		if slices.Contains(b, role) {
			both = append(both, role)
		}
	}
	return both
}

func sorted(roles []string) []string {
	names := make([]string, 0, len(roles))
	for _, name := range roles {
		if role, ok := conversation.ParseRole(name); ok {
			name = role.String()
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// matcher writes an argument and how it is looked for. A Python function becomes the
// usual matcher, under which a value has to be written as it is.
func (m *migration) matcher(argument string, what jsonvalue.Value, path string, usual grounding.Matcher) {
	name, isText := what.StringText()
	if matcher, err := grounding.ParseMatcher(name); isText && err == nil {
		m.line(scalar(argument) + ": " + matcher.String())
		return
	}
	source, _ := what.GetString("source")
	m.note(path, "its matcher was a Python function; %s looks for the value as it is written", usual)
	if source != "" {
		m.comment(source)
	}
	m.line(scalar(argument) + ": " + usual.String())
}

func (m *migration) confirmation(t *tool, path string) {
	c := t.confirmation
	if c == nil {
		return
	}
	path += ".confirm"
	if len(c.reads) > 0 {
		m.note(path, "its matchers read facts (%s): see confirm: {mode: exact} and names", flowed(texts(c.reads)))
	}
	if c.arguments.IsNull() && c.match.Len() == 0 && c.last.IsNull() && onFail(c.onFail, "deny") == "deny" {
		m.line("confirm: {}")
		return
	}
	m.line("confirm:")
	m.in(func() {
		if !c.arguments.IsNull() {
			m.key("arguments", c.arguments)
		}
		if c.match.Len() > 0 {
			m.line("match:")
			m.in(func() {
				for argument, what := range c.match.Members() {
					m.matcher(argument, what, path+".match."+argument, grounding.NoCase)
				}
			})
		}
		if !c.last.IsNull() {
			m.key("last", c.last)
		}
		m.line("on_fail: " + onFail(c.onFail, "deny"))
	})
}

// requests writes the first request of a tool. Others, and patterns that cannot be read
// here, become rules that refuse: a request that asks for less would let more through.
func (m *migration) requests(t *tool, path string) {
	for i, r := range t.requests {
		name := fmt.Sprintf("request_%d_of_%s", i+1, t.name)
		effect := onFail(r.onFail, "escalate")
		switch problem := unreadable(r); {
		case problem != "":
			m.note(path+".request", "%s; the policy %s refuses until it is written", problem, name)
			m.stub(stub{name, []string{t.name}, effect, "What the user has to ask for could not be migrated: " + problem + ".", ""})
		case i > 0:
			m.note(path+".request", "a tool has one request here; the policy %s refuses until the next one is written", name)
			m.stub(stub{name, []string{t.name}, effect, "A second request could not be migrated.", flowed(texts(append(slices.Clone(r.intents), r.phrases...)))})
		default:
			m.line("request:")
			m.in(func() {
				if len(r.intents) > 0 {
					m.key("intent", texts(r.intents))
				}
				if len(r.phrases) > 0 {
					m.key("phrases", texts(r.phrases))
				}
				m.line("on_fail: " + effect)
			})
		}
	}
}

// unreadable says why a request cannot be written, "" when it can.
func unreadable(r request) string {
	for _, name := range r.intents {
		if _, err := intent.Parse(name); err != nil {
			return err.Error()
		}
	}
	if _, err := intent.CompilePhrases(r.phrases); err != nil {
		return err.Error()
	}
	if len(r.intents)+len(r.phrases) == 0 {
		return "it asks for nothing"
	}
	return ""
}

// onFail is what failing means; anything but an escalation is a denial.
func onFail(given, usual string) string {
	switch given {
	case "":
		return usual
	case "escalate":
		return given
	default:
		return "deny"
	}
}
