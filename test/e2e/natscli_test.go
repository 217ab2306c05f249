package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/jetstream/natstest"
)

// natsCommand is the nats command: the one that make installs, else the one of the path.
func natsCommand(t *testing.T) string {
	t.Helper()
	installed, err := filepath.Abs(filepath.Join("..", "..", ".tools", "bin", "nats"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(installed); err == nil {
		return installed
	}
	found, err := exec.LookPath("nats")
	if err != nil {
		t.Fatal("no nats command; install it with: make tools")
	}
	return found
}

// TestTheNATSCommandIsAFullClient proposes, listens, reports and asks with nothing but
// the nats command.
func TestTheNATSCommandIsAFullClient(t *testing.T) {
	t.Parallel()
	nats := natsCommand(t)
	s := up(t, t.TempDir())
	cli := func(args ...string) result {
		return run(t, s.dir, nats, append([]string{"--context", s.contextFile()}, args...)...)
	}
	listener := start(t, s.dir, nats, "--context", s.contextFile(), "sub", "--raw", "guard.answers.bank.cli-1")

	// What comes before the subscription is heard of by asking again: the same id is
	// answered with the first decision.
	proposal := `{"proposal_id":"p1","call":{"name":"send_payment","arguments":{"iban":"DE89370400440532013000","amount":"250"}},` +
		`"context":[["user","Pay 250 EUR to DE89370400440532013000"]],"facts":{"spent_today":0.0}}`
	natstest.Eventually(t, patience, "an answer", func() bool {
		cli("pub", "guard.proposals.bank.cli-1", proposal).want(t, 0)
		return strings.Contains(listener.out.String(), `"proposal_id":"p1"`)
	})
	answer := lastAnswer(t, listener)
	if answer.Type != "decided" || answer.Outcome != "allow" || answer.Decision.Arguments.Amount != 250 || len(answer.Decision.Evidence) != 2 {
		t.Errorf("decided: %+v", answer)
	}
	cli("pub", "guard.reports.bank.cli-1", `{"proposal_id":"p1","outcome":"made","result":{"receipt":"P-1"}}`).want(t, 0)
	listener.says(&listener.out, `"type":"made"`)

	status := cli("request", "--raw", "guard.status.bank.cli-1", `{"proposal_id":"p1"}`)
	status.want(t, 0, `"making":{"state":"made"`, `"outcome":"allow"`)

	cli("pub", "guard.proposals.bank.cli-1", strings.NewReplacer(`"p1"`, `"p2"`, `"amount":"250"`, `"amount":2500`, "Pay 250 ", "Pay 2500 ").Replace(proposal)).want(t, 0)
	listener.says(&listener.out, `"outcome":"escalate"`)
	cli("pub", "guard.resolutions.bank.cli-1", `{"proposal_id":"p2","resolution":"rejected","reviewer":"ana","note":"too much"}`).want(t, 0)
	listener.says(&listener.out, `"resolution":{"resolution":"rejected","reviewer":"ana","note":"too much"`)
	cli("service", "ls").want(t, 0, "guard")
}

type answer struct {
	Type, Outcome string
	Decision      struct {
		Arguments struct{ Amount float64 }
		Evidence  []struct{ Quote string }
	}
}

func lastAnswer(t *testing.T, listener *process) (a answer) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(listener.out.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &a); err != nil {
		t.Fatalf("%v: %s", err, lines[len(lines)-1])
	}
	return a
}
