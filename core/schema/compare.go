package schema

import (
	"cmp"
	"math/big"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// compareNumbers compares two numbers or booleans (as 1 and 0) by their exact
// values, whatever their size; a double out of range is infinite.
func compareNumbers(a, b jsonvalue.Value) int {
	a, b = booleanAsNumber(a), booleanAsNumber(b)
	if a.IsInteger() && b.IsInteger() {
		return compareIntegers(a.Text(), b.Text())
	}
	return exactFloat(a).Cmp(exactFloat(b))
}

func booleanAsNumber(v jsonvalue.Value) jsonvalue.Value {
	if v.Kind() == jsonvalue.Bool {
		return jsonvalue.NewNumber(bit(v.Bool()))
	}
	return v
}

// compareIntegers compares integers as JSON writes them, without leading zeros: by
// sign, length and digits, so that no size is too large.
func compareIntegers(a, b string) int {
	x, xNegative := strings.CutPrefix(a, "-")
	y, yNegative := strings.CutPrefix(b, "-")
	switch {
	case x == "0" && y == "0":
		return 0
	case xNegative && !yNegative:
		return -1
	case yNegative && !xNegative:
		return 1
	}
	c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
	if xNegative {
		return -c
	}
	return c
}

// maxDoubleDigits is how many digits the integer part of a finite double can have.
const maxDoubleDigits = 309

// exactFloat is the value of a number: exactly, unless it is an integer that is
// beyond every double, which is as good as infinite beside one.
func exactFloat(v jsonvalue.Value) *big.Float {
	if v.IsInteger() && len(v.Text()) <= maxDoubleDigits+1 {
		return new(big.Float).SetInt(v.BigInt())
	}
	return new(big.Float).SetFloat64(v.Float64())
}
