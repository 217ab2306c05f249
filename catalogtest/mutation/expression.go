package mutation

import (
	"fmt"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/guardstream/guardstream/core/catalog"
	"github.com/guardstream/guardstream/internal/celsyntax"
)

// operatorChanges are what an operator becomes: of a comparison first the one that
// differs at the border alone, then its opposite.
var operatorChanges = map[string][]string{
	operators.Less:          {operators.LessEquals, operators.GreaterEquals},
	operators.LessEquals:    {operators.Less, operators.Greater},
	operators.Greater:       {operators.GreaterEquals, operators.LessEquals},
	operators.GreaterEquals: {operators.Greater, operators.Less},
	operators.Equals:        {operators.NotEquals},
	operators.NotEquals:     {operators.Equals},
	operators.Add:           {operators.Subtract},
	operators.Subtract:      {operators.Add},
	operators.Multiply:      {operators.Divide},
	operators.Divide:        {operators.Multiply},
	operators.Modulo:        {operators.Multiply},
}

// methodChanges are what a macro becomes.
var methodChanges = map[string]string{operators.All: operators.Exists, operators.Exists: operators.All}

// rewriting is one way to change an expression.
type rewriting struct {
	part   ast.Expr
	text   string // the whole expression, changed
	change string
	advice string
}

// rewritings returns every way to change an expression by one operation.
func rewritings(tree *celsyntax.Tree) []rewriting {
	var all []rewriting
	factory := ast.NewExprFactory()
	for _, part := range tree.Parts() {
		add := func(replacement ast.Expr, advice string) {
			all = append(all, rewriting{part, tree.With(part, replacement),
				fmt.Sprintf("%s becomes %s", tree.Text(part), tree.Text(replacement)), advice})
		}
		name, operands, isCall := celsyntax.Operator(part)
		if !isCall {
			continue
		}
		for i, next := range operatorChanges[name] {
			add(factory.NewCall(part.ID(), next, operands...), operatorAdvice(tree, name, operands, i, len(operatorChanges[name])))
		}
		if next := methodChanges[name]; next != "" && part.AsCall().IsMemberFunction() {
			add(factory.NewMemberCall(part.ID(), next, operands[0], operands[1:]...),
				fmt.Sprintf("a case in which it holds for some items of %s and not for others", tree.Text(operands[0])))
		}
		switch name {
		case operators.LogicalAnd, operators.LogicalOr:
			holds := map[string]string{operators.LogicalAnd: "does not hold", operators.LogicalOr: "holds"}[name]
			for i := range operands {
				add(operands[i], fmt.Sprintf("a case in which, of the two, only %s %s", tree.Text(operands[1-i]), holds))
			}
		case operators.LogicalNot:
			add(operands[0], fmt.Sprintf("cases in which %s holds and does not hold", tree.Text(operands[0])))
		case operators.Conditional:
			for _, taken := range operands[1:] {
				add(taken, fmt.Sprintf("cases in which %s holds and does not hold", tree.Text(operands[0])))
			}
		}
	}
	return all
}

func operatorAdvice(tree *celsyntax.Tree, name string, operands []ast.Expr, i, of int) string {
	left, right := tree.Text(operands[0]), tree.Text(operands[1])
	switch {
	case of == 2 && i == 0:
		return fmt.Sprintf("a case at the border: %s is %s", left, right)
	case of == 2, name == operators.Equals, name == operators.NotEquals:
		return fmt.Sprintf("cases in which %s holds and does not hold", tree.Text(callOf(name, operands)))
	default:
		return fmt.Sprintf("a case that depends on what %s is", tree.Text(callOf(name, operands)))
	}
}

func callOf(name string, operands []ast.Expr) ast.Expr {
	return ast.NewExprFactory().NewCall(0, name, operands...)
}

func (g *generator) function(i int) {
	f := g.catalog.Functions[i]
	g.expression("functions", f.Name, f.Expr, g.pinned.functions[i], func(part *catalog.Catalog, expr string) {
		for j := range part.Functions {
			if part.Functions[j].Name == f.Name {
				part.Functions[j].Expr = expr
			}
		}
	})
}

func (g *generator) policy(i int) {
	p, tools := g.catalog.Policies[i], g.pinned.policies[i]
	if tools == nil {
		return // it decides nothing
	}
	change := func(key, change, advice string, edit func(*catalog.Catalog, int)) {
		path := []string{"policies", p.Name}
		if key != "" {
			path = append(path, key)
		}
		g.add(g.catalog.At(path...), tools, path, change, advice, func(part *catalog.Catalog) {
			for j := range part.Policies {
				if part.Policies[j].Name == p.Name {
					edit(part, j)
					return
				}
			}
		})
	}
	change("", "dropped", "a case that only "+p.Name+" stops", func(part *catalog.Catalog, j int) {
		part.Policies = append(part.Policies[:j], part.Policies[j+1:]...)
	})
	change("on_fail", "becomes "+other(p.OnFail).String(), "a case that only "+p.Name+" stops; expect its outcome",
		func(part *catalog.Catalog, j int) { part.Policies[j].OnFail = other(p.OnFail) })
	g.expression("policies", p.Name, p.Expr, tools, func(part *catalog.Catalog, expr string) {
		for j := range part.Policies {
			if part.Policies[j].Name == p.Name {
				part.Policies[j].Expr = expr
			}
		}
	})
}

// expression adds the mutants of an expression.
func (g *generator) expression(list, name, expr string, tools []string, set func(part *catalog.Catalog, expr string)) {
	tree, err := celsyntax.Parse(expr)
	if err != nil || tools == nil {
		return // a valid catalog has no expression that can't be read
	}
	all := rewritings(tree)
	if list == "policies" && !isComparison(tree.Root()) {
		negated := callOf(operators.LogicalNot, []ast.Expr{tree.Root()})
		all = append([]rewriting{{tree.Root(), tree.Text(negated), "negated", "cases that it lets pass and that it stops"}}, all...)
	}
	seen := map[string]bool{tree.Text(tree.Root()): true}
	path := []string{list, name, "expr"}
	for _, r := range all {
		if seen[r.text] {
			continue
		}
		seen[r.text] = true
		line, column := tree.Position(r.part)
		g.add(g.catalog.InText(line, column, path...), tools, path, r.change, r.advice,
			func(part *catalog.Catalog) { set(part, r.text) })
		g.mutants[len(g.mutants)-1].Unsure = true
	}
}

// isComparison reports whether an expression is one operation whose opposite is among
// its changes already.
func isComparison(e ast.Expr) bool {
	name, _, ok := celsyntax.Operator(e)
	return ok && (len(operatorChanges[name]) > 0 || name == operators.LogicalNot)
}
