package catalog

import (
	"bytes"
	"errors"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func seeds(f *testing.F) {
	for _, text := range []string{everything, two, "", "a: b", "- a\n- b: c\n  d: [e, {f: g}]\n", "a: |\n  x\n y", "? a\n: b", "a: &x [*x]",
		"{\"a\": \"\\ud83d\\ude00\", \"b\": [1, -0.5e3, true, null]}", "a: 'it''s'\nb: \"\\x41\\u00e9\\n\"", "a:\n- b\n-\n- - c", "a: >-\n  x\n\n  y\n# z\n",
		"\ufeffa: b\r\nc: d", "!!!!", "a: 0x1F", "a: yes", "a: \"x\n  y\"", "a: {b: [c,\nd], }", "tools: [{name: a, confirm: {}}]", "--- \na: b\n...",
		"a: x\n  y\nb: c", "a:\n    b: c\n  d: e", "a: -\nb: - c", "'a': b\n\"c\": d", "a: b #c\nd: e#f", "a:\t b\n"} {
		f.Add([]byte(text))
	}
}

// FuzzRead: nothing panics; what is read is written and read again as the same
// catalog; every error has a place; whether the notation is YAML or JSON does not matter.
func FuzzRead(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		c, err := Read("file", data)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Message == "" {
				t.Fatalf("an error without a place: %#v", err)
			}
			return
		}
		written := c.Value().Write(jsonvalue.Compact)
		for _, name := range []string{"again.json", "again.yaml"} {
			again, err := Read(name, []byte(written))
			if err != nil {
				t.Fatalf("%s cannot be read: %v\n%s", name, err, written)
			}
			if again.Fingerprint() != c.Fingerprint() {
				t.Fatalf("%s is another catalog:\n%s", name, written)
			}
		}
	})
}

// FuzzYAML compares the reader with a YAML library: what is read here means the same
// there. (The library reads more, which is refused here.)
func FuzzYAML(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		n, err := readYAML(data)
		if err != nil {
			return
		}
		var theirs any
		text := bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
		if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&theirs); err != nil {
			return // it has rules that are not ours, about the columns of flow values for instance
		}
		if !sameAs(n, theirs) {
			t.Fatalf("%q\n here %s\nthere %#v", data, n.value().Write(jsonvalue.Compact), theirs)
		}
	})
}

// sameAs compares structure and texts; numbers only by being there.
func sameAs(n *node, theirs any) bool {
	switch theirs := theirs.(type) {
	case map[string]any:
		if n.kind != jsonvalue.Object || len(n.keys) != len(theirs) {
			return false
		}
		for i, k := range n.keys {
			value, found := theirs[k.name]
			if !found || !sameAs(n.items[i], value) {
				return false
			}
		}
		return true
	case []any:
		if n.kind != jsonvalue.Array || len(n.items) != len(theirs) {
			return false
		}
		for i, item := range theirs {
			if !sameAs(n.items[i], item) {
				return false
			}
		}
		return true
	case string:
		return n.text == theirs
	case bool:
		return n.kind == jsonvalue.Bool && (n.text == "true") == theirs
	case nil:
		return n.kind == jsonvalue.Null
	default:
		return n.kind == jsonvalue.Number
	}
}
