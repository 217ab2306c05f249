package catalogtest

import (
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// TestMistakes: what is wrong with a file of cases is told with its place, all of it.
func TestMistakes(t *testing.T) {
	const call = "call: {name: pay, arguments: {}}"
	for _, test := range []struct{ file, want string }{
		{"", `cases.yaml: expected cases, the file is empty`},
		{"[]", `cases.yaml:1:1: expected cases: an object with the key cases, not array`},
		{"cases: []", `cases.yaml:1:1: expected the key cases, with at least one case`},
		{"cases: {}", `cases.yaml:1:8: cases: expected a list of cases, not object`},
		{"case: []", `cases.yaml:1:1: unknown key "case", did you mean cases?`},
		{"cases:\n  - expect: allow\n    " + call, `cases.yaml:2:5: cases.0: expected the key name`},
		{"cases:\n  - name: a\n    expect: allow", `cases.yaml:2:5: cases.0: expected the key call, here or in defaults`},
		{"cases:\n  - name: a\n    " + call, `cases.yaml:2:5: cases.0: expected the key expect`},
		{"cases:\n  - {name: a, expect: allow, " + call + "}\n  - {name: a, expect: allow, " + call + "}", `cases.yaml:3:5: cases.1: expected each name once, "a" is there already`},
		{"cases:\n  - {name: 1, expekt: allow, " + call + "}", "cases.yaml:2:12: cases.0.name: expected a text, not number\n" +
			`cases.yaml:2:15: cases.0: unknown key "expekt", did you mean expect?`},
		{"cases:\n  - {name: a, expect: alow, " + call + "}", `cases.yaml:2:23: cases.0.expect: expected allow, deny or escalate, not "alow"`},
		{"cases:\n  - {name: a, expect: deny, " + call + "}", `cases.yaml:2:23: cases.0.expect: expected failed or failed_includes too: which check denies, such as {outcome: deny, failed: [arguments_grounded]}`},
		{"cases:\n  - {name: a, expect: {outcome: escalate}, " + call + "}", `cases.yaml:2:23: cases.0.expect: expected failed, failed_includes, not_evaluated or missing_facts too: what a person is asked about`},
		{"cases:\n  - {name: a, expect: {outcome: allow, failed: [x]}, " + call + "}", `cases.yaml:2:23: cases.0.expect: a call that is allowed fails no check`},
		{"cases:\n  - {name: a, expect: {failed: [x]}, " + call + "}", `cases.yaml:2:23: cases.0.expect: expected the key outcome`},
		{"cases:\n  - {name: a, expect: {outcome: deny, failed: [x], failed_includes: [x]}, " + call + "}", `cases.yaml:2:23: cases.0.expect: expected failed or failed_includes, not both`},
		{"cases:\n  - {name: a, expect: {outcome: deny, failed: [x, x]}, " + call + "}", `cases.yaml:2:51: cases.0.expect.failed.1: expected each of them once, "x" is there already`},
		{"cases:\n  - {name: a, expect: {outcome: allow, evidence: {iban: nobody}}, " + call + "}", `cases.yaml:2:57: cases.0.expect.evidence.iban: expected a role: user, assistant, tool or system, not "nobody"`},
		{"cases:\n  - {name: a, expect: {outcome: allow, evidence: user}, " + call + "}", `cases.yaml:2:50: cases.0.expect.evidence: expected an object of arguments and who gave them, such as {iban: user}, not string`},
		{"cases:\n  - {name: a, expect: {outcome: allow, arguments: [1]}, " + call + "}", `cases.yaml:2:51: cases.0.expect.arguments: expected an object of arguments, not array`},
		{"cases:\n  - {name: a, expect: {outcome: allow, skipped: -1}, " + call + "}", `cases.yaml:2:49: cases.0.expect.skipped: expected a whole number from 0, not number`},
		{"cases:\n  - {name: a, expect: allow, call: {arguments: {}}}", `cases.yaml:2:36: cases.0.call: expected a call, such as {name: pay, arguments: {amount: 250}}: `},
		{"cases:\n  - {name: a, expect: allow, " + call + ", conversation: {role: user}}", `cases.yaml:2:78: cases.0.conversation: expected a conversation: a text of the user, or a list of messages, not object`},
		{"cases:\n  - {name: a, expect: allow, " + call + ", facts: [1]}", `cases.yaml:2:71: cases.0.facts: expected an object of facts, not array`},
		{"cases:\n  - {name: a, expect: allow, " + call + ", calls_made: pay}", `cases.yaml:2:76: cases.0.calls_made: expected a list of calls, or null when nobody knows them, not string`},
		{"defaults: {fact: {}}\ncases:\n  - {name: a, expect: allow, " + call + "}", `cases.yaml:1:12: defaults: unknown key "fact", did you mean facts?`},
		{"cases:\n  - {name: a, expect: allow, " + call + "}\naccept:\n  - {change: x}", `cases.yaml:4:5: accept.0: expected the keys change and why`},
		{"cases: &a []", `cases.yaml:1:8: anchors are not supported`},
	} {
		_, err := Read("cases.yaml", []byte(test.file))
		if err == nil {
			t.Errorf("%q is read, expected %s", test.file, test.want)
		} else if got := err.Error(); got != test.want && !(strings.HasSuffix(test.want, ": ") || strings.HasSuffix(test.want, "supported")) || !strings.HasPrefix(got, test.want) {
			t.Errorf("%q:\ngot  %s\nwant %s", test.file, got, test.want)
		}
	}
}

// TestDefaults: what a case says replaces the default as a whole.
func TestDefaults(t *testing.T) {
	suite, err := Read("cases.yaml", []byte(`
cases:
  - {name: a, expect: allow}
  - {name: b, expect: allow, facts: {x: 2}, calls_made: []}
  - {name: c, expect: allow, facts: null, call: {name: other, arguments: {}}}
defaults:
  facts: {x: 1, y: 1}
  call: {name: pay, arguments: {}}
  calls_made: null
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range suite.Cases {
		got = append(got, c.Facts.Write(jsonvalue.Readable)+" "+c.Call.Name+map[bool]string{true: " unknown", false: ""}[c.CallsUnknown])
	}
	if text := strings.Join(got, ", "); text != `{"x": 1, "y": 1} pay unknown, {"x": 2} pay, null other unknown` {
		t.Error(text)
	}
}

func TestManyMistakes(t *testing.T) {
	_, err := Read("cases.yaml", []byte("cases:\n"+strings.Repeat("  - {}\n", 5000)))
	if err == nil || !strings.HasSuffix(err.Error(), "and 4900 more") {
		t.Errorf("got %.100v", err)
	}
}
