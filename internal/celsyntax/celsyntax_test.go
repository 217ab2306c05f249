package celsyntax

import (
	"strings"
	"testing"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/guardstream/guardstream/core/policy"
)

func parse(t *testing.T, expr string) *Tree {
	t.Helper()
	tree, err := Parse(expr)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestText: what is written of a tree is read back as the same tree.
func TestText(t *testing.T) {
	for _, expr := range []string{
		"amount <= 10000.0 && (currency == 'EUR' || !trusted)",
		"(a || b) && c ? x + 1 : -y * 2",
		`names.all(n, n.startsWith("a\"b") && n != "")`,
		"has(call.arguments) && call.arguments['iban'] in [\"x\", 'y']",
		"-(-1) - (2 - 3)",
		"!(a && b)",
		`m == {"a": 1.5, "b": [null, true]}`,
	} {
		tree := parse(t, expr)
		text := tree.Text(tree.Root())
		again := parse(t, text)
		if got := again.Text(again.Root()); got != text {
			t.Errorf("%s: %s, read again %s", expr, text, got)
		}
		if names, err := policy.Variables(text); err != nil || len(names) == 0 && strings.Contains(expr, "a") {
			t.Errorf("%s: package policy reads %v of %s: %v", expr, names, text, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, expr := range []string{"", "a &&", strings.Repeat("(", 100) + "a" + strings.Repeat(")", 100), strings.Repeat("a", policy.MaxExpressionSize+1)} {
		if _, err := Parse(expr); err == nil {
			t.Errorf("%.20q is parsed", expr)
		}
	}
}

func TestWith(t *testing.T) {
	tree := parse(t, "a < 1 && b.all(x, x < 2)")
	factory := ast.NewExprFactory()
	if text := tree.With(tree.Root(), factory.NewCall(1, operators.LogicalNot, tree.Root())); text != "!(a < 1 && b.all(x, x < 2))" {
		t.Error(text)
	}
	var got []string // below a part that was replaced before
	for _, part := range tree.Parts() {
		name, operands, ok := Operator(part)
		if ok && name == operators.Less {
			line, column := tree.Position(part)
			if line != 1 {
				t.Errorf("line %d", line)
			}
			got = append(got, strings.Repeat(".", column)+tree.With(part, factory.NewCall(part.ID(), operators.Greater, operands...)))
		}
	}
	want := "...a > 1 && b.all(x, x < 2)\n.....................a < 1 && b.all(x, x > 2)"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if text := tree.Text(tree.Root()); text != "a < 1 && b.all(x, x < 2)" {
		t.Errorf("the tree became %s", text)
	}
}

func TestConjuncts(t *testing.T) {
	tree := parse(t, "a && (b || c) && d && !e")
	var got []string
	for _, c := range Conjuncts(tree.Root()) {
		got = append(got, tree.Text(c))
	}
	if text := strings.Join(got, ", "); text != "a, b || c, d, !e" {
		t.Error(text)
	}
}
