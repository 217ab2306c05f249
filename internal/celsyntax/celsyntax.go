// Package celsyntax holds the expressions of a catalog as their authors wrote them: a
// tree to look at, to explain and to rewrite. Package policy compiles expressions, for
// which macros are expanded; here all(x, …) stays what it is in the text.
//
// Invariants:
//   - Only what package policy can parse is parsed: the same limits of size and depth.
//   - The text of a tree means what its expression means.
//   - A Tree does not change. It may be read by one goroutine at a time.
package celsyntax

import (
	"fmt"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/parser"

	"github.com/guardstream/guardstream/core/policy"
)

// Tree is a parsed expression.
type Tree struct {
	parsed *ast.AST
}

// Parse parses an expression of a catalog.
func Parse(expr string) (*Tree, error) {
	p, err := parser.NewParser(
		parser.ExpressionSizeCodePointLimit(policy.MaxExpressionSize),
		parser.MaxRecursionDepth(policy.MaxNesting),
	)
	if err != nil {
		return nil, fmt.Errorf("expression language: %w", err)
	}
	parsed, problems := p.Parse(common.NewTextSource(expr))
	if len(problems.GetErrors()) > 0 {
		return nil, fmt.Errorf("expression: %s", problems.ToDisplayString())
	}
	return &Tree{parsed}, nil
}

// Root returns the whole expression.
func (t *Tree) Root() ast.Expr { return t.parsed.Expr() }

// Position returns where a part of the tree stands in the text: of an operation its
// operator. Both count from 1, in characters.
func (t *Tree) Position(e ast.Expr) (line, column int) {
	at := t.parsed.SourceInfo().GetStartLocation(e.ID())
	return at.Line(), at.Column() + 1
}

// Text writes a part of the tree.
func (t *Tree) Text(e ast.Expr) string {
	text, err := parser.Unparse(e, t.parsed.SourceInfo())
	if err != nil { // a tree that was parsed holds nothing that can't be written
		return fmt.Sprintf("(%v)", err)
	}
	return text
}

// Parts returns every part of the tree, the whole first, otherwise from left to right.
func (t *Tree) Parts() []ast.Expr {
	var all []ast.Expr
	ast.PreOrderVisit(t.Root(), ast.NewExprVisitor(func(e ast.Expr) { all = append(all, e) }))
	return all
}

// With writes the whole expression with one of its parts replaced.
func (t *Tree) With(part, replacement ast.Expr) string {
	factory := ast.NewExprFactory()
	before := factory.NewUnspecifiedExpr(part.ID())
	before.SetKindCase(part) // the same parts below, no copies
	part.SetKindCase(factory.CopyExpr(replacement))
	text := t.Text(t.Root())
	part.SetKindCase(before)
	return text
}

// Operator returns the operator or the name of the function that a part calls, and its
// operands: the target of a method first. ok is false for what is no call.
func Operator(e ast.Expr) (name string, operands []ast.Expr, ok bool) {
	if e.Kind() != ast.CallKind {
		return "", nil, false
	}
	call := e.AsCall()
	if call.IsMemberFunction() {
		operands = append(operands, call.Target())
	}
	return call.FunctionName(), append(operands, call.Args()...), true
}

// Conjuncts returns the parts that all have to hold for the expression to hold: what
// && joins, or the expression itself.
func Conjuncts(e ast.Expr) []ast.Expr {
	name, operands, ok := Operator(e)
	if !ok || name != operators.LogicalAnd {
		return []ast.Expr{e}
	}
	return append(Conjuncts(operands[0]), Conjuncts(operands[1])...)
}
