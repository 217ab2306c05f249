package catalog

import (
	"strings"
	"testing"
	"time"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// TestReadYAML reads what the YAML of catalogs may look like; want is the same as JSON.
func TestReadYAML(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		{"a: b", `{"a":"b"}`},
		{"---\na: b\n...\n", `{"a":"b"}`},
		{"\ufeffa: b\r\nc: d\r\n", `{"a":"b","c":"d"}`},
		{"# top\na: b # end\n\n# between\nc: d\n#last", `{"a":"b","c":"d"}`},
		{"a:\n  b:\n    c: d\n  e: f\ng: h", `{"a":{"b":{"c":"d"},"e":"f"},"g":"h"}`},
		{"a:\n- b\n- c\nd: e", `{"a":["b","c"],"d":"e"}`},
		{"a:\n  - b\n  - c: d\n    e: f\n  -\n    g: h\n  - - i\n    - j\n", `{"a":["b",{"c":"d","e":"f"},{"g":"h"},["i","j"]]}`},
		{"- a: b\n  c:\n  - d\n  e: f\n- g", `[{"a":"b","c":["d"],"e":"f"},"g"]`},
		{"- - - a", `[[["a"]]]`},
		{"a:\nb: ~\nc: null\nd:\n  -\n  - x", `{"a":null,"b":null,"c":null,"d":[null,"x"]}`},
		{"a: {b: c, \"d\": [e, 'f', {g: h}], }", `{"a":{"b":"c","d":["e","f",{"g":"h"}]}}`},
		{"a: [\n  b,\n  c # x\n]\nd: e", `{"a":["b","c"],"d":"e"}`},
		{"a: []\nb: {}\nc: [[], {}]", `{"a":[],"b":{},"c":[[],{}]}`},
		{`{"a":1,"b":[true,null,1.5e3,-0,"x"]}`, `{"a":1,"b":[true,null,1.5e3,-0,"x"]}`},
		{"a: 1\nb: -2.50\nc: 1e3\nd: 12345678901234567890", `{"a":1,"b":-2.50,"c":1e3,"d":12345678901234567890}`},
		{"a: true\nb: false\nc: 'true'\nd: \"1\"", `{"a":true,"b":false,"c":"true","d":"1"}`},
		{"a: 2026-10-03\nb: 12:30:00\nc: v1.2.3\nd: 1 000\ne: y\nf: 1,5", `{"a":"2026-10-03","b":"12:30:00","c":"v1.2.3","d":"1 000","e":"y","f":"1,5"}`},
		{"a: 'it''s'\nb: \"q\\\"\\\\\\n\\u00e9\\t\"\nc: \"\\ud83d\\ude00\"", "{\"a\":\"it's\",\"b\":\"q\\\"\\\\\\né\\t\",\"c\":\"😀\"}"},
		{"a: amount <= 10.0 && role in [\"a\", 'b']\nb: x#y # c", `{"a":"amount <= 10.0 && role in [\"a\", 'b']","b":"x#y"}`},
		{"a: some text\n  over lines\nb: \"more\n  text\"", `{"a":"some text over lines","b":"more text"}`},
		{"a: |\n  one\n    two\n\n  three\nb: >-\n  four\n  five\n", `{"a":"one\n  two\n\nthree\n","b":"four five"}`},
		{"a: |-\n  one\nb:\n  - |\n    two\n  - c", `{"a":"one","b":["two\n","c"]}`},
		{"'on': a\n'null': c\n\"1\": d\n'': e\nx y: f\ny: h", `{"on":"a","null":"c","1":"d","":"e","x y":"f","y":"h"}`},
		{"a: é日本 x\n日本: [é, 語]", `{"a":"é日本 x","日本":["é","語"]}`},
		{"a:\n  # only a comment\n  b: c", `{"a":{"b":"c"}}`},
		{"a: -1\nb: - 1x", ``},
		{"expr: a ? b : c", ``},
		{"expr: 'a ? b : c'", `{"expr":"a ? b : c"}`},
		{"a: x:y\nb: http://x.example/a", `{"a":"x:y","b":"http://x.example/a"}`},
		{"? a\n: b", ``},
	} {
		n, err := readYAML([]byte(c.yaml))
		switch {
		case c.want == "":
			if err == nil {
				t.Errorf("%q was read as %s", c.yaml, n.value().Write(jsonvalue.Compact))
			}
		case err != nil:
			t.Errorf("%q: %v at %v", c.yaml, err, err.(*problem).place)
		case n.value().Write(jsonvalue.Compact) != c.want:
			t.Errorf("%q\n got %s\nwant %s", c.yaml, n.value().Write(jsonvalue.Compact), c.want)
		}
	}
}

