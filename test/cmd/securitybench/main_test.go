package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"set/records.jsonl": `{"id": "1", "label": "honest", "effect": "read", "context": [], "call": {"name": "look"}}`,
		"set/catalog.json":  `{"tools": []}`,
		"other/set.yaml":    "tools:\n  - name: look\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set, other := filepath.Join(dir, "set"), filepath.Join(dir, "other")
	for name, test := range map[string]struct {
		arguments []string
		exit      int
		out       string
		problems  string
	}{
		"tables":           {[]string{set}, 0, "| read | 0 / 0 / 1 |", ""},
		"another catalog":  {[]string{"-catalogs", other, set}, 0, "| read | 1 / 0 / 0 |", ""},
		"failures":         {[]string{"-failures", set}, 0, "known_tool", ""},
		"help":             {[]string{"-h"}, 0, "", "usage"},
		"no folder":        {nil, 2, "", "usage"},
		"an unknown flag":  {[]string{"-jsonn", set}, 2, "", "usage"},
		"an unknown set":   {[]string{"-set", "oncee=true", set}, 2, "", "oncee"},
		"a wrong value":    {[]string{"-set", "language=1", set}, 2, "", "language"},
		"a missing folder": {[]string{filepath.Join(dir, "missing")}, 1, "", "missing"},
	} {
		var out, problems bytes.Buffer
		if exit := run(t.Context(), test.arguments, &out, &problems); exit != test.exit {
			t.Errorf("%s: exit %d, want %d: %s", name, exit, test.exit, problems.String())
		}
		if !strings.Contains(out.String(), test.out) || (test.out == "") != (out.Len() == 0) {
			t.Errorf("%s: output %q", name, out.String())
		}
		if !strings.Contains(problems.String(), test.problems) || (test.problems == "") != (problems.Len() == 0) {
			t.Errorf("%s: problems %q", name, problems.String())
		}
	}
	var out, problems bytes.Buffer
	if exit := run(t.Context(), []string{"-json", set}, &out, &problems); exit != 0 || !json.Valid(out.Bytes()) {
		t.Errorf("exit %d, %s %s", exit, out.String(), problems.String())
	}
}
