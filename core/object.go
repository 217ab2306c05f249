package core

import (
	"slices"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/intent"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxObjectNames bounds the values of one call's object: nobody names more in a sentence,
// and each is looked for in every message of the user.
const maxObjectNames = 256

// objectName is one value of what a call acts on, to be named by the user's sentence
// that asks for it.
type objectName struct {
	spans  func(*message) []grounding.Span
	source Evidence // of a value that a source gives: the user's words that name the source
}

// namesOf returns the values of the arguments, lists item by item. Arguments that are
// not given, null or empty name nothing.
func (c *examination) namesOf(arguments []string) []objectName {
	var names []objectName
	for _, argument := range arguments {
		value, _ := c.validation.Arguments.Get(argument)
		rule := c.ruleOf(argument)
		for _, item := range groundItems(value, nil) {
			names = append(names, objectName{spans: c.spansOf(rule, item), source: c.sourceNamed(argument, item)})
		}
	}
	return names
}

// ruleOf is how an argument's value is looked for: as its ground says, else in any case.
func (c *examination) ruleOf(argument string) groundRule {
	for _, rule := range c.tool.ground {
		if rule.argument == argument {
			return rule
		}
	}
	return groundRule{argument: argument, matcher: grounding.NoCase}
}

// sourceNamed returns the user's words that name the source of a value.
func (c *examination) sourceNamed(argument string, item jsonvalue.Value) Evidence {
	for _, s := range c.ground().sources {
		if s.argument == argument && jsonvalue.Equal(s.value, item) {
			return s.naming
		}
	}
	return Evidence{}
}

// places returns where a message names the value, or its source, in the order of the
// text.
func (n objectName) places(at int, m *message) []grounding.Span {
	places := n.spans(m)
	if n.source.Quote != "" && n.source.Message == at {
		places = append(places, grounding.Span{Start: n.source.Start, End: n.source.End})
		slices.SortFunc(places, func(a, b grounding.Span) int { return a.Start - b.Start })
	}
	return places
}

// namedIn reports whether one of the sentences of a message names all the values.
func namedIn(sentences []intent.Span, names []objectName, at int, m *message) bool {
	all := make([][]grounding.Span, len(names))
	for i, n := range names {
		if all[i] = n.places(at, m); len(all[i]) == 0 {
			return false
		}
	}
	return slices.ContainsFunc(sentences, func(s intent.Span) bool {
		start, end := m.text.CodePoints(s.Start), m.text.CodePoints(s.End)
		return !slices.ContainsFunc(all, func(places []grounding.Span) bool {
			first, _ := slices.BinarySearchFunc(places, start, func(p grounding.Span, at int) int { return p.Start - at })
			return first == len(places) || places[first].End > end
		})
	})
}

// usersWords ranges over the messages that are the user's own words, with their indexes.
func (c *examination) usersWords(yield func(int, *message) bool) {
	for i, m := range c.transcript.messages {
		if m.Role == conversation.User && !yield(i, m) {
			return
		}
	}
}