// TestRefusedYAML refuses what two readers may read differently, with its place.
func TestRefusedYAML(t *testing.T) {
	for _, c := range []struct {
		yaml         string
		line, column int
		says         string
	}{
		{"", 1, 1, "empty"},
		{"# nothing", 1, 1, "empty"},
		{"a: 1\nb: 2\na: 3", 3, 1, `"a" is there already`},
		{"a: {b: 1, b: 2}", 1, 11, `"b" is there already`},
		{"a: &x b\nc: *x", 1, 4, "anchors"},
		{"c: *x", 1, 4, "aliases"},
		{"a: !!str 1", 1, 4, "tags"},
		{"a: !foo b", 1, 4, "tags"},
		{"!!!!", 1, 1, "not understood"},
		{"a: b\n<<: {c: d}", 2, 1, "merge keys"},
		{"%YAML 1.2\n---\na: b", 1, 1, ""},
		{"a: b\n---\nc: d", 2, 1, "one document"},
		{"? a\n: b", 1, 1, "?"},
		{"on: a", 1, 1, "true, false, null"},
		{"1: a", 1, 1, "in quotes"},
		{"null: a", 1, 1, "in quotes"},
		{"a: {true: b}", 1, 5, "in quotes"},
		{"{a:b}", 1, 4, "space after the colon"},
		{"a: yes", 1, 4, "true, false, null"},
		{"a: Off", 1, 4, "true, false, null"},
		{"a: TRUE", 1, 4, ""},
		{"a: Null", 1, 4, ""},
		{"a: [b, NO]", 1, 8, ""},
		{"a: 0x1F", 1, 4, "number"},
		{"a: 0o17", 1, 4, "number"},
		{"a: 017", 1, 4, "number"},
		{"a: 1_000", 1, 4, "number"},
		{"a: +1", 1, 4, "number"},
		{"a: .5", 1, 4, "number"},
		{"a: 1.", 1, 4, "number"},
		{"a: .inf", 1, 4, "number"},
		{"a: .NaN", 1, 4, "number"},
		{"a: b: c", 1, 4, "one key on a line"},
		{"a: - b", 1, 4, "expected a value"},
		{"a: 'x' y", 1, 8, ""},
		{"a: [x] y", 1, 8, ""},
		{"a: \"x\" \"y\"", 1, 8, ""},
		{"a: [b", 1, 4, "]"},
		{"a: [b}", 1, 4, "]"},
		{"a: {b}", 1, 5, `":" and a value`},
		{"a: {b: }", 1, 8, ""},
		{"a: [b c: d]", 1, 8, ""},
		{"a: [,]", 1, 5, ""},
		{"a: {[b]: c}", 1, 5, "a key"},
		{"a: ]", 1, 4, ""},
		{"a\nb: c", 2, 2, "column"},
		{"a:\n    b: c\n  d: e", 3, 3, "column"},
		{"a:\n  - b\n c: d", 3, 2, "column"},
		{" a: b\nc: d", 2, 1, "column"},
		{"a: b\n  c: d", 2, 0, ""},
		{"- a\nb: c", 2, 1, "column"},
		{"a: b\n- c", 2, 1, ""},
		{"a:\tb\n\tc: d", 2, 0, ""},
		{"\ta: b", 1, 0, ""},
		{"a: @x", 1, 4, "reserved"},
		{"a: `x`", 1, 4, "reserved"},
		{"a: \"\\ud800\"", 1, 0, ""},
		{"a: \"\\q\"", 1, 0, ""},
		{"a: \"b", 1, 0, ""},
		{"a: 'b", 1, 0, ""},
		{"a: |+\n  b\n", 1, 4, "|, |-, > or >-"},
		{"a: |2\n    b\n", 1, 4, "|, |-, > or >-"},
		{"a: |\n  b \n  c\n", 2, 4, "no spaces at the end"},
		{"a: |\n  b\n \n  c\n", 3, 1, "no spaces at the end"},
		{"a:\n  b: |\n c\n", 3, 2, "column"},
		{"a: |\n   b\n  c\n", 3, 3, "column"},
		{"a: [|\n b]\n", 1, 5, ""},
		{"a: \"\\x41\"", 1, 4, "escapes of JSON"},
		{"a: \"b\\\n  c\"", 1, 4, "escapes of JSON"},
		{"a: ?", 1, 4, ""},
		{"a: b\rc: d", 1, 5, "control"},
		{"a: b\x00", 1, 5, "control"},
		{"a: \u0085", 1, 4, "control"},
		{"a: \u2028", 1, 4, "control"},
		{"a: \xff", 1, 4, "UTF-8"},
		{strings.Repeat("[", 1000), 1, 65, "levels"},
		{strings.Repeat("- ", 1000) + "a", 1, 129, "levels"},
		{strings.Repeat("{a: ", 1000), 1, 0, "levels"},
	} {
		n, err := readYAML([]byte(c.yaml))
		if err == nil {
			t.Errorf("%.60q was read as %s", c.yaml, n.value().Write(jsonvalue.Compact))
			continue
		}
		at := err.(*problem).place
		if at.line != c.line || c.column > 0 && at.column != c.column || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.60q: %v at %v, want %d:%d with %q", c.yaml, err, at, c.line, c.column, c.says)
		}
	}
}

