// Package explain says why a call was decided as it was: check by check in the order
// they decide in, what was looked for and where it stands, what policies read, which
// text carries instructions, and what would have to change.
//
// Of a decision alone ([Decision]) it knows what the decision's body tells. With the
// trace ([Trace]) it looks at the messages again, and with the guard of the catalog also
// at values that were refused and at the parts of policies.
//
// Invariants:
//   - An explanation decides nothing and computes no outcome: outcome, checks and reasons
//     are those of the decision, whatever a guard would say today.
//   - Quotes are literally in the conversation, at their offsets.
package explain

import (
	"context"
	"slices"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Explanation says why one call was decided as it was.
type Explanation struct {
	Decision  *core.Decision
	DecidedBy string // the check that decided; "" when the call is allowed
	Checks    []Check
	// Passages are all instruction-like passages of the conversation's tool outputs. nil
	// when the conversation is not known.
	Passages []Passage
	Skipped  int // items of the conversation that could not be read
	// OtherCatalog says that the catalog that was given is not the one that decided: what
	// is explained from it may have been otherwise.
	OtherCatalog bool
}

// Check is one check of the decision, explained.
type Check struct {
	core.CheckResult
	About   string   // what it asks
	Lookups []Lookup // what was looked for in the conversation
	Policy  *Policy  // of a policy of the catalog
	Change  string   // what would have to change for it to pass; "" when it passed or was skipped
}

// Lookup is one value that had to be written in the conversation.
type Lookup struct {
	Argument string
	Value    jsonvalue.Value
	Matcher  string              // how it had to be written; "" when that is not known
	From     []conversation.Role // who may write it; nil when that is not known
	Places   []Place             // where it is written, those that count first; at most maxPlaces
	More     int                 // further places
}

// Found reports whether the value is written where it counts.
func (l Lookup) Found() bool { return len(l.Places) > 0 && l.Places[0].Counts }

// Place is a quote of the conversation.
type Place struct {
	Message int
	Session string // of the message, where that is not the call's own: the session that opened it
	Role    conversation.Role
	Start   int // code points of the message's text
	End     int
	Quote   string
	Counts  bool
	Why     string // why it does not count
}

// Passage is instruction-like text of a tool output. A passage that was cut away from
// its message has no quote.
type Passage struct {
	Message int
	Start   int // code points of the message's text
	End     int
	Rule    string // the rule of the detector that found it first
	Quote   string
}

// Policy is what a policy of the catalog computed.
type Policy struct {
	Expr   string
	Reason string
	Reads  []Read
	Parts  []Part // what all had to hold; one, the expression, when it is not made of several
}

// Read is one value that a policy reads.
type Read struct {
	Name  string
	Value jsonvalue.Value
	Given bool
	Why   string // why it has no value
}

// Part is one part of a policy that had to hold.
type Part struct {
	Expr  string
	Holds bool
	Why   string // why it is not known whether it holds
}

// Decision explains a decision by its body alone.
func Decision(d *core.Decision) *Explanation {
	e := &Explanation{Decision: d, DecidedBy: decidedBy(d)}
	for _, result := range d.Checks {
		c := Check{CheckResult: result, About: about(result.Name)}
		if c.State == stateFailed && c.Why == "" { // a body keeps it among the reasons
			c.Why = reasonOf(d, c.Name)
		}
		for _, q := range d.Evidence {
			if shows(result.Name, q) {
				c.Lookups = append(c.Lookups, Lookup{Argument: q.Argument, Value: jsonvalue.NewString(q.Quote), Places: []Place{placeOf(q)}})
			}
		}
		c.Change = change(c)
		e.Checks = append(e.Checks, c)
	}
	return e
}

// Trace explains a decision by what it was computed from. guard is that of the catalog
// that decided, or another state of it, or nil when it is not at hand.
func Trace(ctx context.Context, t *core.Trace, guard *core.Guard) (*Explanation, error) {
	e := Decision(t.Decision)
	e.Skipped = t.Skipped
	messages := newMessages(t.Messages)
	e.Passages = messages.passages()
	if guard == nil {
		return e, nil
	}
	e.OtherCatalog = guard.Fingerprint() != t.Decision.Catalog
	tool := guard.Catalog().Tool(t.Call.Name)
	if tool == nil {
		return e, nil
	}
	request := t.Request()
	values := &search{tool: tool, decision: t.Decision, messages: messages, subAgent: len(t.Parents) > 0}
	for i := range e.Checks {
		c := &e.Checks[i]
		switch {
		case c.Name == argumentsGrounded && c.State != stateSkipped:
			c.Lookups = values.lookups()
		case grounds[c.Name] && c.State == stateFailed:
			values.minds = c.Name == noInjectedArguments
			c.Lookups = slices.DeleteFunc(values.lookups(), Lookup.Found)
		case c.Name == userConfirmed && c.State == stateFailed:
			c.Lookups = accepted(tool, messages)
		}
		if p := policyOf(guard.Catalog(), c.Name); p != nil && c.State != stateSkipped {
			var err error
			if c.Policy, err = explainPolicy(ctx, guard, request, p); err != nil {
				return nil, err
			}
		}
		c.Change = change(*c)
	}
	return e, nil
}

// failed reports whether a check of the decision failed.
func (e *Explanation) failed(check string) bool {
	return slices.ContainsFunc(e.Checks, func(c Check) bool { return c.Name == check && c.State == stateFailed })
}

func policyOf(c *catalog.Catalog, name string) *catalog.Policy {
	for i := range c.Policies {
		if c.Policies[i].Name == name {
			return &c.Policies[i]
		}
	}
	return nil
}

func decidedBy(d *core.Decision) string {
	switch {
	case len(d.Failed) > 0:
		return d.Failed[0]
	case len(d.Reasons) > 0:
		return d.Reasons[0].Check
	default:
		return ""
	}
}

func reasonOf(d *core.Decision, check string) string {
	for _, r := range d.Reasons {
		if r.Check == check {
			return r.Text
		}
	}
	return ""
}
