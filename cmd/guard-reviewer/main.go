// Command guard-reviewer shows the calls that wait for a person, and answers them: each
// exactly once.
package main

import (
	"github.com/guardstream/guardstream/cmd/internal/command"
	"github.com/guardstream/guardstream/events"
	"github.com/guardstream/guardstream/jetstream"
)

const description = `Show the calls that wait for a person, and answer them.

An answer is given once: whoever comes second is told by whom and when (exit code 1).

  guard-reviewer list --tenant bank
  guard-reviewer show 01993b7e-5a1c
  guard-reviewer approve 01993b7e-5a1c --note "called the customer"`

type grammar struct {
	command.Common
	List    listCmd    `cmd:"" help:"List the calls that wait for a person, the oldest first."`
	Show    showCmd    `cmd:"" help:"Show one call: what was proposed, the decision with its quotes, and what became of it."`
	Approve approveCmd `cmd:"" help:"Approve a call: it may be made."`
	Reject  rejectCmd  `cmd:"" help:"Reject a call: it must not be made."`
}

// scope narrows what is looked through.
type scope struct {
	command.Asking
	Tenant  string `help:"Only this tenant."`
	Session string `help:"Only this session."`
	JSON    bool   `name:"json" help:"Write JSON, a line a call."`
}

func (s scope) rangeOf() jetstream.Range {
	var r jetstream.Range
	if s.Tenant != "" {
		r.Tenant = events.Token(s.Tenant)
	}
	if s.Session != "" {
		r.Session = events.Token(s.Session)
	}
	return r
}

func main() { command.Main("guard-reviewer", description, &grammar{}) }
