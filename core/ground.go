package core

import (
	"slices"
	"strings"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/injection"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/runes"
)

// overrideReach is how near, in characters, a user's words may stand to an override
// in their own message before they count as pasted with it (semantics §4).
const overrideReach = 200

// groundRule says how one argument has to be written in the conversation.
type groundRule struct {
	argument string
	matcher  grounding.Matcher
	find     MatchFunc // a Go function instead of the matcher
	sources  []catalog.Source
}

// MatchFunc finds where a text (one message) names a value: spans in code points.
// It must be deterministic and must not keep or change its arguments.
type MatchFunc func(value jsonvalue.Value, text string) []grounding.Span

// groundingResult is what the conversation says about the arguments to be grounded.
type groundingResult struct {
	evidence    []Evidence   // by argument, list items in their order
	nowhere     []namedValue // in no message of an allowed role
	onlyInTools []namedValue // ... but in a tool output, where a person decides about that
	sources     []namedSource
	delegated   []namedValue // ... but in a source that the user named, where a person decides about that
	injected    []namedValue // found, but only in tainted text
}

// ground looks for every grounded argument once and keeps the result for the checks
// that read it.
func (c *examination) ground() *groundingResult {
	if c.grounding != nil {
		return c.grounding
	}
	c.grounding = &groundingResult{}
	for _, rule := range c.tool.ground {
		value, given := c.validation.Arguments.Get(rule.argument)
		if !given || c.tool.leftAtDefault(rule.argument, value) {
			continue
		}
		for _, item := range groundItems(value, nil) {
			c.groundItem(rule, item)
		}
	}
	return c.grounding
}

// groundItems returns what has to be written for a value: of a list its items, of
// null nothing.
func groundItems(v jsonvalue.Value, items []jsonvalue.Value) []jsonvalue.Value {
	switch v.Kind() {
	case jsonvalue.Null:
		return items
	case jsonvalue.Array:
		for _, item := range v.Items() {
			items = groundItems(item, items)
		}
		return items
	default:
		return append(items, v)
	}
}

func (c *examination) groundItem(rule groundRule, value jsonvalue.Value) {
	result := c.grounding
	found := c.locate(rule, value, c.tool.mayGround)
	switch {
	case found.ok:
		result.evidence = append(result.evidence, found.evidence)
		if found.tainted {
			result.injected = append(result.injected, namedValue{argument: rule.argument, value: value, passage: found.passage})
		}
	case len(rule.sources) > 0 && c.groundDelegated(rule, value):
	case c.tool.toolValuesEscalate && c.locate(rule, value, toolOutputsOnly).ok:
		result.onlyInTools = append(result.onlyInTools, namedValue{argument: rule.argument, value: value})
	default:
		result.nowhere = append(result.nowhere, namedValue{argument: rule.argument, value: value})
	}
}

// namedSource is a value that a source gives, and the user's words that name the source.
type namedSource struct {
	argument string
	value    jsonvalue.Value
	naming   Evidence
}

// isDelegated reports whether a leaf is a value of a source that the user named for its
// argument: whether that is enough, arguments_from_user says.
func (c *examination) isDelegated(l leaf) bool {
	return slices.ContainsFunc(c.ground().sources, func(s namedSource) bool {
		return s.argument == l.argument && jsonvalue.Equal(s.value, l.value)
	})
}

// groundDelegated looks for a value in the sources that the user named for its argument,
// and reports whether it is there.
func (c *examination) groundDelegated(rule groundRule, value jsonvalue.Value) bool {
	d := c.delegatedValue(rule, value)
	if !d.found {
		return false
	}
	c.grounding.evidence = append(c.grounding.evidence, d.quote, d.naming)
	c.grounding.sources = append(c.grounding.sources, namedSource{rule.argument, value, d.naming})
	if !d.sure || c.tool.spec.DelegateOn == catalog.DelegateEscalate {
		c.grounding.delegated = append(c.grounding.delegated, namedValue{argument: rule.argument, value: value, call: d.quote.Call})
	}
	return true
}

// occurrence is the place where a value is written that backs it best.
type occurrence struct {
	ok       bool
	evidence Evidence
	tainted  bool
	passage  string
}

