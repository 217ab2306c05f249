package lint

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/core/jsonvalue"
)

func read(t testing.TB, text string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Read("c.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return c
}

// about returns the warnings of a rule, without file and advice.
func about(rule string, warnings []Warning) string {
	var all []string
	for _, w := range warnings {
		if w.Rule == rule {
			all = append(all, strings.TrimPrefix(w.Position.String(), "c.yaml:")+" "+w.Path)
		}
	}
	return strings.Join(all, ", ")
}

// tool is a catalog of one tool, of the keys below its name.
func oneTool(name string, keys ...string) string {
	return "tools:\n  - name: " + name + "\n    " + strings.Join(keys, "\n    ")
}

const pays = "parameters: {type: object, properties: {iban: {type: string}, amount: {type: number}, urgent: {type: boolean}, currency: {enum: [EUR, USD], default: EUR}}}"

// TestRules: for each rule what it warns of and where, and what it does not.
func TestRules(t *testing.T) {
	for _, test := range []struct{ rule, catalog, want string }{
		{"destination-not-grounded", oneTool("pay", pays), "3:51 tools.pay.parameters.properties.iban"},
		{"destination-not-grounded", oneTool("pay", pays, "ground: {iban: whole}"), ""},
		{"destination-not-grounded", oneTool("pay", pays, "confirm: {}"), ""},
		{"destination-not-grounded", oneTool("pay", pays, "confirm: {arguments: [amount]}"), "3:51 tools.pay.parameters.properties.iban"},
		{"destination-not-grounded", oneTool("get_balance", pays), ""},
		{"destination-not-grounded", oneTool("order_pizza", "parameters: {type: object, properties: {where: {type: string, description: The recipient's street.}, notes: {type: string}}}"), "3:52 tools.order_pizza.parameters.properties.where"},
		{"destination-not-grounded", oneTool("submit", "parameters: {type: object, properties: {a: {type: array, items: {type: string, format: email}}, sourceUrl: {type: string}, to: {enum: [x]}, phone: {type: boolean}}}"), "3:48 tools.submit.parameters.properties.a"},

		{"destination-from-tools", oneTool("pay", pays, "ground: {iban: whole, amount: token}"), "4:20 tools.pay.ground.iban"},
		{"destination-from-tools", oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [user, tool]"), "5:18 tools.pay.ground.iban"},
		{"destination-from-tools", oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [user, system]"), ""},
		{"destination-from-tools", oneTool("pay", pays, "ground: {iban: whole}", "confirm: {}"), ""},
		{"destination-from-tools", oneTool("find_payee", pays, "ground: {iban: whole}"), ""},
		{"destination-from-tools", oneTool("pay", pays, "ground: {amount: token}"), ""},

		{"grounded-by-assistant", oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [user, assistant]"), "5:18 tools.pay.ground_from"},
		{"grounded-by-assistant", oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [user]"), ""},
		{"grounded-by-assistant", oneTool("pay", pays, "ground_from: [user, ai]"), ""},

		{"loose-matcher", oneTool("pay", pays, "ground: {iban: substring, amount: substring}", "confirm: {match: {iban: substring}}"), "4:20 tools.pay.ground.iban, 5:29 tools.pay.confirm.match.iban"},
		{"loose-matcher", oneTool("pay", pays, "ground: {iban: whole}"), ""},

		{"injections-off", oneTool("pay", pays, "ground: {iban: whole}", "injections: off_"), "5:17 tools.pay.injections"},
		{"injections-off", oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [user]", "injections: off_"), ""},
		{"injections-off", oneTool("find", pays, "ground: {iban: whole}", "injections: off_"), ""},
		{"injections-off", oneTool("pay", pays, "ground: {iban: whole}"), ""},

		{"unguarded", oneTool("pay", pays), "2:5 tools.pay"},
		{"unguarded", oneTool("lookup", "description: Sends the order away."), ""},
		{"unguarded", oneTool("gizmo", "description: Sends the order away."), "2:5 tools.gizmo"},
		{"unguarded", oneTool("gizmo", "description: Says where the order is, which was sent."), ""},
		{"unguarded", oneTool("order_status"), ""},
		{"unguarded", oneTool("update_info"), "2:5 tools.update_info"},
		{"unguarded", oneTool("order", "description: The status of an order."), "2:5 tools.order"},
		{"unguarded", oneTool("gizmo", "description: Use this tool to refund an order."), "2:5 tools.gizmo"},
		{"unguarded", oneTool("pay", pays, "once: true"), ""},
		{"unguarded", oneTool("pay", pays) + "\npolicies: [{name: p, expr: amount < 1.0}]", ""},

		{"repeatable", oneTool("pay", pays, "ground: {iban: whole}"), "2:5 tools.pay"},
		{"repeatable", oneTool("gizmo", pays, "ground: {iban: whole}"), "2:5 tools.gizmo"},
		{"repeatable", oneTool("pay", pays), ""},
		{"repeatable", oneTool("pay", pays, "ground: {iban: whole}", "once: true"), ""},
		{"repeatable", oneTool("pay", pays, "confirm: {}"), ""},
		{"repeatable", oneTool("get", pays, "ground: {iban: whole}"), ""},

		{"confirms-nothing", oneTool("pay", pays, "confirm: {arguments: []}"), "4:26 tools.pay.confirm.arguments"},
		{"confirms-nothing", oneTool("pay", pays, "confirm: {arguments: [iban]}"), ""},
		{"confirms-nothing", oneTool("logout", "confirm: {arguments: []}"), ""},

		{"request-finds-everything", oneTool("pay", pays, "request: {phrases: [pay, '.*', '.']}"), "4:30 tools.pay.request.phrases.1, 4:36 tools.pay.request.phrases.2"},
		{"request-finds-everything", oneTool("pay", pays, "request: {phrases: \"x?\"}"), "4:24 tools.pay.request.phrases.0"},
		{"request-finds-everything", oneTool("pay", pays, "request: {intent: pay}"), ""},

		{"request-of-another-kind", oneTool("delete_file", "request: {intent: pay}"), "3:23 tools.delete_file.request.intent"},
		{"request-of-another-kind", oneTool("delete_file", "request: {intent: [pay, delete]}"), ""},
		{"request-of-another-kind", oneTool("gizmo", "request: {intent: pay}"), ""},
		{"request-of-another-kind", oneTool("delete_file", "request: {phrases: pay}"), ""},

		{"policy-never-applies", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: amont < 1.0}\n  - {name: q, expr: amount < 1.0}", "5:21 policies.p.expr"},
		{"policy-never-applies", "policies:\n  - {name: p, expr: 1 < 2}", "2:21 policies.p.expr"},

		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: amount <= amount}", "5:21 policies.p.expr"},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: amount != amount || 1 > 2}", "5:21 policies.p.expr"},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'iban == iban ? !(1 < 2 && amount > 1.0 && false) : amount > 1.0'}", "5:21 policies.p.expr"},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'currency in [\"EUR\", \"USD\"]'}", "5:21 policies.p.expr"},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'currency != \"GBP\" && (weekend || !weekend)'}\nfacts: {weekend: bool}", "5:21 policies.p.expr"},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'currency != \"USD\"'}", ""},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'currency != \"GBP\" || amount > 1.0'}", ""},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'amount > 1.0 ? iban == iban : amount < 0.0'}", ""},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: 'urgent'}", ""},
		{"policy-always-same", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: '1 / 0 == 1'}", ""},

		{"policy-without-reason", oneTool("pay", pays) + "\npolicies:\n  - {name: p, expr: amount < 1.0, on_fail: escalate}\n  - {name: q, expr: amount < 1.0}\n  - {name: r, expr: amount < 1.0, on_fail: escalate, reason: Much.}", "5:5 policies.p"},

		{"destination-not-grounded", oneTool("pay", pays, "firewall: {}"), ""},
		{"destination-not-grounded", oneTool("pay", pays, "firewall: {exempt: [iban]}"), "3:51 tools.pay.parameters.properties.iban"},
		{"destination-not-grounded", oneTool("pay", pays, "confirm: {mode: exact}"), ""},
		{"repeatable", oneTool("update_account", pays, "ground: {iban: whole}"), ""},
		{"repeatable", oneTool("pay", pays, "firewall: {}"), "2:5 tools.pay"},
		{"without-effect", "user_keys: {app: 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=}\n" + oneTool("pay", pays, "verified: required"), "5:15 tools.pay.verified"},

		{"taint-by-value", oneTool("pay", pays, "ground: {iban: whole}"), "2:5 tools.pay.injections"},
		{"taint-by-value", oneTool("pay", pays, "ground: {iban: whole}", "injections: value"), ""},
		{"taint-by-value", oneTool("get", pays, "ground: {iban: whole}"), ""},
		{"exact-confirmation", oneTool("pay", pays, "confirm: {}"), "4:14 tools.pay.confirm"},
		{"exact-confirmation", oneTool("pay", pays, "confirm: {mode: exact}"), ""},
		{"outgoing-text", oneTool("send", "parameters: {type: object, properties: {body: {type: string}, title: {enum: [a]}, sent: {type: string}}}"), "2:5 tools.send"},
		{"outgoing-text", oneTool("send", "parameters: {type: object, properties: {body: {type: string}}}", "outgoing: {arguments: [body]}"), ""},
		{"outgoing-text", oneTool("update_note", "parameters: {type: object, properties: {note: {type: string}}}"), ""},
		{"key-of-once", oneTool("pay", "parameters: {type: object, properties: {iban: {type: string}, note: {type: string}}}", "ground: {iban: whole}", "once: true"), "5:11 tools.pay.once"},
		{"key-of-once", oneTool("pay", "parameters: {type: object, properties: {iban: {type: string}, note: {type: string}}}", "ground: {iban: whole}", "once: true", "once_key: [iban]"), ""},
		{"key-of-once", oneTool("pay", pays, "ground: {iban: whole}", "once: true"), ""},
		{"object-of-request", oneTool("pay", pays, "ground: {iban: whole}", "request: {intent: pay}"), "5:14 tools.pay.request"},
		{"object-of-request", oneTool("pay", pays, "ground: {iban: whole}", "request: {intent: pay, object: [iban]}"), ""},
		{"object-of-request", oneTool("pay", pays, "request: {intent: pay}"), ""},

		{"grounds-unwritable", oneTool("pay", pays, "ground: {urgent: token, iban: whole}"), "4:22 tools.pay.ground.urgent"},
		{"grounds-default", oneTool("pay", pays, "ground: {currency: token, iban: whole}"), "4:24 tools.pay.ground.currency"},
		{"grounds-default", oneTool("pay", "parameters: {type: object, properties: {note: {type: string, default: \"\"}}}", "ground: {note: token}"), ""},

		{"without-effect", oneTool("pay", pays, "ground_from: [user]", "ground_last: 2", "tool_values: deny", "scan_user: true", "locale: de"),
			"4:18 tools.pay.ground_from, 5:18 tools.pay.ground_last, 6:18 tools.pay.tool_values, 7:16 tools.pay.scan_user, 8:13 tools.pay.locale"},
		{"without-effect", oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [tool]", "ground_last: 2", "tool_values: deny", "scan_user: true", "locale: de"),
			"6:18 tools.pay.ground_last, 7:18 tools.pay.tool_values, 8:16 tools.pay.scan_user, 9:13 tools.pay.locale"},
		{"without-effect", oneTool("pay", pays, "ground: {iban: whole, amount: token}", "ground_from: [user]", "ground_last: 2", "tool_values: deny", "scan_user: true", "locale: de"), ""},
		{"without-effect", oneTool("pay", pays, "confirm: {arguments: [iban], match: {iban: whole, amount: token}}"), "4:63 tools.pay.confirm.match.amount"},
		{"without-effect", "defaults: {scan_user: true}\n" + oneTool("pay", pays), ""},

		{"nothing-reads", oneTool("pay", pays) + "\nfacts: {a: double, b: double}\nfunctions:\n  - {name: f, expr: a + 1.0}\n  - {name: g, expr: b + 1.0}\npolicies: [{name: p, expr: f < 1.0}]", "7:5 functions.g"},
		{"nothing-reads", oneTool("pay", pays) + "\nfacts: {a: double}", "4:12 facts.a"},
		{"nothing-reads", oneTool("pay", pays, "firewall: {}") + "\nfacts: {a: double}", ""},
		{"nothing-reads", oneTool("pay", pays, "confirm: {mode: exact, names: titles}") + "\nfacts: {titles: map}", ""},

		{"schema", oneTool("pay", "parameters: {type: object, properties: {a: {type: strin}, b: {type: array, items: {type: string, format: email}}}}"), "3:48 tools.pay.parameters, 3:66 tools.pay.parameters"},
		{"schema", "schema: strict\n" + oneTool("pay", "parameters: {type: object, properties: {b: {type: array, items: {type: string, format: email}}}}"), ""},
	} {
		text := strings.ReplaceAll(test.catalog, "off_", `"off"`)
		if got := about(test.rule, Check(read(t, text), Options{})); got != test.want {
			t.Errorf("%s: warns of %q, expected %q, in\n%s", test.rule, got, test.want, text)
		}
	}
}

