package policy

import (
	"maps"
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// freeNames are the names an expression reads from outside: every name in it that no
// macro around it declares, in all branches. CEL itself skips what a branch does not
// need, so this is what has to be there before it is evaluated.
type freeNames struct {
	uses   []use
	fields map[string]map[string]bool // of a name, the members selected from it
	whole  map[string]bool            // names that are read otherwise than by a member
}

// use is one place where a name is read.
type use struct {
	name         string
	line, column int // from 1
}

// sorted returns the names, each once.
func (f *freeNames) sorted() []string {
	names := make(map[string]bool, len(f.uses))
	for _, u := range f.uses {
		names[u.name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// findNames walks a parsed expression.
func findNames(parsed *ast.AST) *freeNames {
	w := &nameWalk{
		source: parsed.SourceInfo(),
		bound:  make(map[string]int),
		found:  &freeNames{fields: make(map[string]map[string]bool), whole: make(map[string]bool)},
	}
	w.expr(parsed.Expr())
	return w.found
}

type nameWalk struct {
	source *ast.SourceInfo
	bound  map[string]int // names that macros around declare, and how many of them do
	found  *freeNames
}

func (w *nameWalk) expr(e ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind:
		if name, free := w.free(e); free {
			w.read(name, e)
			w.found.whole[name] = true
		}
	case ast.SelectKind:
		w.member(e.AsSelect().Operand(), e.AsSelect().FieldName())
	case ast.CallKind:
		w.call(e.AsCall())
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

// free returns the name of an identifier, and whether it is not declared by a macro
// around it. ".name" is the variable even inside of a macro that declares name.
func (w *nameWalk) free(e ast.Expr) (string, bool) {
	name := e.AsIdent()
	if name[0] == '.' {
		return name[1:], true
	}
	return name, w.bound[name] == 0
}

func (w *nameWalk) read(name string, e ast.Expr) {
	at := w.source.GetStartLocation(e.ID())
	w.found.uses = append(w.found.uses, use{name, at.Line(), at.Column() + 1})
}

// member is operand.field or operand["field"].
func (w *nameWalk) member(operand ast.Expr, field string) {
	if operand.Kind() != ast.IdentKind {
		w.expr(operand)
		return
	}
	name, free := w.free(operand)
	if !free {
		return
	}
	w.read(name, operand)
	if w.found.fields[name] == nil {
		w.found.fields[name] = make(map[string]bool)
	}
	w.found.fields[name][field] = true
}

func (w *nameWalk) call(call ast.CallExpr) {
	if call.FunctionName() == operators.Index && len(call.Args()) == 2 && call.Args()[1].Kind() == ast.LiteralKind {
		if field, ok := call.Args()[1].AsLiteral().(types.String); ok {
			w.member(call.Args()[0], string(field))
			return
		}
	}
	if call.IsMemberFunction() {
		w.expr(call.Target())
	}
	for _, arg := range call.Args() {
		w.expr(arg)
	}
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
