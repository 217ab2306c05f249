package policy

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"golang.org/x/text/unicode/norm"

	"github.com/guardstream/guardstream/core/runes"
)

// scan is the cost of reading the text of an argument once.
func scan(arg int) cost.QuantityExpr {
	return cost.Sum(cost.Const(1), cost.StringScan(cost.Arg(arg)))
}

// textToText declares a function from a text to a text.
func textToText(name string, of func(string) ref.Val) function {
	return function{
		name: name,
		overloads: []cel.FunctionOpt{cel.Overload(name, []*cel.Type{cel.StringType}, cel.StringType,
			cel.UnaryBinding(func(v ref.Val) ref.Val { return of(string(v.(types.String))) }))},
		costs: []cost.OverloadModel{cost.Overload(name, cost.EvalCost(scan(0)), cost.ResultSize(cost.Arg(0)))},
	}
}

// textFunctions:
//
//	lower("ÄRGER")  "ärger": every character whose lower case is one character
//	nfkc("ﬁﬁ①")     "fifi1": the compatibility form, so that look-alike forms compare equal
func textFunctions() []function {
	return []function{
		textToText("lower", func(s string) ref.Val { return types.String(strings.Map(runes.Lower, s)) }),
		textToText("nfkc", func(s string) ref.Val { return types.String(norm.NFKC.String(s)) }),
	}
}
