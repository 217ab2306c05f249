package policy

import (
	"cmp"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// Functions that the compiler writes into expressions; "@" keeps them out of the reach
// of their authors.
const (
	itemsFunction   = "@items"
	isNullFunction  = "@is_null"
	notNullFunction = "@not_null"
)

func internalFunctions() []function {
	anyList := cel.ListType(cel.TypeParamType("T"))
	anyMap := cel.MapType(cel.TypeParamType("K"), cel.TypeParamType("V"))
	items := cel.UnaryBinding(func(v ref.Val) ref.Val { return sortedItems(v) })
	isNull := func(want bool) cel.OverloadOpt {
		return cel.UnaryBinding(func(v ref.Val) ref.Val { return types.Bool((v == types.NullValue) == want) })
	}
	return []function{
		{
			name: itemsFunction,
			overloads: []cel.FunctionOpt{
				cel.Overload("items_list", []*cel.Type{anyList}, anyList, items),
				cel.Overload("items_map", []*cel.Type{anyMap}, cel.ListType(cel.TypeParamType("K")), items),
			},
			costs: []cost.OverloadModel{
				cost.Overload("items_list", cost.EvalCost(cost.Const(1))),
				cost.Overload("items_map", cost.EvalCost(cost.Sum(cost.Const(1), cost.Scale(cost.Arg(0), 2)))),
			},
		},
		{
			name:      isNullFunction,
			overloads: []cel.FunctionOpt{cel.Overload("is_null", []*cel.Type{cel.DynType}, cel.BoolType, isNull(true))},
		},
		{
			name:      notNullFunction,
			overloads: []cel.FunctionOpt{cel.Overload("not_null", []*cel.Type{cel.DynType}, cel.BoolType, isNull(false))},
		},
	}
}

// sortedItems returns what a macro visits: a list as it is, a map's keys in order.
func sortedItems(v ref.Val) ref.Val {
	if _, isList := v.(traits.Lister); isList {
		return v
	}
	m, isMap := v.(traits.Mapper)
	if !isMap {
		return types.MaybeNoSuchOverloadErr(v)
	}
	return types.NewRefValList(types.DefaultTypeAdapter, sortedKeys(m))
}

// sortedKeys returns the keys of a map: those of one type in their order, the types by
// their names.
func sortedKeys(m traits.Mapper) []ref.Val {
	var keys []ref.Val
	for it := m.Iterator(); it.HasNext() == types.True; {
		keys = append(keys, it.Next())
	}
	slices.SortFunc(keys, func(a, b ref.Val) int {
		if byType := cmp.Compare(a.Type().TypeName(), b.Type().TypeName()); byType != 0 {
			return byType
		}
		if c, ok := a.(traits.Comparer); ok {
			if order, ok := c.Compare(b).(types.Int); ok {
				return int(order)
			}
		}
		return 0
	})
	return keys
}

// testNulls makes a test for null compile for every type: CEL compares with null only
// what it has a wrapper type for, and a policy for many tools asks about an argument
// that is optional in some of them. x == null is always a bool and never an error.
func testNulls(parsed *ast.AST) {
	factory := ast.NewExprFactory()
	ast.PostOrderVisit(parsed.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.CallKind {
			return
		}
		call := e.AsCall()
		replacement := map[string]string{operators.Equals: isNullFunction, operators.NotEquals: notNullFunction}[call.FunctionName()]
		if replacement == "" || len(call.Args()) != 2 {
			return
		}
		for i, arg := range call.Args() {
			if arg.Kind() == ast.LiteralKind && arg.AsLiteral() == types.NullValue {
				e.SetKindCase(factory.NewCall(e.ID(), replacement, call.Args()[1-i]))
				return
			}
		}
	}))
}
