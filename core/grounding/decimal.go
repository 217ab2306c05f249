package grounding

import (
	"math"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// decimal is a number by its digits: exact for integers of any size and for the
// shortest form of a double. Zero has no digits and no sign.
type decimal struct {
	negative bool
	whole    string // without leading zeros
	fraction string // without trailing zeros
}

// decimalOf returns the digits of a number; ok is false when it is not finite.
func decimalOf(v jsonvalue.Value) (d decimal, ok bool) {
	text := v.Text()
	if !v.IsInteger() {
		f := v.Float64()
		if math.IsInf(f, 0) {
			return decimal{}, false
		}
		text = strconv.FormatFloat(f, 'f', -1, 64)
	}
	text, d.negative = strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	d.whole, d.fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if d.whole == "" && d.fraction == "" {
		d.negative = false
	}
	return d, true
}
