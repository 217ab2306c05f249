// Command guard is the operator's command: it runs a whole installation, checks calls
// without one, and shows what an installation holds.
package main

import "github.com/guardstream/guardstream/cmd/internal/command"

const description = `Guard the tool calls of AI agents.

Exit codes: 0 done; 1 found what must not be, or refused; 2 asked wrongly; 3 not
possible now.

  guard demo
  guard up --catalog payments.yaml
  guard check --catalog payments.yaml --conversation chat.json --call call.json
  guard explain --catalog payments.yaml --conversation chat.json --call call.json
  guard test --mutation payments.yaml
  guard lint payments.yaml
  guard tail --tenant bank`

type grammar struct {
	command.Common
	Up      upCmd      `cmd:"" help:"Run a server, a worker, the review queue and the ledger in one process."`
	Demo    demoCmd    `cmd:"" help:"Play the calls of two agents, attacks included, on a server of its own."`
	Check   checkCmd   `cmd:"" help:"Decide about one call, without a server."`
	Explain explainCmd `cmd:"" help:"Say why a call is decided as it is, or was, check by check."`
	Test    testCmd    `cmd:"" help:"Run the cases beside a catalog; say what they do not exercise or notice."`
	Lint    lintCmd    `cmd:"" help:"Say where catalogs are weak."`
	Migrate migrateCmd `cmd:"" help:"Write a catalog of what a Python program declares, and say what is left to do."`
	Show    showCmd    `cmd:"" help:"Show a decided proposal: the call, the decision with its quotes, and what became of it."`
	Tail    tailCmd    `cmd:"" help:"Show the events of the log as they are stored."`
	Streams streamsCmd `cmd:"" help:"Compare the streams of a server with what the guard needs, and make them so."`

	Victim victimCmd `cmd:"" hidden:"" name:"demo-worker"`
}

func main() { command.Main("guard", description, &grammar{}) }