func TestUnattended(t *testing.T) {
	c := read(t, oneTool("pay", pays, "ground: {iban: whole}", "ground_from: [user]", "once: true", "injections: any", "tool_values: escalate", "confirm: {on_fail: escalate}", "request: {intent: pay}")+
		"\npolicies:\n  - {name: p, expr: amount < 1.0, on_fail: escalate, reason: x}\n  - {name: q, expr: amount < 1.0}")
	if got := about("escalation-to-nobody", Check(c, Options{})); got != "" {
		t.Errorf("where somebody answers: %s", got)
	}
	more := read(t, oneTool("pay", pays, "outgoing: {arguments: [iban], secrets: escalate}", "firewall: {on_fail: escalate}")+
		"\n  - name: settle\n    parameters: {type: object, properties: {iban: {type: string}}}\n    ground: {iban: whole}\n    ground_from: [user]\n    delegate: {iban: {tool: pay, named_by: iban}}")
	if got := about("escalation-to-nobody", Check(more, Options{Unattended: true})); got != "4:15 tools.pay.outgoing, 5:25 tools.pay.firewall.on_fail, 6:5 tools.settle.delegate_on" {
		t.Errorf("got %s", got)
	}
	want := "6:11 tools.pay.once, 7:17 tools.pay.injections, 8:18 tools.pay.tool_values, 9:24 tools.pay.confirm.on_fail, 10:14 tools.pay.request, 12:44 policies.p.on_fail"
	if got := about("escalation-to-nobody", Check(c, Options{Unattended: true})); got != want {
		t.Errorf("got %s, expected %s", got, want)
	}
}

