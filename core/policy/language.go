package policy

import (
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/parser"
)

// maxPatternSize bounds the program of a regular expression of `matches`.
const maxPatternSize = 10_000

// operations are what expressions may use of CEL's own library. Left out are
// timestamps, durations, bytes and unsigned numbers, which no JSON value is, and the
// conversions dyn and type, which give up the type check. Functions of the project's
// own come beside them: see functions.
var operations = []string{
	operators.Conditional, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot,
	operators.NotStrictlyFalse, // what all and exists are made of
	operators.Equals, operators.NotEquals,
	operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals,
	operators.Add, operators.Subtract, operators.Multiply, operators.Divide, operators.Modulo, operators.Negate,
	operators.Index, operators.In,
	overloads.Size, overloads.Contains, overloads.StartsWith, overloads.EndsWith, overloads.Matches,
	overloads.TypeConvertInt, overloads.TypeConvertDouble, overloads.TypeConvertString, overloads.TypeConvertBool,
}

// function is one function of the project's own: its declaration, and what calling it
// costs in steps.
type function struct {
	name      string
	overloads []cel.FunctionOpt
	costs     []cost.OverloadModel
}

// functions are all of them, by idea.
func functions() []function {
	var all []function
	for _, group := range [][]function{
		internalFunctions(), pathFunctions(), addressFunctions(), textFunctions(), moneyFunctions(), timeFunctions(),
	} {
		all = append(all, group...)
	}
	return all
}

// language returns the CEL environment without variables that every Env extends. It
// is built once: it does not depend on anything.
var language = sync.OnceValues(func() (*cel.Env, error) {
	subset := env.NewLibrarySubset().SetDisableMacros(true)
	for _, name := range operations {
		subset.AddIncludedFunctions(env.NewFunction(name))
	}
	options := []cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.Macros(macros()...),
		cel.EnableHiddenAccumulatorName(true),
		cel.ParserExpressionSizeLimit(MaxExpressionSize),
		cel.ParserRecursionLimit(MaxNesting),
		cel.ParserErrorRecoveryLimit(4), // tell a few mistakes, not a page
		cel.RegexProgramSizeLimit(maxPatternSize),
	}
	for _, f := range functions() {
		options = append(options, cel.Function(f.name, f.overloads...), cel.CostModel(f.costs...))
	}
	return cel.NewCustomEnv(options...)
})

// macros are CEL's macros over lists, and over maps in the order of their keys:
// CEL itself visits a map in any order, so that map and filter would not compute the
// same twice.
func macros() []cel.Macro {
	overItems := func(expand parser.MacroExpander) cel.MacroFactory {
		return func(eh parser.ExprHelper, target ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
			return expand(eh, eh.NewCall(itemsFunction, target), args)
		}
	}
	return []cel.Macro{
		parser.HasMacro,
		cel.ReceiverMacro(operators.All, 2, overItems(parser.MakeAll)),
		cel.ReceiverMacro(operators.Exists, 2, overItems(parser.MakeExists)),
		cel.ReceiverMacro(operators.ExistsOne, 2, overItems(parser.MakeExistsOne)),
		cel.ReceiverMacro(operators.Map, 2, overItems(parser.MakeMap)),
		cel.ReceiverMacro(operators.Map, 3, overItems(parser.MakeMap)),
		cel.ReceiverMacro(operators.Filter, 2, overItems(parser.MakeFilter)),
	}
}
