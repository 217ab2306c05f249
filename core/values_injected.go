package core

import (
	"math"

	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/grounding"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/likeness"
)

// How much two texts must have in common, in words that follow each other, before one
// counts as copied from the other. Words of a passage are words to the agent, which an
// honest text has no reason to repeat; the rest of a passage's block is content, which
// an honest text may quote in short.
const (
	passageRun = 5
	blockRun   = 8
)

// probe is a value of the call, or a part of one, that may have come from a tainted block.
type probe struct {
	leaf    leaf
	letters *likeness.Text
	number  grounding.Needle // of numbers, which are compared by their value
}

// holds reports whether a piece writes the value.
func (c *examination) holds(p *piece, v probe) bool {
	if !c.compare(p.size()) {
		return false
	}
	if v.leaf.value.Kind() == jsonvalue.Number {
		_, found := v.number.First(p.asNumbers())
		return found
	}
	return p.asLetters().Holds(v.letters)
}

// injectedValues returns the values of the call that stand in tainted blocks and
// nowhere else in the user's words or untainted blocks.
func (c *examination) injectedValues() []namedValue {
	outputs := c.transcript.taintedOutputs()
	if len(outputs) == 0 {
		return nil
	}
	var injected []namedValue
	for _, l := range c.leaves() {
		if passage := c.injectedIn(outputs, l); passage != "" {
			injected = append(injected, namedValue{argument: l.path, value: l.value, passage: passage})
		}
	}
	return injected
}

// injectedIn returns a passage that dictated a leaf, "" when none did.
func (c *examination) injectedIn(outputs []int, l leaf) string {
	if l.listed || l.value.Kind() == jsonvalue.Bool {
		return ""
	}
	whole := probe{leaf: l, letters: likeness.Reduce(l.value.Text())}
	if l.value.Kind() == jsonvalue.Number {
		whole.number = grounding.NewNeedle(l.value, grounding.Spaced, c.tool.locale)
	}
	if saysNothing(whole) {
		return ""
	}
	if first, ok := c.firstTainted(outputs, whole); ok {
		if !c.standsClean(whole, first) {
			return c.transcript.passageOf(first)
		}
		return ""
	}
	if l.value.Kind() != jsonvalue.String || whole.letters.Words() == 1 || c.givenAsFact(whole) {
		return ""
	}
	for _, part := range distinctive(l.value.Text()) {
		v := probe{leaf: l, letters: likeness.Reduce(part)}
		if first, ok := c.firstTainted(outputs, v); ok && !c.standsClean(v, first) {
			return c.transcript.passageOf(first)
		}
	}
	return c.copiedFrom(outputs, whole.letters)
}

// saysNothing reports whether a value is everybody's: a letter, a number of one digit.
func saysNothing(v probe) bool {
	if v.leaf.value.Kind() == jsonvalue.Number {
		return math.Abs(v.leaf.value.Float64()) < 10
	}
	return v.letters.Len() < 2
}

// firstTainted returns the first tool output with a tainted block that writes the value.
func (c *examination) firstTainted(outputs []int, v probe) (int, bool) {
	for _, i := range outputs {
		if c.holds(c.transcript.messages[i].tainted(), v) {
			return i, true
		}
	}
	return 0, false
}

// standsClean reports whether a value that message first taints is written where the
// user, the operator or an untainted block gives it.
func (c *examination) standsClean(v probe, first int) bool {
	if c.givenAsFact(v) {
		return true
	}
	var echo, knowsEcho bool // whether later outputs may only repeat what they were asked
	for i, m := range c.transcript.messages {
		if !giversOfValues.has(m.Role) || !c.holds(m.untainted(), v) {
			continue
		}
		if m.Role == conversation.Tool && i > first {
			if !knowsEcho {
				echo, knowsEcho = c.agentUsed(v, first), true
			}
			if echo {
				continue
			}
		}
		return true
	}
	return false
}

// agentUsed reports whether the agent wrote the value after the message that first
// taints it, or called a tool with it: a tool that is asked about a value answers with
// it, which makes it nobody's.
func (c *examination) agentUsed(v probe, first int) bool {
	for _, m := range c.transcript.messages[first:] {
		if !giversOfValues.has(m.Role) && c.holds(m.untainted(), v) {
			return true
		}
	}
	return c.request.CallsMade != nil && c.holds(&piece{texts: c.request.CallsMade.Texts()}, v)
}

// givenAsFact reports whether the application gives the value with the call.
func (c *examination) givenAsFact(v probe) bool {
	return anyLeaf(c.request.Facts, func(fact jsonvalue.Value) bool {
		if v.leaf.value.Kind() == jsonvalue.Number && fact.Kind() == jsonvalue.Number {
			return sameNumber(fact, v.leaf.value)
		}
		return likeness.Reduce(fact.Text()).Same(v.letters)
	})
}

// sameNumber compares two numbers by their value: integers exactly, whatever their size.
func sameNumber(a, b jsonvalue.Value) bool {
	if a.IsInteger() && b.IsInteger() {
		return a.BigInt().Cmp(b.BigInt()) == 0
	}
	return a.Float64() == b.Float64()
}

// anyLeaf reports whether a text or a number inside of a value is such.
func anyLeaf(v jsonvalue.Value, such func(jsonvalue.Value) bool) bool {
	switch v.Kind() {
	case jsonvalue.String, jsonvalue.Number:
		return such(v)
	case jsonvalue.Array:
		for _, item := range v.Items() {
			if anyLeaf(item, such) {
				return true
			}
		}
	case jsonvalue.Object:
		for _, member := range v.Members() {
			if anyLeaf(member, such) {
				return true
			}
		}
	}
	return false
}

// copiedFrom looks for a run of words that a tainted block has and that stands nowhere
// else, and returns a passage of that block.
func (c *examination) copiedFrom(outputs []int, text *likeness.Text) string {
	for _, i := range outputs {
		tainted := c.transcript.messages[i]
		for _, source := range []struct {
			piece *piece
			run   int
		}{{tainted.passageTexts(), passageRun}, {tainted.tainted(), blockRun}} {
			common := source.piece.common(text, source.run)
			for _, m := range c.transcript.messages {
				if len(common) == 0 || !c.compare(len(m.Text)) {
					break
				}
				if giversOfValues.has(m.Role) {
					m.untainted().withdraw(common, source.run)
				}
			}
			if len(common) > 0 {
				return c.transcript.passageOf(i)
			}
		}
	}
	return ""
}

// common returns the runs of n words that the piece and a text have in common.
func (p *piece) common(text *likeness.Text, n int) map[string]bool {
	if text.Words() < n || p.asLetters().Words() < n {
		return nil
	}
	common, runs := make(map[string]bool), p.runsOf(n)
	for run := range text.Runs(n) {
		if runs[run] {
			common[run] = true
		}
	}
	return common
}

// withdraw takes the runs out that the piece has too.
func (p *piece) withdraw(common map[string]bool, n int) {
	for run := range p.asLetters().Runs(n) {
		delete(common, run)
	}
}