// TestEveryRuleIsTested: each rule has a catalog that it warns of, above.
func TestEveryRuleIsTested(t *testing.T) {
	source, err := os.ReadFile("lint_test.go")
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, r := range Rules() {
		if names[r.Name] || r.About == "" || !bytes.Contains(source, []byte(`"`+r.Name+`"`)) {
			t.Errorf("rule %q is there twice, says nothing, or has no test", r.Name)
		}
		names[r.Name] = true
	}
}

func TestExcept(t *testing.T) {
	c := read(t, oneTool("pay", pays))
	all := Check(c, Options{})
	o := Options{Except: []string{"unguarded", "destination-not-grounded:tools.pay.parameters.properties.iban", "destination-not-grounded:tools.pay"}}
	if left := Check(c, o); len(all) != 2 || len(left) != 0 {
		t.Errorf("%d warnings, %d left", len(all), len(left))
	}
	if unknown := (Options{Except: []string{"unguarded:x", "unguraded"}}).Unknown(); !slices.Equal(unknown, []string{"unguraded"}) {
		t.Errorf("unknown: %v", unknown)
	}
}

// TestExamples: the examples are not weak.
func TestExamples(t *testing.T) {
	for _, name := range []string{"payments.yaml", "support.yaml", "banking.yaml"} {
		data, err := os.ReadFile(filepath.Join("..", "examples", "catalogs", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range Check(read(t, string(data)), Options{}) {
			if !w.Recommended {
				t.Errorf("%s: %s", name, w)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	warnings := Check(read(t, oneTool("pay", pays, "confirm: {arguments: []}")), Options{})
	var text, js bytes.Buffer
	if err := WriteText(&text, warnings); err != nil {
		t.Fatal(err)
	}
	const want = `c.yaml:3:51: tools.pay.parameters.properties.iban: iban seems to say where something goes, and need not be written anywhere [destination-not-grounded]
    ground: {iban: …} with ground_from: [user], or confirm, so that the user names it
c.yaml:4:26: tools.pay.confirm.arguments: a yes to any message is a yes to every call of this tool [confirms-nothing]
    name the arguments that the user has to see, or leave arguments out
c.yaml:2:5: tools.pay.injections: seems to do something, and minds instructions in tool outputs for grounded values alone [taint-by-value, recommended]
    injections: value
`
	if text.String() != want {
		t.Errorf("got\n%s", text.String())
	}
	if err := WriteJSON(&js, warnings); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(js.String(), "\n")
	v, err := jsonvalue.ParseText(first, jsonvalue.Limits{})
	if err != nil || strings.Count(js.String(), "\n") != 3 || v.Write(jsonvalue.Compact) != `{"rule":"destination-not-grounded","kind":"warning","file":"c.yaml","line":3,"column":51,"path":"tools.pay.parameters.properties.iban","message":"iban seems to say where something goes, and need not be written anywhere","advice":"ground: {iban: …} with ground_from: [user], or confirm, so that the user names it"}` {
		t.Errorf("got %s, %v", js.String(), err)
	}
}

func TestWordsOf(t *testing.T) {
	for name, want := range map[string]string{
		"send_payment": "send payment", "sendPayment": "send payment", "SEND-PAYMENT": "send payment", "HTTPServer": "http server",
		"pay2Bank": "pay2 bank", "": "", "__x__": "x", "überweisung": "überweisung", "IBAN": "iban",
	} {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
}

// TestDocument: docs/testing-catalogs.md lists every rule as the code does.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "testing-catalogs.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		note := ""
		if r.Recommends {
			note = " (recommends)"
		}
		if line := "| `" + r.Name + "`" + note + " | " + r.About + " |\n"; !bytes.Contains(text, []byte(line)) {
			t.Errorf("docs/testing-catalogs.md does not say %s", line)
		}
	}
}
