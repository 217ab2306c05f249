package policy

import (
	"math"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// moneyDecimals is how many decimals an amount may have: money counts millionths.
const moneyDecimals = 6

// moneyFunctions:
//
//	money("12.50"), money(12.5), money(12)  12500000, 12500000, 12000000
//
// money is an amount as a whole number of millionths, so that sums and comparisons
// are exact: money(0.1) + money(0.2) == money(0.3). An amount that has more decimals,
// is over some 9 trillion, or is written otherwise is an error.
func moneyFunctions() []function {
	one := cost.EvalCost(cost.Const(2))
	return []function{{
		name: "money",
		overloads: []cel.FunctionOpt{
			cel.Overload("money_string", []*cel.Type{cel.StringType}, cel.IntType,
				cel.UnaryBinding(func(v ref.Val) ref.Val { return money(string(v.(types.String))) })),
			cel.Overload("money_double", []*cel.Type{cel.DoubleType}, cel.IntType,
				cel.UnaryBinding(func(v ref.Val) ref.Val { return money(strconv.FormatFloat(float64(v.(types.Double)), 'f', -1, 64)) })),
			cel.Overload("money_int", []*cel.Type{cel.IntType}, cel.IntType,
				cel.UnaryBinding(func(v ref.Val) ref.Val { return v.(types.Int).Multiply(types.Int(1e6)) })),
		},
		costs: []cost.OverloadModel{
			cost.Overload("money_string", cost.EvalCost(scan(0))),
			cost.Overload("money_double", one),
			cost.Overload("money_int", one),
		},
	}}
}

// money reads digits with an optional sign and decimals.
func money(text string) ref.Val {
	digits, negative := strings.CutPrefix(text, "-")
	whole, decimals, hasPoint := strings.Cut(digits, ".")
	decimals = trimZeros(decimals)
	if whole == "" || hasPoint && strings.HasSuffix(digits, ".") || len(decimals) > moneyDecimals {
		return notMoney(text)
	}
	var n int64
	for _, c := range []byte(whole + decimals + "000000"[len(decimals):]) {
		if c < '0' || c > '9' || n > (math.MaxInt64-9)/10 {
			return notMoney(text)
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return types.Int(n)
}

func notMoney(text string) ref.Val {
	return types.NewErr("money: %q is no amount with at most %d decimals", shorten(text), moneyDecimals)
}

// trimZeros drops the zeros at the end that say nothing: 12.500000000 is 12.5.
func trimZeros(decimals string) string { return strings.TrimRight(decimals, "0") }

// shorten keeps error messages short, whatever the value is.
func shorten(text string) string {
	const limit = 40
	count := 0
	for i := range text {
		if count++; count > limit {
			return text[:i] + "…"
		}
	}
	return text
}
