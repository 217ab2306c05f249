package core

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

// Guard is a compiled catalog. It is immutable and safe for concurrent use.
type Guard struct {
	catalog     *catalog.Catalog
	fingerprint string
	tools       map[string]*tool
	hidden      map[string]string            // adopted tools that cannot be called, and why
	keys        map[string]ed25519.PublicKey // of applications that sign users' messages
}

// New compiles a catalog, together with what the program adds to it in Go. Errors name
// the place in the catalog's file; all of them are reported, joined.
func New(c *catalog.Catalog, options ...Option) (*Guard, error) {
	b := &builder{catalog: *c, goTools: make(map[string]GoTool), matchers: make(map[argumentOf]MatchFunc), confirmMatchers: make(map[argumentOf]ConfirmFunc)}
	b.catalog.Tools = slices.Clone(c.Tools)
	for _, option := range options {
		if err := option(b); err != nil {
			return nil, err
		}
	}
	return b.build()
}

// Catalog returns the catalog that the guard was made from, tools of Go functions
// included.
func (g *Guard) Catalog() *catalog.Catalog { return g.catalog }

// Fingerprint names the catalog: the same for the same declarations, whatever file
// they are written in.
func (g *Guard) Fingerprint() string { return g.fingerprint }

// Check decides about a proposed call without making it. An error means that no
// decision could be made from these inputs: facts that are no object or that are named
// like something else a policy reads, or a context that ended.
func (g *Guard) Check(ctx context.Context, r Request) (*Decision, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.Transcript == nil {
		r.Transcript = NewTranscript(conversation.Conversation{})
	}
	if r.Facts.Kind() != jsonvalue.Null && r.Facts.Kind() != jsonvalue.Object {
		return nil, fmt.Errorf("%w, not %s", ErrFacts, r.Facts.Kind())
	}
	if _, _, err := r.ancestors(); err != nil {
		return nil, err
	}
	t := g.tools[r.Call.Name]
	if t == nil {
		return g.unknownTool(r), nil
	}
	if err := g.refuseTakenNames(t, r.Facts); err != nil {
		return nil, err
	}
	c, err := g.examine(ctx, t, r)
	if err != nil {
		return nil, err
	}
	d := g.newDecision(r)
	d.Arguments, d.ToolChecks = c.arguments(), t.fingerprint
	return c.decide(d), nil
}

func (g *Guard) newDecision(r Request) *Decision {
	return &Decision{
		Tool: r.Call.Name, CallID: r.Call.ID, Arguments: r.Call.Arguments,
		Catalog: g.fingerprint, Engine: Engine,
		inputs: newInputs(r),
	}
}

// known_tool (deny): the catalog has a tool of exactly this name. It is the only check
// of a tool that there is none of.
const checkKnownTool = "known_tool"

func (g *Guard) unknownTool(r Request) *Decision {
	d := g.newDecision(r)
	d.Outcome = Deny
	d.Failed = []string{checkKnownTool}
	d.Reasons = []Reason{{Check: checkKnownTool, OnFail: Deny, Text: "the catalog has no tool of this name"}}
	d.Checks = []CheckResult{{Name: checkKnownTool, OnFail: Deny, State: failed.String(), Why: d.Reasons[0].Text}}
	d.steps = []step{stepKnownTool}
	return d
}

// decide runs every check, deny ones first, and concludes. No check is left out
// because another failed: a person who is asked sees everything that is wrong.
func (c *examination) decide(d *Decision) *Decision {
	denied, onlyPolicies := false, true
	var unknown []Reason
	checks := c.checks()
	d.Checks = make([]CheckResult, 0, len(checks))
	for i := range checks {
		k := &checks[i]
		v := k.run(c)
		d.Checks = append(d.Checks, CheckResult{Name: k.name, OnFail: k.onFail, State: v.state.String(), Why: v.why})
		switch v.state {
		case failed:
			d.Failed = append(d.Failed, k.name)
			d.Reasons = append(d.Reasons, Reason{Check: k.name, OnFail: k.onFail, Text: v.why})
			d.steps = append(d.steps, k.step)
			denied = denied || k.onFail == Deny
			onlyPolicies = onlyPolicies && k.policy
		case unevaluable:
			unknown = append(unknown, Reason{Check: k.name, OnFail: k.onFail, Text: "cannot be evaluated: " + v.why})
			d.MissingFacts = append(d.MissingFacts, v.missing...)
		}
	}
	switch {
	case denied:
		d.Outcome = Deny
	case len(d.Failed) > 0:
		d.Outcome, d.PolicyOnly = Escalate, onlyPolicies && len(unknown) == 0
	case len(unknown) > 0:
		d.Outcome, d.Reasons, d.steps = Escalate, unknown, []step{stepPerson}
	default:
		d.Outcome = Allow
	}
	if len(d.Failed) > 0 {
		d.MissingFacts = nil // they are not why
	}
	slices.Sort(d.MissingFacts)
	d.MissingFacts = slices.Compact(d.MissingFacts)
	if c.grounding != nil {
		d.Evidence = slices.Clone(c.grounding.evidence)
	}
	d.Evidence = append(d.Evidence, c.confirmation.evidence(c.transcript)...)
	c.view.place(d.Evidence)
	return d
}

// Option adds to a catalog what only a Go program can give.
type Option func(*builder) error

type argumentOf struct{ tool, argument string }

// WithTool adds a tool made of a Go function, or gives a declared tool its function.
// A tool that the catalog declares keeps every rule of its declaration.
func WithTool(t GoTool) Option {
	return func(b *builder) error {
		if t.err != nil {
			return t.err
		}
		if _, twice := b.goTools[t.spec.Name]; twice {
			return fmt.Errorf("%w: %s is given twice", ErrTool, t.spec.Name)
		}
		b.goTools[t.spec.Name] = t
		at := slices.IndexFunc(b.catalog.Tools, func(s catalog.Tool) bool { return s.Name == t.spec.Name })
		if at < 0 {
			b.catalog.Tools = append(b.catalog.Tools, t.spec)
		} else if b.catalog.Tools[at].Parameters.IsNull() {
			b.catalog.Tools[at].Parameters = t.spec.Parameters
		}
		return nil
	}
}

// WithMatcher has a Go function say where the value of a grounded argument is written.
func WithMatcher(toolName, argument string, find MatchFunc) Option {
	return func(b *builder) error {
		b.matchers[argumentOf{toolName, argument}] = find
		return nil
	}
}

// WithConfirmMatcher has a Go function say whether a message names the value of an
// argument that the user confirms.
func WithConfirmMatcher(toolName, argument string, find ConfirmFunc) Option {
	return func(b *builder) error {
		b.confirmMatchers[argumentOf{toolName, argument}] = find
		return nil
	}
}

// WithPolicy adds a policy in Go.
func WithPolicy(p GoPolicy) Option {
	return func(b *builder) error {
		if p.err != nil {
			return p.err
		}
		b.goPolicies = append(b.goPolicies, p)
		return nil
	}
}

func (b *builder) build() (*Guard, error) {
	b.adopt()
	if err := b.catalog.Validate(); err != nil {
		return nil, err
	}
	g := &Guard{catalog: &b.catalog, fingerprint: b.fingerprint(), hidden: b.hidden, tools: make(map[string]*tool, len(b.catalog.Tools)),
		keys: make(map[string]ed25519.PublicKey, len(b.catalog.UserKeys))}
	for _, k := range b.catalog.UserKeys {
		g.keys[k.Name] = k.Key
	}
	var problems []error
	for i := range b.catalog.Tools {
		t, err := b.tool(i)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		g.tools[t.spec.Name] = t
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return g, nil
}
