package catalog

import (
	"slices"
	"strings"
	"testing"
)

const once = `tools:
  - name: refund
    parameters: {type: object, properties: {order: {type: string}, note: {type: string}}}
    once: true
    once_key: [order, note]
    once_scope: tenant
`

func TestReadOnce(t *testing.T) {
	c := read(t, once)
	if refund := c.Tool("refund"); !slices.Equal(refund.OnceKey, []string{"order", "note"}) || refund.OnceScope != OnceTenant {
		t.Errorf("read as %v, %s", refund.OnceKey, refund.OnceScope)
	}
	if read(t, strings.Replace(once, "[order, note]", "[note, order]", 1)).Fingerprint() != c.Fingerprint() {
		t.Error("the order of the key changes the fingerprint")
	}
	plain := strings.NewReplacer("    once_key: [order, note]\n", "", "    once_scope: tenant\n", "").Replace(once)
	if spelled := strings.Replace(once, "    once_key: [order, note]\n    once_scope: tenant\n", "    once_scope: session\n", 1); read(t, spelled).Fingerprint() != read(t, plain).Fingerprint() {
		t.Error("the default scope changes the fingerprint")
	}
}

func TestOnceMistakes(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"[order, note]", "[order, ordre]", "5:23: tools.refund.once_key.1: expected an argument of the tool, ordre is none, did you mean order?"},
		{"[order, note]", "[]", "expected a list of argument names"},
		{"[order, note]", "[order, order]", "expected each of them once"},
		{"tenant", "world", "expected one of session, tenant"},
		{"once: true", "once: false", "tools.refund.once_key: expected once: true too"},
		{"once: true", "once: false", "tools.refund.once_scope: expected once: true too"},
	} {
		_, err := Read("a.yaml", []byte(strings.Replace(once, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.to, err, c.want)
		}
	}
}
