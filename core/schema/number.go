package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

type numberNode struct{}

func (numberNode) expects() string { return "a finite number" }
func (numberNode) types() typeSet  { return numberType }

// coerce accepts finite doubles as they are, and makes doubles of integers, booleans
// and texts that write a number.
func (n numberNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	f := math.Inf(1)
	switch v.Kind() {
	case jsonvalue.Number:
		f = v.Float64()
		if !v.IsInteger() && !math.IsInf(f, 0) {
			return v, true
		}
		r.floor(strict)
	case jsonvalue.Bool:
		f, _ = strconv.ParseFloat(bit(v.Bool()), 64)
		r.floor(lax)
	case jsonvalue.String:
		f = numberText(v.Text())
		r.floor(lax)
	}
	if math.IsInf(f, 0) {
		return r.mismatch(n, v)
	}
	return jsonvalue.NewDouble(f), true
}

// numberText returns the double nearest to the number that a text writes, infinite
// when it writes none or one that is too large: white space around, a sign, decimal
// digits with an optional point and exponent, single underscores inside. "nan",
// "0x1" and digits of other scripts are none.
func numberText(text string) float64 {
	none := math.Inf(1)
	text = strings.TrimSpace(text)
	if strings.Trim(text, "+-0123456789.eE_") != "" || hasLooseUnderscore(text) {
		return none
	}
	text = strings.ReplaceAll(text, "_", "")
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return none
	}
	return f
}