// TestLinear reads large hostile files in a time that goes with their size.
func TestLinear(t *testing.T) {
	for name, file := range map[string]func(n int) string{
		"keys":     func(n int) string { return "facts:\n" + numbered(n, "  f%d: int\n") },
		"flow":     func(n int) string { return "{" + numbered(n, "k%d: v,") + "}" },
		"items":    func(n int) string { return "tools:\n" + strings.Repeat("  - a\n", n) },
		"brackets": func(n int) string { return strings.Repeat("[", n) },
		"dashes":   func(n int) string { return strings.Repeat("- ", n) },
		"colons":   func(n int) string { return strings.Repeat("a: ", n) },
		"anchors":  func(n int) string { return strings.Repeat("&a ", n) },
		"quotes":   func(n int) string { return "a: \"" + strings.Repeat("\\\"", n) },
		"lines":    func(n int) string { return "a: \"" + strings.Repeat("x\n ", n) + "\"" },
		"words":    func(n int) string { return "a: " + strings.Repeat("x ", n) },
		"plain":    func(n int) string { return "a: x\n" + strings.Repeat("  x\n", n) },
		"block":    func(n int) string { return "a: |\n" + strings.Repeat("  x\n", n) },
		"comments": func(n int) string { return strings.Repeat("# x\n", n) + "a: b" },
		"long":     func(n int) string { return "a: [" + strings.Repeat("x, ", n) + "]" },
		"json":     func(n int) string { return `{"tools": [` + strings.Repeat(`{"x": 1},`, n) + `{}]}` },
		"policies": func(n int) string {
			return "tools: [{name: a}]\npolicies:\n" + numbered(n, "  - {name: p%d, expr: \"a%[1]d\"}\n")
		},
	} {
		text := file(20_000)
		if len(text) > MaxBytes {
			text = text[:MaxBytes]
		}
		start := time.Now()
		_, _ = Read("file.yaml", []byte(text))
		if took := time.Since(start); took > 10*time.Second { // some 50 ms alone; quadratic ones take minutes
			t.Errorf("%s: %d bytes took %s", name, len(text), took)
		}
	}
}
