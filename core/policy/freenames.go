package policy

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
)

// use is one place where an expression reads a name from outside.
type use struct {
	name         string
	line, column int // from 1
}

// namesOf returns the names, each once, sorted.
func namesOf(uses []use) []string {
	names := make([]string, len(uses))
	for i, u := range uses {
		names[i] = u.name
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// freeNames returns what a parsed expression reads from outside: every name in it that
// no macro around it declares, in all branches. CEL itself skips what a branch does not
// need, so this is what has to be there before it is evaluated.
func freeNames(parsed *ast.AST) []use {
	w := &nameWalk{source: parsed.SourceInfo(), bound: make(map[string]int)}
	w.expr(parsed.Expr())
	return w.uses
}

type nameWalk struct {
	source *ast.SourceInfo
	bound  map[string]int // names that macros around declare, and how many of them do
	uses   []use
}

func (w *nameWalk) expr(e ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind:
		w.name(e)
	case ast.SelectKind:
		w.expr(e.AsSelect().Operand())
	case ast.CallKind:
		if e.AsCall().IsMemberFunction() {
			w.expr(e.AsCall().Target())
		}
		for _, arg := range e.AsCall().Args() {
			w.expr(arg)
		}
	case ast.ListKind:
		for _, item := range e.AsList().Elements() {
			w.expr(item)
		}
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			w.expr(entry.AsMapEntry().Key())
			w.expr(entry.AsMapEntry().Value())
		}
	case ast.ComprehensionKind:
		w.comprehension(e.AsComprehension())
	}
}

// name notes a name that no macro around declares. ".name" is the variable even inside
// of a macro that declares name.
func (w *nameWalk) name(e ast.Expr) {
	name, outside := strings.CutPrefix(e.AsIdent(), ".")
	if !outside && w.bound[name] > 0 {
		return
	}
	at := w.source.GetStartLocation(e.ID())
	w.uses = append(w.uses, use{name, at.Line(), at.Column() + 1})
}

// comprehension is what a macro became: the range and the start are read outside of
// it, the rest sees its variables.
func (w *nameWalk) comprehension(c ast.ComprehensionExpr) {
	w.expr(c.IterRange())
	w.expr(c.AccuInit())
	declared := []string{c.IterVar(), c.AccuVar()}
	if c.HasIterVar2() {
		declared = append(declared, c.IterVar2())
	}
	for _, name := range declared {
		w.bound[name]++
	}
	w.expr(c.LoopCondition())
	w.expr(c.LoopStep())
	w.expr(c.Result())
	for _, name := range declared {
		w.bound[name]--
	}
}