// locate finds the first untainted place where a value is written in a message of an
// allowed role, else the first tainted one.
func (c *examination) locate(rule groundRule, value jsonvalue.Value, roles roleSet) occurrence {
	var tainted occurrence
	firstUserMessage := c.firstGroundingUserMessage()
	needle, visit := c.search(rule, value)
	if c.view.root != nil && !c.passedOn(rule, needle, value) {
		roles &^= usersOnly
	}
	for i, m := range visit {
		if !roles.has(m.Role) || m.Role == conversation.User && i < firstUserMessage {
			continue
		}
		if m.Role == conversation.User && c.tool.spec.ScanUser && len(m.overrides()) > 0 {
			found := c.awayFromOverrides(rule, needle, value, i, m)
			if found.ok && !found.tainted {
				return found
			}
			if found.ok && !tainted.ok {
				tainted = found
			}
			continue
		}
		span, ok := first(rule, needle, value, m)
		if !ok {
			continue
		}
		found := occurrence{ok: true, evidence: quote(rule.argument, i, m, span)}
		if m.Role == conversation.Tool && c.tool.spec.Injections == catalog.InjectionsValue && m.taints(span) {
			if found, ok := c.untainted(rule, needle, value, i, m); ok {
				return found
			}
			if !tainted.ok {
				tainted = found // no_values_from_injections says what that means
			}
			continue
		}
		if m.Role != conversation.Tool || !c.tool.readsTaint {
			return found
		}
		outputs := c.transcript.taintedOutputs()
		if len(outputs) == 0 {
			return found
		}
		if !tainted.ok {
			found.tainted, found.passage = true, c.transcript.passageNear(outputs, i)
			tainted = found
		}
	}
	return tainted
}

// untainted finds where a tool output writes a value that no instruction-like passage
// taints.
func (c *examination) untainted(rule groundRule, needle grounding.Needle, value jsonvalue.Value, i int, m *message) (occurrence, bool) {
	for _, span := range rule.all(needle, value, m) {
		if !m.taints(span) {
			return occurrence{ok: true, evidence: quote(rule.argument, i, m, span)}, true
		}
	}
	return occurrence{}, false
}

// all finds every place where a message writes a value.
func (r groundRule) all(needle grounding.Needle, value jsonvalue.Value, m *message) []grounding.Span {
	if r.find != nil {
		return validSpans(r.find(value, m.Text), m.text)
	}
	return needle.All(m.text)
}

// search prepares a value to be looked for, and ranges over the messages that may
// hold it.
func (c *examination) search(rule groundRule, value jsonvalue.Value) (grounding.Needle, func(func(int, *message) bool)) {
	if rule.find != nil {
		return grounding.Needle{}, c.transcript.all
	}
	if text, ok := value.StringText(); ok && blank(text) {
		return grounding.Needle{}, func(func(int, *message) bool) {} // a blank text is written nowhere
	}
	needle := grounding.NewNeedle(value, rule.matcher, c.tool.locale)
	return needle, c.transcript.candidates(needle)
}

func blank(text string) bool {
	return strings.TrimFunc(text, func(r rune) bool { return runes.IsSpace(r) || runes.IsInvisible(r) }) == ""
}

func first(rule groundRule, needle grounding.Needle, value jsonvalue.Value, m *message) (grounding.Span, bool) {
	if rule.find == nil {
		return needle.First(m.text)
	}
	spans := validSpans(rule.find(value, m.Text), m.text)
	if len(spans) == 0 {
		return grounding.Span{}, false
	}
	return spans[0], true
}

// validSpans keeps the spans of a program's own matcher that lie in the text: a quote
// that is not literally there must not leave the guard.
func validSpans(spans []grounding.Span, text *grounding.Text) []grounding.Span {
	var valid []grounding.Span
	for _, s := range spans {
		if s.Start >= 0 && s.Start < s.End && s.End <= text.Len() {
			valid = append(valid, s)
		}
	}
	return valid
}

// awayFromOverrides finds where the user wrote a value out of reach of the overrides
// in the same message, else the first place within reach, as tainted.
func (c *examination) awayFromOverrides(rule groundRule, needle grounding.Needle, value jsonvalue.Value, i int, m *message) occurrence {
	var tainted occurrence
	for _, span := range rule.all(needle, value, m) {
		found := occurrence{ok: true, evidence: quote(rule.argument, i, m, span)}
		near, ok := nearest(m, span)
		if !ok {
			return found
		}
		if !tainted.ok {
			found.tainted, found.passage = true, m.Text[near.Start:near.End]
			tainted = found
		}
	}
	return tainted
}

// nearest returns an override of the message within reach of the span.
func nearest(m *message, span grounding.Span) (injection.Passage, bool) {
	for _, p := range m.overrides() {
		start, end := m.text.CodePoints(p.Start), m.text.CodePoints(p.End)
		if span.Start <= end+overrideReach && start <= span.End+overrideReach {
			return p, true
		}
	}
	return injection.Passage{}, false
}

func quote(argument string, i int, m *message, span grounding.Span) Evidence {
	return Evidence{
		Argument: argument, Quote: m.text.Slice(span), Role: m.Role,
		Message: i, Start: span.Start, End: span.End,
	}
}

// firstGroundingUserMessage is the index of the first user message that may ground a
// value: with ground_last N, the N-th from the end.
func (c *examination) firstGroundingUserMessage() int {
	n := c.tool.spec.GroundLast
	if n <= 0 {
		return 0
	}
	for i := len(c.transcript.messages) - 1; i >= 0; i-- {
		if c.transcript.messages[i].Role == conversation.User {
			if n--; n == 0 {
				return i
			}
		}
	}
	return 0
}
