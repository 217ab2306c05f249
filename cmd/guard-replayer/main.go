// Command guard-replayer keeps the ledger of the log, verifies it, and computes the
// decisions in it again.
package main

import "github.com/guardstream/guardstream/cmd/internal/command"

const description = `Keep a ledger of the log, verify it, and decide again what was decided.

Exit codes: 0 all is well; 1 drift or tampering was found; 2 asked wrongly; 3 not
possible now.

  guard-replayer tail --ledger data/ledger --anchor /mnt/other/anchor
  guard-replayer verify --anchor /mnt/other/anchor --key "$(cat ledger.pub)"
  guard-replayer prove prop-17 -o proof.json
  guard-replayer verify-proof proof.json --key "$(cat ledger.pub)"
  guard-replayer replay --catalog payments.yaml
  guard-replayer replay --candidate payments-next.yaml --fail-on widening`

type grammar struct {
	command.Common
	Tail        tailCmd        `cmd:"" help:"Copy the log into the ledger, as it grows."`
	Head        headCmd        `cmd:"" help:"Print the ledger's head: keep it outside, and give it to verify later."`
	Key         keyCmd         `cmd:"" help:"Print the public key of the ledger's checkpoints: whoever verifies needs it."`
	Verify      verifyCmd      `cmd:"" help:"Read the whole ledger and say whether a record was changed, dropped, swapped, forged or cut off."`
	Prove       proveCmd       `cmd:"" help:"Write a proof that a record is in the ledger, for somebody who has only the public key."`
	VerifyProof verifyProofCmd `cmd:"" help:"Verify such a proof: without the ledger and without a server."`
	Replay      replayCmd      `cmd:"" help:"Compute all decisions again and report those that come out otherwise."`
}

// ledgerFlags say which ledger.
type ledgerFlags struct {
	Ledger string `help:"Directory of the ledger." default:"data/ledger" env:"GUARD_LEDGER" placeholder:"DIR"`
}

func main() { command.Main("guard-replayer", description, &grammar{}) }
