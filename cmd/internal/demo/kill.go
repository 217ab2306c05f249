package demo

import (
	"context"
	"errors"
	"time"

	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
	"github.com/guardstream/guardstream/jetstream/client"
)

// kill has a worker of its own decide about a proposal, kills it before anybody hears
// of that, and has another worker take over.
func (p *play) kill(whole context.Context, s scene) error {
	ctx, cancel := context.WithTimeout(whole, patience)
	defer cancel()
	if err := p.stopWork(); err != nil {
		return err
	}
	p.stopWork = nil
	victim, err := p.Victim(p.installation.Server.ContextFile())
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, victim.kill)() // whatever happens, it does not stay
	defer victim.kill()
	p.open(s)
	session, err := client.New(p.installation.Connection, s.tenant, client.Settings{}).Session(s.session)
	if err != nil {
		return err
	}
	defer session.Close()
	proposed := make(chan error, 1)
	var d *client.Decision
	began := time.Now()
	go func() {
		var err error
		d, err = session.Propose(ctx, s.proposal())
		proposed <- err
	}()
	if err := victim.stored(); err != nil {
		cancel()
		return errors.Join(err, <-proposed)
	}
	victim.kill()
	decisions, err := p.decisions(ctx, s)
	if err != nil {
		return err
	}
	waiting, err := p.waiting(ctx)
	if err != nil {
		return err
	}
	p.say("  kill -9     process %d; the log has %d decision of it, the inbox still %d command\n", victim.command.Process.Pid, decisions, waiting)
	if decisions != 1 || waiting != 1 {
		return otherwise("%d decisions and %d commands after the kill", decisions, waiting)
	}

	p.stopWork = p.start(whole, p.installation.Work)
	if err := <-proposed; err != nil {
		return err
	}
	p.decision(d, time.Since(began))
	if err := s.judge(d); err != nil {
		return err
	}
	if err := p.acknowledged(ctx); err != nil {
		return err
	}
	if decisions, err = p.decisions(ctx, s); err != nil {
		return err
	}
	p.say("  once        the command was delivered again, and answered from the log: %d decision, %d event of the session\n", decisions, decisions)
	if decisions != 1 {
		return otherwise("decided %d times", decisions)
	}
	return nil
}

// decisions counts the events of the scene's session, all of which have to be decisions.
func (p *play) decisions(ctx context.Context, s scene) (n int, err error) {
	err = p.installation.Log.Tail(ctx, jetstream.Range{Tenant: events.Token(s.tenant), Session: events.Token(s.session)}, func(r events.Record) error {
		e, err := events.Read(r.Payload)
		if err == nil && e.Body.Type() != events.TypeDecided {
			err = otherwise("event %d is %s", r.Sequence, e.Body.Type())
		}
		n++
		return err
	})
	return n, err
}

// waiting is how many commands the inbox holds.
func (p *play) waiting(ctx context.Context) (uint64, error) {
	stream, err := p.installation.Connection.JetStream.Stream(ctx, jetstream.Inbox)
	if err != nil {
		return 0, err
	}
	return stream.CachedInfo().State.Msgs, nil
}

// acknowledged waits until the inbox is empty.
func (p *play) acknowledged(ctx context.Context) error {
	for {
		n, err := p.waiting(ctx)
		if n == 0 || err != nil {
			return err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return otherwise("%d commands stay in the inbox", n)
		}
	}
}
