package catalog

import (
	"bytes"
	"errors"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

func seeds(f *testing.F) {
	for _, text := range []string{everything, two, "", "a: b", "- a\n- b: c\n  d: [e, {f: g}]\n", "a: |\n  x\n y", "? a\n: b", "a: &x [*x]",
		"{\"a\": \"\\ud83d\\ude00\", \"b\": [1, -0.5e3, true, null]}", "a: 'it''s'\nb: \"\\x41\\u00e9\\n\"", "a:\n- b\n-\n- - c", "a: >-\n  x\n\n  y\n# z\n",
		"\ufeffa: b\r\nc: d", "!!!!", "a: 0x1F", "a: yes", "a: \"x\n  y\"", "a: {b: [c,\nd], }", "tools: [{name: a, confirm: {}}]", "--- \na: b\n...",
		"a: x\n  y\nb: c", "a:\n    b: c\n  d: e", "a: -\nb: - c", "'a': b\n\"c\": d", "a: b #c\nd: e#f", "a:\t b\n",
		"a: |\n  x\n\n   y\n z: 1", "a: |-\n  x\n\n\nb: c", "a: >\n  x\n  y\n\n   z\n  w\n", "a: >-\n x\n\n y", "a: |\n\n  x # y\n# z\n", "a: \"x\n\n  y\n  z\"",
		"a: 'x\n\n y'", "a: x\n\n  y\n", "a:\n - |\n  x\n - >\n  y\n", "a: |\n x", "a: >\n\n\n x\n\n\n\ty\n\n z\n", "a:\n  |\n   x\n"} {
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

// FuzzYAML compares the reader with a YAML library of other makers: what is read here
// means the same there. (The library reads more, which is refused here.)
func FuzzYAML(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		n, err := readYAML(data)
		if err != nil || n.kind != jsonvalue.Object {
			return
		}
		text := bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
		var document yaml.Node
		if err := yaml.Unmarshal(text, &document); err != nil {
			return // it has rules that are not ours, about the columns of flow values for instance
		}
		if document.Kind == 0 || !sameAs(n, document.Content[0]) {
			t.Fatalf("%q is read as %s, and otherwise by the library", data, n.value().Write(jsonvalue.Compact))
		}
	})
}

func sameAs(n *node, theirs *yaml.Node) bool {
	switch theirs.Kind {
	case yaml.MappingNode:
		if n.kind != jsonvalue.Object || 2*len(n.keys) != len(theirs.Content) {
			return false
		}
		for i, k := range n.keys {
			if theirs.Content[2*i].Value != k.name || !sameAs(n.items[i], theirs.Content[2*i+1]) {
				return false
			}
		}
		return true
	case yaml.SequenceNode:
		if n.kind != jsonvalue.Array || len(n.items) != len(theirs.Content) {
			return false
		}
		for i, item := range n.items {
			if !sameAs(item, theirs.Content[i]) {
				return false
			}
		}
		return true
	default:
		kinds := map[string]jsonvalue.Kind{"!!null": jsonvalue.Null, "!!bool": jsonvalue.Bool, "!!int": jsonvalue.Number, "!!float": jsonvalue.Number}
		kind, known := kinds[theirs.Tag]
		if !known { // texts, and what it reads as a time
			kind = jsonvalue.String
		}
		return n.kind == kind && (n.kind == jsonvalue.Null || n.text == theirs.Value)
	}
}
