// Command guard-reviewer shows the calls that wait for a person, and answers them: each
// exactly once.
package main

import "github.com/guardstream/guardstream/cmd/internal/command"

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

	Complaints complaintsCmd `cmd:"" help:"List the refusals that an agent or its user complained about."`
	Alarms     alarmsCmd     `cmd:"" help:"Count by tool and check how often a refusal was wrong: complained about, or approved by a person."`
}

// scope says where to look, and how to write what is found.
type scope struct {
	command.Asking
	command.Scope
	JSON bool `name:"json" help:"Write JSON, a line a call."`
}

func main() { command.Main("guard-reviewer", description, &grammar{}) }
