package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/cmd/internal/installation"
	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
	"github.com/guardstream/guardstream/review"
	"github.com/guardstream/guardstream/worker"
)

// play is the demo while it is played.
type play struct {
	Settings
	installation *installation.Installation
	guards       *worker.Guards
	played       int

	failed   chan error // what ended a service that should go on
	stopWork func() error
	stopTail func() error
}

func (p *play) say(format string, args ...any) {
	// Who can't be written to sees nothing, and the outcome is told by the exit code.
	_, _ = fmt.Fprint(p.Out, command.Printable(fmt.Sprintf(format, args...)))
}

func (p *play) all(ctx context.Context) error {
	p.failed = make(chan error, 2)
	p.stopTail = p.start(ctx, p.installation.Follow)
	p.stopWork = p.start(ctx, p.installation.Work)
	p.say("A server with its streams, a worker and a ledger are up at %s, data in %s.\n", p.installation.Server.URL(), p.Dir)
	for _, s := range scenes {
		if err := p.scene(ctx, s); err != nil {
			return fmt.Errorf("%q: %w", s.title, err)
		}
	}
	if err := p.kill(ctx, killed); err != nil {
		return fmt.Errorf("%q: %w", killed.title, err)
	}
	return p.ledger(ctx)
}

// start runs a service until stop, which returns what became of it.
func (p *play) start(ctx context.Context, service func(context.Context) error) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() {
		err := service(ctx)
		if err != nil {
			p.failed <- err
		}
		done <- err
	}()
	return func() error { cancel(); return <-done }
}

func (p *play) endServices() error {
	var err error
	for _, stop := range []func() error{p.stopWork, p.stopTail} {
		if stop != nil {
			err = errors.Join(err, stop())
		}
	}
	return err
}

// scene plays one proposal to its end.
func (p *play) scene(ctx context.Context, s scene) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	p.open(s)
	session, err := client.New(p.installation.Connection, s.tenant, client.Settings{}).Session(s.session)
	if err != nil {
		return err
	}
	defer session.Close()
	began := time.Now()
	d, err := session.Propose(ctx, s.proposal())
	if err != nil {
		return err
	}
	p.decision(d, time.Since(began))
	if err := s.judge(d); err != nil {
		return err
	}
	if s.answer != nil {
		if d, err = p.ask(ctx, session, s, d); err != nil {
			return err
		}
	}
	if s.result == "" {
		return nil
	}
	if !d.MayBeMade() {
		return otherwise("the call must not be made")
	}
	if err := session.Record(ctx, d.ProposalID, json.RawMessage(s.result), nil); err != nil {
		return err
	}
	p.say("  made        %s\n", s.result)
	return nil
}

func (s scene) proposal() client.Proposal {
	proposal := client.Proposal{Call: json.RawMessage(s.call), Context: json.RawMessage(s.context)}
	if s.facts != "" {
		proposal.Facts = json.RawMessage(s.facts)
	}
	return proposal
}

// judge compares a decision with the one that has to come.
func (s scene) judge(d *client.Decision) error {
	failed, missing := "", ""
	if len(d.Failed) > 0 {
		failed = d.Failed[0]
	}
	if len(d.MissingFacts) > 0 {
		missing = d.MissingFacts[0]
	}
	if d.Outcome != s.outcome || failed != s.failed || missing != s.missing {
		return otherwise("decided %s (%v, missing %v), not %s (%s%s)", d.Outcome, d.Failed, d.MissingFacts, s.outcome, s.failed, s.missing)
	}
	return nil
}

// ask has a person answer an escalation: who finds it in the queue.
func (p *play) ask(ctx context.Context, session *client.Session, s scene, d *client.Decision) (*client.Decision, error) {
	tenant := jetstream.Range{Tenant: events.Token(s.tenant)}
	queue, err := review.List(ctx, p.installation.Log, tenant)
	if err != nil {
		return nil, err
	}
	c, err := review.Find(ctx, p.installation.Log, tenant, d.ProposalID)
	if err != nil {
		return nil, err
	}
	p.say("  queue       %d of %s, among them this one\n", len(queue), s.tenant)
	if _, err := review.Resolve(ctx, p.installation.Connection, c, review.Answer{Resolution: s.answer.resolution, Reviewer: s.answer.reviewer, Note: s.answer.note}); err != nil {
		return nil, err
	}
	d, err = session.Await(ctx, d.ProposalID)
	if err != nil {
		return nil, err
	}
	p.say("  %-10s  by %s: %q\n", d.Resolution.Resolution, d.Resolution.Reviewer, d.Resolution.Note)
	if d.MayBeMade() != (s.answer.resolution == events.Approved) {
		return nil, otherwise("%s, and may be made: %t", d.Resolution.Resolution, d.MayBeMade())
	}
	// A second answer has to be refused, and told who was first.
	_, err = review.Resolve(ctx, p.installation.Connection, c, review.Answer{Resolution: events.Approved, Reviewer: "eve"})
	var answered *review.AnsweredError
	if !errors.As(err, &answered) {
		return nil, otherwise("a second answer gave %v", err)
	}
	p.say("  eve, later  %s\n", answered)
	return d, nil
}

// outcomeMarks make outcomes stand out.
var outcomeMarks = map[core.Outcome]string{core.Allow: "ALLOWED", core.Deny: "DENIED", core.Escalate: "ESCALATED"}
