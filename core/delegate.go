package core

import (
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxNamings bounds how many names of sources are looked for in the user's words for one
// value: an agent that read a thousand files makes no thousand searches of it.
const maxNamings = 64

// delegated is a value that stands in the output of a call whose naming argument the
// user wrote: "pay the bill in bill-may.txt" (semantics §6). The user chose the source
// and not the value, so whoever can write the source gives it.
type delegated struct {
	found bool
	sure  bool // every output of that same call says so
	// What it rests on: the value in the output, with the call, and the user's words that
	// name the source.
	quote, naming Evidence
}

// answer is a part of a tool output that answers a call, with what was found in it.
type answer struct {
	tool      string
	arguments jsonvalue.Value
	text      string // the call as name(arguments)
	span      grounding.Span
}

// answered returns the calls that a tool output answers.
func (m *message) answered() []answer {
	if m.answers == nil && !m.Answers.IsZero() {
		m.answers = make([]answer, 0, 1)
		for _, a := range m.Answers.All() {
			span := grounding.Span{Start: a.Start, End: min(a.End, m.text.Len())}
			if a.End == 0 {
				span.End = m.text.Len()
			}
			arguments, err := jsonvalue.ParseText(a.Arguments, jsonvalue.Limits{})
			if err == nil && arguments.Kind() == jsonvalue.Object {
				m.answers = append(m.answers, answer{a.Tool, arguments, CallText(a.Tool, arguments), span})
			}
		}
	}
	return m.answers
}

// reading is one call of a source: its outputs, and which of them write the value.
type reading struct {
	source  catalog.Source
	name    jsonvalue.Value // of the source, as the call named it
	call    string
	outputs []sourceOutput
}

type sourceOutput struct {
	message int
	written bool
	span    grounding.Span
}

// delegatedValue looks for a value in the outputs of the argument's sources that the
// user named. Only what follows the user's words counts, only values that no
// instruction-like passage taints, and only quotes that lie in that call's own output.
// Where the same call gave the value once and did not another time, the source has
// changed in between: it is found, but not sure.
func (c *examination) delegatedValue(rule groundRule, value jsonvalue.Value) delegated {
	var doubtful delegated
	namings := 0
	for _, r := range c.readings(rule, value) {
		if !slices.ContainsFunc(r.outputs, func(o sourceOutput) bool { return o.written }) {
			continue
		}
		if namings++; namings > maxNamings {
			break
		}
		named := c.locate(groundRule{argument: rule.argument, matcher: r.source.Matcher}, r.name, usersOnly)
		if !named.ok || named.tainted {
			continue
		}
		found := c.readAfter(r, rule.argument, named.evidence)
		if found.sure {
			return found
		}
		if found.found && !doubtful.found {
			doubtful = found
		}
	}
	return doubtful
}

// readings returns the calls of an argument's sources, in the order of their first
// outputs, and where these write the value.
func (c *examination) readings(rule groundRule, value jsonvalue.Value) []*reading {
	spans := c.spansOf(rule, value)
	var all []*reading
	byCall := make(map[string]*reading)
	for i, m := range c.transcript.messages {
		if m.Role != conversation.Tool {
			continue
		}
		for _, a := range m.answered() {
			for _, s := range rule.sources {
				name, named := a.arguments.Get(s.NamedBy)
				if s.Tool != a.tool || !named || !canName(name) {
					continue
				}
				key := s.NamedBy + " " + a.text
				if byCall[key] == nil {
					byCall[key] = &reading{source: s, name: name, call: a.text}
					all = append(all, byCall[key])
				}
				out := sourceOutput{message: i}
				out.span, out.written = cleanIn(m, a.span, spans(m))
				byCall[key].outputs = append(byCall[key].outputs, out)
			}
		}
	}
	return all
}

// canName reports whether a value can be what the user calls a source.
func canName(v jsonvalue.Value) bool {
	text, isText := v.StringText()
	return isText && !blank(text) || v.Kind() == jsonvalue.Number
}

// spansOf returns a function that finds every place of a message where a value is
// written.
func (c *examination) spansOf(rule groundRule, value jsonvalue.Value) func(*message) []grounding.Span {
	if rule.find != nil {
		return func(m *message) []grounding.Span { return validSpans(rule.find(value, m.Text), m.text) }
	}
	if text, ok := value.StringText(); ok && blank(text) {
		return func(*message) []grounding.Span { return nil }
	}
	needle := grounding.NewNeedle(value, rule.matcher, c.tool.locale)
	return func(m *message) []grounding.Span { return needle.All(m.text) }
}

// cleanIn returns the first span that lies within a part of a message and that nothing
// taints.
func cleanIn(m *message, part grounding.Span, spans []grounding.Span) (grounding.Span, bool) {
	for _, s := range spans {
		if part.Start <= s.Start && s.End <= part.End && !m.taints(s) {
			return s, true
		}
	}
	return grounding.Span{}, false
}

// readAfter is what the outputs say that came after the user named the source.
func (c *examination) readAfter(r *reading, argument string, naming Evidence) delegated {
	d := delegated{sure: true, naming: naming}
	d.naming.Argument = sourceOf(argument)
	for _, out := range r.outputs {
		switch {
		case out.message < naming.Message:
		case !out.written:
			d.sure = false
		case !d.found:
			d.found = true
			d.quote = quote(argument, out.message, c.transcript.messages[out.message], out.span)
			d.quote.Call = r.call
		}
	}
	d.sure = d.sure && d.found
	return d
}

// sourceOf names the evidence of the user's words that name an argument's source.
func sourceOf(argument string) string { return "(source of " + argument + ")" }
