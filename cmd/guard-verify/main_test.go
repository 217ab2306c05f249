package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/guardstream/guardstream/proof"
)

// write makes a proof of the only record of a ledger, and says the public key.
func write(t *testing.T, dir string) (file, public string, signed []byte) {
	t.Helper()
	private, err := proof.GenerateKey("guard.example/ledger")
	if err != nil {
		t.Fatal(err)
	}
	key, err := proof.NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	r := proof.Record{Seq: 1, StreamSeq: 1, Stored: time.Unix(1, 5).UTC(), Subject: "guard.events.acme.s1", Payload: []byte(`{"type":"decided"}`)}
	entry := proof.NewEntry(r.StreamSeq, r.Stored, proof.EventHash(r.Subject, r.Payload))
	if signed, err = key.Sign(1, entry.Leaf()); err != nil {
		t.Fatal(err)
	}
	text, err := proof.Proof{Format: proof.Format, Record: &r, Inclusion: tlog.RecordProof{}, Checkpoint: string(signed)}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return put(t, dir, "proof.json", text), key.Public(), signed
}

func put(t *testing.T, dir, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	file, public, signed := write(t, dir)
	_, other, _ := write(t, t.TempDir())
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := put(t, dir, "changed.json", []byte(strings.Replace(string(text), "acme", "evil", 1)))
	kept := put(t, dir, "kept", proof.AppendToList(nil, signed))
	none := put(t, dir, "none", nil)
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"proven", []string{"-key", public, file}, exitProven, "PROVEN by the checkpoint of \"guard.example/ledger\" over 1 records\nrecord          1\n"},
		{"kept", []string{"-key", public, "--held", kept, file}, exitProven, "guard.events.acme.s1"},
		{"not kept", []string{"-key", public, "--held", none, file}, exitNotProven, "not among those kept"},
		{"no file of what was kept", []string{"-key", public, "--held", "nowhere", file}, exitUnavailable, "nowhere"},
		{"another record", []string{"-key", public, changed}, exitNotProven, "record 1 is not the one"},
		{"another key", []string{"-key", other, file}, exitNotProven, "not a checkpoint of this key"},
		{"no proof", []string{"-key", public, kept}, exitNotProven, "not a proof"},
		{"no file", []string{"-key", public, "nowhere"}, exitUnavailable, "nowhere"},
		{"no key", []string{file}, exitUsage, "-key"},
		{"a bad key", []string{"-key", "x", file}, exitUsage, "not a key"},
		{"nothing", nil, exitUsage, "PROOF"},
		{"an unknown flag", []string{"-x"}, exitUsage, "not defined"},
		{"help", []string{"-help"}, exitProven, "guard-verify [--held"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs strings.Builder
			if code := run(tt.args, &out, &errs); code != tt.code || !strings.Contains(out.String()+errs.String(), tt.says) {
				t.Errorf("code %d\n%s%s", code, out.String(), errs.String())
			}
			if proven := strings.Contains(out.String(), "PROVEN"); proven != (tt.code == exitProven && tt.name != "help") {
				t.Errorf("says %s", out.String())
			}
		})
	}
}

// The verifier is small enough to be read whole: it imports nothing of the guard but
// package proof, and nothing of others but x/mod.
func TestImports(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"golang.org/x/mod/sumdb/note", "golang.org/x/mod/sumdb/tlog",
		"github.com/guardstream/guardstream/proof", "github.com/guardstream/guardstream/cmd/guard-verify",
	}
	for _, path := range strings.Fields(string(list)) {
		if !strings.Contains(strings.Join(want, " "), path) && !strings.HasPrefix(path, "golang.org/x/mod/internal/") {
			t.Errorf("imports %s", path)
		}
	}
}
