package e2e

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestEveryWayToNameAServer connects to one server in all the ways that the nats command
// has, too.
func TestEveryWayToNameAServer(t *testing.T) {
	t.Parallel()
	s := up(t, t.TempDir())
	data, err := os.ReadFile(s.contextFile())
	if err != nil {
		t.Fatal(err)
	}
	var who struct{ URL, User, Password string }
	if err := json.Unmarshal(data, &who); err != nil {
		t.Fatal(err)
	}
	withUser := strings.Replace(who.URL, "nats://", "nats://"+who.User+":"+who.Password+"@", 1)
	elsewhere := t.TempDir() // where no 'guard up' is
	for name, tt := range map[string]struct {
		dir       string
		env, args []string
		code      int
	}{
		"the directory of guard up":     {s.dir, nil, nil, 0},
		"a context file":                {elsewhere, nil, []string{"--context", s.contextFile()}, 0},
		"its URL":                       {elsewhere, nil, []string{"--server", withUser}, 0},
		"its URL, shortly":              {elsewhere, nil, []string{"-s", withUser}, 0},
		"user and password":             {elsewhere, nil, []string{"--server", who.URL, "--user", who.User, "--password", who.Password}, 0},
		"NATS_URL":                      {elsewhere, []string{"NATS_URL=" + withUser}, nil, 0},
		"NATS_CONTEXT":                  {elsewhere, []string{"NATS_CONTEXT=" + s.contextFile()}, nil, 0},
		"a flag before the environment": {elsewhere, []string{"NATS_URL=nats://127.0.0.1:1"}, []string{"--context", s.contextFile()}, 0},
		"a wrong password":              {elsewhere, nil, []string{"--server", who.URL, "--user", who.User, "--password", "guess"}, 3},
		"nobody":                        {elsewhere, nil, []string{"--server", who.URL}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			args := append(append([]string{}, tt.env...), append([]string{command("guard-reviewer"), "list"}, tt.args...)...)
			r := run(t, tt.dir, "/usr/bin/env", args...)
			r.want(t, tt.code)
			if tt.code != 0 && !strings.Contains(r.err, "uthorization") {
				t.Errorf("says %q", r.err)
			}
			if strings.Contains(r.err, who.Password) {
				t.Errorf("tells the password: %s", r.err)
			}
		})
	}
}
