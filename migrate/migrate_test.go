package migrate

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core"
	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/conversation"
	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/toolcall"
)

var update = flag.Bool("update", false, "write what is made as what is wanted")

// TestGolden compares a whole migration with the catalog that is kept beside it.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	yaml, _, err := Migrate(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	const golden = "testdata/shop.yaml"
	if *update {
		if err := os.WriteFile(golden, yaml, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(yaml) != string(want) {
		t.Errorf("got\n%s", yaml)
	}
	declared, err := catalog.Read(golden, want)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := core.New(declared); err != nil {
		t.Error(err)
	}
}

// TestTheExportOfTheDocs: the example there is an export.
func TestTheExportOfTheDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/migrating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "```json\n")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("no example")
	}
	_, notes := migrated(t, example)
	if len(notes) != 2 {
		t.Errorf("notes %v", notes)
	}
}

// migrated is the guard of an export, and the notes about it.
func migrated(t *testing.T, export string) (*core.Guard, []Note) {
	t.Helper()
	yaml, notes, err := Migrate([]byte(export))
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	declared, err := catalog.Read("a.yaml", yaml)
	if err != nil {
		t.Fatal(err)
	}
	guard, err := core.New(declared)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	return guard, notes
}

// TestNothingBecomesWeaker: a call that some rule stood against is not allowed, whatever
// of the rule could be migrated.
func TestNothingBecomesWeaker(t *testing.T) {
	const call = `{"name": "pay", "arguments": {"to": "ACC-1"}}`
	const schema = `"schema": {"type": "object", "properties": {"to": {"type": "string"}}}`
	for name, test := range map[string]struct {
		export string
		want   core.Outcome
		noted  string // path of a note; "" for none
	}{
		"no rule":                     {`{"tools": [{"name": "pay", ` + schema + `}]}`, core.Allow, ""},
		"a policy":                    {`{"tools": [{"name": "pay", ` + schema + `}], "policies": [{"name": "p", "tools": "pay", "source": "x"}]}`, core.Deny, "policies.p"},
		"a policy that asks":          {`{"tools": [{"name": "pay", ` + schema + `}], "policies": [{"name": "p", "tools": ["pay"], "on_fail": "escalate"}]}`, core.Escalate, "policies.p"},
		"of every tool that has it":   {`{"tools": [{"name": "pay", ` + schema + `}], "policies": [{"name": "p", "source": "def p(to: str) -> bool:"}]}`, core.Deny, "policies.p"},
		"of what is adopted later":    {`{"tools": [{"name": "pay"}, {"name": "x", ` + schema + `}], "policies": [{"name": "p", "source": "def p(to: str) -> bool:"}]}`, core.Deny, "policies.p"},
		"of a fact alone":             {`{"facts": ["role"], "tools": [{"name": "pay", ` + schema + `}], "policies": [{"name": "p", "source": "def p(role): ..."}]}`, core.Deny, "policies.p"},
		"of nobody knows what":        {`{"tools": [{"name": "pay", ` + schema + `}], "policies": [{"name": "p", "source": "def p(*args): ..."}]}`, core.Deny, "policies.p"},
		"of another tool's arguments": {`{"tools": [{"name": "pay", ` + schema + `}, {"name": "x", "schema": {"properties": {"n": {}}}}], "policies": [{"name": "p", "source": "def p(n): ..."}]}`, core.Allow, "policies.p"},
		"by way of a function":        {`{"tools": [{"name": "pay", ` + schema + `}], "functions": [{"name": "f", "source": "def f(to): ..."}], "policies": [{"name": "p", "source": "def p(f): ..."}]}`, core.Deny, "policies.p"},
		"functions in a circle":       {`{"tools": [{"name": "pay", ` + schema + `}], "functions": [{"name": "f", "reads": ["g"]}, {"name": "g", "reads": ["f", "to"]}], "policies": [{"name": "p", "reads": ["f"]}]}`, core.Deny, "policies.p"},
		"a request":                   {`{"tools": [{"name": "pay", ` + schema + `, "require_request": {"intent": "send"}}]}`, core.Escalate, ""},
		"a request of no kind":        {`{"tools": [{"name": "pay", ` + schema + `, "require_request": {"intent": "pay a lot"}}]}`, core.Escalate, "tools.pay.request"},
		"an unreadable pattern":       {`{"tools": [{"name": "pay", ` + schema + `, "require_request": {"intent": "pay", "phrases": ["(?<!not )pay"], "on_fail": "deny"}}]}`, core.Deny, "tools.pay.request"},
		"a second request":            {`{"tools": [{"name": "pay", ` + schema + `, "require_request": [{"intent": "pay"}, {"intent": "pay", "on_fail": "deny"}]}]}`, core.Deny, "tools.pay.request"},
		"a confirmation":              {`{"tools": [{"name": "pay", ` + schema + `, "require_confirmation": {}}]}`, core.Deny, ""},
		"a matcher in Python":         {`{"tools": [{"name": "pay", ` + schema + `, "ground": {"to": {"source": "f"}}, "ground_from": ["tool"]}]}`, core.Deny, "tools.pay.ground.to"},
		"roles by argument":           {`{"tools": [{"name": "pay", "schema": {"properties": {"to": {"type": "string"}, "note": {"type": "string"}}}, "ground": {"to": ["user", "tool"], "note": ["tool"]}}]}`, core.Deny, "tools.pay.ground_from"},
		"no role in common":           {`{"tools": [{"name": "pay", "schema": {"properties": {"to": {"type": "string"}, "note": {"type": "string"}}}, "ground": {"to": ["system"], "note": ["user", "tool"]}}]}`, core.Allow, "tools.pay.ground_from"},
		"once":                        {`{"tools": [{"name": "pay", ` + schema + `, "once": true}]}`, core.Escalate, ""},
		"the guard's tool_values":     {`{"tool_values": "escalate", "tools": [{"name": "pay", ` + schema + `, "ground": ["to"], "ground_from": ["system"]}]}`, core.Deny, ""},
		"an authorizer":               {`{"authorizer": true, "tools": [{"name": "pay", ` + schema + `}]}`, core.Allow, "authorizer"},
		"a fact of no known type":     {`{"facts": {"x": "Decimal"}, "tools": [{"name": "pay", ` + schema + `}]}`, core.Allow, "facts.x"},
	} {
		t.Run(name, func(t *testing.T) {
			guard, notes := migrated(t, test.export)
			if (test.noted == "") != (len(notes) == 0) {
				t.Errorf("notes %v", notes)
			}
			found := test.noted == ""
			for _, n := range notes {
				found = found || n.Path == test.noted
			}
			if !found {
				t.Errorf("no note about %s: %v", test.noted, notes)
			}
			proposal, err := jsonvalue.ParseText(call, jsonvalue.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			proposed, err := toolcall.Read(proposal)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(test.export, `{"name": "pay"}`) { // its schema is not known here
				proposed.Arguments = jsonvalue.NewObject()
			}
			d, err := guard.Check(t.Context(), core.Request{Call: proposed, Transcript: core.NewTranscript(conversation.Conversation{
				Messages: []conversation.Message{{Role: conversation.User, Text: "Please pay ACC-1."}}})})
			if err != nil || d.Outcome != test.want {
				t.Errorf("%v, %v", d, err)
			}
		})
	}
}

func TestExportsThatCannotBeRead(t *testing.T) {
	for export, want := range map[string]string{
		`[]`:                          "expected an object, not array",
		`{"tools": [{"nam": "pay"}]}`: "tools[0].name: missing",
		`{"tools": [{"name": "pay", "onse": true}]}`:                   "tools.pay.onse: not a member of the export, did you mean once?",
		`{"tools": [{"name": "pay", "once": "yes"}]}`:                  "tools.pay.once: expected true or false, not string",
		`{"tools": "pay"}`:                                             "tools: expected a list of objects, not string",
		`{"tools": ["pay"]}`:                                           "tools[0]: expected an object, not string",
		`{"policies": [{"name": "p", "tools": [1]}]}`:                  "policies.p.tools: expected strings, not number",
		`{"policies": [{"source": "def p(): ..."}]}`:                   "policies[0].name: missing",
		`{"tools": [], "tools": []}`:                                   "duplicate key",
		`{"tools": [{"name": "p", "require_confirmation": [{}, {}]}]}`: "expected one confirmation",
	} {
		if _, _, err := Migrate([]byte(export)); !errors.Is(err, ErrExport) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", export, err, want)
		}
	}
	for _, export := range []string{
		`{"tools": [{"name": "pay"}, {"name": "pay"}]}`,
		`{"tools": [{"name": "pay", "injections": "sometimes"}]}`,
		`{"policies": [{"name": "p", "tools": ["pay"]}]}`,
	} {
		if yaml, _, err := Migrate([]byte(export)); !errors.Is(err, ErrCatalog) || len(yaml) == 0 {
			t.Errorf("%s: %v", export, err)
		}
	}
}

