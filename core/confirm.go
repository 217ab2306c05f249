package core

import (
	"iter"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/confirmation"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// confirmRule says which arguments an accepted proposal must name, and how.
type confirmRule struct {
	arguments []string // nil: every argument whose value is text, a number or a list of them; in mode exact, every one
	matchers  map[string]grounding.Matcher
	find      map[string]ConfirmFunc
	last      int

	exact  bool
	names  string   // the fact that says what ids are called; "": tool outputs do
	others []string // in mode exact, the other tools that ask for a confirmation
}

func (t *tool) confirms(b *builder) {
	spec := t.spec.Confirm
	if spec == nil {
		return
	}
	t.confirm = confirmRule{arguments: spec.Arguments, last: spec.Last, exact: spec.Mode == catalog.ConfirmExact, names: spec.Names,
		matchers: make(map[string]grounding.Matcher), find: make(map[string]ConfirmFunc)}
	for _, m := range spec.Match {
		t.confirm.matchers[m.Argument] = m.Matcher
	}
	for key, find := range b.confirmMatchers {
		if key.tool == t.spec.Name {
			t.confirm.find[key.argument] = find
		}
	}
	for i := range b.catalog.Tools {
		if other := &b.catalog.Tools[i]; t.confirm.exact && other.Confirm != nil && other.Name != t.spec.Name {
			t.confirm.others = append(t.confirm.others, other.Name)
		}
	}
}

// ConfirmFunc finds where a text (one message) names a value, as a [MatchFunc] that
// also reads facts given with the call: what an item's id is called, for instance.
type ConfirmFunc func(value jsonvalue.Value, text string, facts jsonvalue.Value) []grounding.Span

// confirmationResult is what the conversation says about the user's yes to a call.
type confirmationResult struct {
	confirmed bool
	proposal  int      // index of the message that proposed the call
	accepted  int      // index of the message that accepted it
	proposals int      // accepted proposals looked at
	missing   []string // arguments that the nearest accepted proposal does not name

	exact exactResult // of mode exact
}

// confirm looks for an accepted proposal that names the call's values, the latest
// first, once.
func (c *examination) confirm() *confirmationResult {
	if c.confirmation != nil {
		return c.confirmation
	}
	result := &confirmationResult{}
	c.confirmation = result
	if c.tool.confirm.exact {
		c.confirmExactly(result)
		return result
	}
	var values []valueToName
	for pair := range c.transcript.acceptedProposals(c.tool.confirm.last) {
		if result.proposals++; result.proposals == 1 {
			values = c.valuesToName()
		}
		missing := c.notNamed(values, pair)
		if len(missing) == 0 {
			result.confirmed, result.proposal, result.accepted = true, pair.Proposal, pair.Acceptance
			return result
		}
		if result.missing == nil || len(missing) < len(result.missing) {
			result.missing = missing
		}
	}
	return result
}

// valueToName is one value that a proposal must name.
type valueToName struct {
	argument string
	value    jsonvalue.Value
	needle   grounding.Needle
}

// valuesToName returns the values of the call that a proposal must name.
func (c *examination) valuesToName() []valueToName {
	rule := c.tool.confirm
	var values []valueToName
	for argument, value := range c.validation.Arguments.Members() {
		if rule.arguments != nil && !slices.Contains(rule.arguments, argument) {
			continue
		}
		matcher, chosen := rule.matchers[argument]
		if !chosen {
			matcher = grounding.NoCase
		}
		for _, item := range namedItems(value, rule.arguments != nil) {
			named := valueToName{argument: argument, value: item}
			if rule.find[argument] == nil {
				named.needle = grounding.NewNeedle(item, matcher, grounding.NoLocale)
			}
			values = append(values, named)
		}
	}
	return values
}

// namedItems returns what has to be named of a value: text, numbers and items of
// lists; a boolean only when the rule asks for its argument; never an empty value.
func namedItems(v jsonvalue.Value, asked bool) []jsonvalue.Value {
	switch v.Kind() {
	case jsonvalue.String:
		if blank(v.Text()) {
			return nil
		}
		return []jsonvalue.Value{v}
	case jsonvalue.Number:
		return []jsonvalue.Value{v}
	case jsonvalue.Bool, jsonvalue.Object:
		if asked {
			return []jsonvalue.Value{v}
		}
		return nil
	case jsonvalue.Array:
		var items []jsonvalue.Value
		for _, item := range v.Items() {
			items = append(items, namedItems(item, asked)...)
		}
		return items
	default:
		return nil
	}
}

// notNamed returns the arguments that neither the proposal nor the acceptance names.
func (c *examination) notNamed(values []valueToName, pair confirmation.Pair) []string {
	var missing []string
	for _, v := range values {
		if !c.names(v, pair.Proposal) && !c.names(v, pair.Acceptance) && !slices.Contains(missing, v.argument) {
			missing = append(missing, v.argument)
		}
	}
	return missing
}

func (c *examination) names(v valueToName, message int) bool {
	m := c.transcript.messages[message]
	if find := c.tool.confirm.find[v.argument]; find != nil {
		return len(find(v.value, m.Text, c.request.Facts)) > 0
	}
	_, ok := v.needle.First(m.text)
	return ok
}

// evidence returns the accepted proposal and the acceptance: whole messages, in mode exact
// of the proposal what proposes the call.
func (r *confirmationResult) evidence(t *Transcript) []Evidence {
	if r == nil || !r.confirmed {
		return nil
	}
	whole := func(name string, i int) Evidence {
		m := t.messages[i]
		return Evidence{Argument: name, Quote: m.Text, Role: m.Role, Message: i, End: m.text.Len()}
	}
	proposal := whole(EvidenceProposal, r.proposal)
	if span := r.exact.span; span.End > 0 {
		proposal.Start, proposal.End = span.Start, span.End
		proposal.Quote = t.messages[r.proposal].text.Slice(span)
	}
	return []Evidence{proposal, whole(EvidenceAccepted, r.accepted)}
}

// acceptedProposals ranges over the pairs of a message of the assistant and the user's
// message that accepts it, the latest first.
func (t *Transcript) acceptedProposals(last int) iter.Seq[confirmation.Pair] {
	roles := make([]conversation.Role, len(t.messages))
	for i, m := range t.messages {
		roles[i] = m.Role
	}
	return confirmation.Pairs(roles, func(i int) bool { return t.messages[i].accepts() }, last)
}
