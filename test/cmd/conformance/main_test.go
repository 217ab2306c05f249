package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const line = `{"id":"toolcall-1","note":"n: why","in":{"call":{"name":"f"}},"want":{"name":"f","arguments":{},"id":null}}` + "\n"
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("toolcall_heldout.jsonl", line)
	bad := file("toolcall.jsonl", line+strings.ReplaceAll(line, `"f"`, `""`))
	unknown := file("other.jsonl", strings.ReplaceAll(line, "toolcall-1", "other-1"))
	missing := filepath.Join(dir, "toolcall_missing.jsonl")

	tests := map[string]struct {
		files    []string
		exit     int
		out      []string
		problems string
	}{
		"no file":            {nil, 2, nil, "usage"},
		"all pass":           {[]string{good}, 0, []string{good + " pass 1 fail 0"}, ""},
		"one fails":          {[]string{bad, good}, 1, []string{bad + " pass 1 fail 1", "toolcall-1", "got", "want", good + " pass 1 fail 0"}, ""},
		"a missing file":     {[]string{good, missing}, 2, []string{good + " pass 1 fail 0"}, missing},
		"an unknown kind":    {[]string{unknown, bad}, 2, []string{bad + " pass 1 fail 1"}, unknown},
		"a folder":           {[]string{dir}, 2, nil, dir},
		"an empty file":      {[]string{file("messages.jsonl", "")}, 2, nil, "messages.jsonl"},
		"a missing one only": {[]string{missing}, 2, nil, missing},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out, problems bytes.Buffer
			if exit := run(t.Context(), test.files, &out, &problems); exit != test.exit {
				t.Errorf("exit %d, want %d", exit, test.exit)
			}
			for _, want := range test.out {
				if !strings.Contains(out.String(), want) {
					t.Errorf("output %q does not hold %q", out.String(), want)
				}
			}
			if !strings.Contains(problems.String(), test.problems) || (test.problems == "") != (problems.Len() == 0) {
				t.Errorf("problems %q, want %q", problems.String(), test.problems)
			}
		})
	}
}