// TestHostileTexts: whatever a name, a reason or a source holds, it stays what it is.
func TestHostileTexts(t *testing.T) {
	const nasty = "a: b # c\ntools: []\u2028- x\u0085\x7f\\\"'"
	quoted := string(jsonvalue.AppendQuoted(nil, nasty))
	guard, _ := migrated(t, `{"tools": [{"name": "pay", "description": `+quoted+`, "schema": {"properties": {"yes": {"description": `+quoted+`}, "null": {}, "1": {}}}}],
		"policies": [{"name": "p", "tools": ["pay"], "reason": `+quoted+`, "source": `+quoted+`}]}`)
	pay := guard.Catalog().Tool("pay")
	properties, _ := pay.Parameters.Get("properties")
	yes, _ := properties.Get("yes")
	if text, _ := yes.GetString("description"); text != nasty || pay.Description != nasty || guard.Catalog().Policies[0].Reason != nasty {
		t.Errorf("read back as %q, %q, %q", text, pay.Description, guard.Catalog().Policies[0].Reason)
	}
	if names := properties.Names(); strings.Join(names, " ") != "yes null 1" {
		t.Errorf("arguments %q", names)
	}
}

func TestParametersOf(t *testing.T) {
	for source, want := range map[string]string{
		"def f(): ...":                          "",
		"def f(a, b: int, *, c: str = 'x,y)'):": "a: b:int c:str",
		"@policy(tools=['x'])\nasync  def f(\n  a: dict[str, int] = {'a': 1},  # (the first\n  b: 'list[str]' = (1, 2)) -> bool:": "a:dict[str, int] b:list[str]",
		"def f(*args): ...":   "unknown",
		"def f(**more): ...":  "unknown",
		"def f(a, b":          "unknown",
		"lambda a: True":      "unknown",
		"x = 1":               "unknown",
		"def f(a='\\'', b=2)": "a: b:",
		"":                    "unknown",
	} {
		parameters, known := parametersOf(source)
		got := "unknown"
		if known {
			var parts []string
			for _, p := range parameters {
				parts = append(parts, p.name+":"+p.kind)
			}
			got = strings.Join(parts, " ")
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func FuzzMigrate(f *testing.F) {
	data, err := os.ReadFile("testdata/shop.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"tools": [{"name": "a\u0000b", "ground": {"x": null}, "match": [], "require_request": {}}], "policies": [{"name": "-", "source": "def f(a"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		yaml, _, err := Migrate(data)
		if err == nil {
			if _, err := catalog.Read("a.yaml", yaml); err != nil {
				t.Errorf("%v\n%s", err, yaml)
			}
		}
	})
}
