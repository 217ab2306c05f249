package catalog

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

const testdata = "../../test/testdata"

// someCatalogs returns every catalog of the vectors and the benchmark, by where it is from.
func someCatalogs(t testing.TB) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte)
	for _, name := range []string{"check", "session", "decision_text"} {
		data, err := os.ReadFile(filepath.Join(testdata, "conformance", name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			v, err := jsonvalue.Parse(line, jsonvalue.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			id, _ := v.GetString("id")
			in, _ := v.Get("in")
			for suffix, from := range map[string]jsonvalue.Value{"": in, "-other": get(in, "other")} {
				if c, found := from.Get("catalog"); found {
					all[id+suffix+".json"] = []byte(c.Write(jsonvalue.Compact))
				}
			}
		}
	}
	bench, err := filepath.Glob(filepath.Join(testdata, "security-bench", "*", "catalog.json"))
	if err != nil {
		t.Fatal(err)
	}
	nested, err := filepath.Glob(filepath.Join(testdata, "security-bench", "*", "*", "catalog.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(bench, nested...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = data
	}
	return all
}

func get(v jsonvalue.Value, name string) jsonvalue.Value {
	m, _ := v.Get(name)
	return m
}

func TestVectorsAreCatalogs(t *testing.T) {
	all := someCatalogs(t)
	if len(all) < 900 {
		t.Fatalf("%d catalogs, expected those of all vectors", len(all))
	}
	bench := 0
	for name, data := range all {
		c, err := Read(name, data)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if strings.Contains(name, "security-bench") {
			bench++
		}
		again, err := Read(name, []byte(c.Value().Write(jsonvalue.Compact)))
		if err != nil || again.Fingerprint() != c.Fingerprint() {
			t.Errorf("%s: what Value writes is another catalog: %v", name, err)
		}
		asYAML, err := Read(name+".yaml", data) // JSON is YAML
		if err != nil || asYAML.Fingerprint() != c.Fingerprint() {
			t.Errorf("%s: read as YAML it is another catalog: %v", name, err)
		}
		for _, tool := range c.Tools {
			if sum, err := c.ToolFingerprint(tool.Name); err != nil || len(sum) != 64 {
				t.Errorf("%s: fingerprint of %s: %q, %v", name, tool.Name, sum, err)
			}
		}
	}
	if bench != 3 {
		t.Errorf("%d catalogs of the benchmark, expected 3", bench)
	}
}
