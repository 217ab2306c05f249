package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxDigits is how many digits an integer may have: more are no honest argument,
// and turning them into a number costs the square of their count.
const maxDigits = 4300

type integerNode struct{}

func (integerNode) expects() string { return "an integer" }
func (integerNode) types() typeSet  { return integerType }

// coerce accepts integers of any honest size, doubles without a fraction, booleans
// as 1 and 0, and texts that write an integer.
func (n integerNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	var digits string
	switch v.Kind() {
	case jsonvalue.Number:
		if v.IsInteger() {
			if len(v.Text()) > maxDigits {
				return r.mismatch(n, v)
			}
			if v.Text() == "-0" {
				return jsonvalue.NewInt(0), true
			}
			return v, true
		}
		digits = wholeDouble(v)
	case jsonvalue.Bool:
		digits = bit(v.Bool())
	case jsonvalue.String:
		digits = integerText(v.Text())
	}
	if digits == "" {
		return r.mismatch(n, v)
	}
	r.floor(lax)
	return jsonvalue.NewNumber(digits), true
}

// wholeDouble returns the integer that a double is, or "". A double of 2^63 or more
// no longer says which integer was meant.
func wholeDouble(v jsonvalue.Value) string {
	f := v.Float64()
	if f != math.Trunc(f) || math.Abs(f) >= 1<<63 {
		return ""
	}
	// Written plainly, the digits are exact where the double need not be.
	if whole, fraction, ok := strings.Cut(v.Text(), "."); ok && strings.Trim(fraction, "0") == "" {
		return plainInteger(whole)
	}
	return strconv.FormatInt(int64(f), 10)
}

// integerText returns the integer that a text writes, or "": optional white space
// around, a sign, digits with single underscores between them, and a fraction of
// zeros. "1e3", "0x10", "3." and digits of other scripts are none.
func integerText(text string) string {
	text = strings.TrimSpace(text)
	whole, fraction, hasFraction := strings.Cut(text, ".")
	if hasFraction && (fraction == "" || strings.Trim(fraction, "0") != "") {
		return ""
	}
	sign := ""
	if whole != "" && (whole[0] == '-' || whole[0] == '+') {
		sign, whole = strings.TrimPrefix(whole[:1], "+"), whole[1:]
	}
	if whole == "" || hasLooseUnderscore(whole) {
		return ""
	}
	whole = strings.ReplaceAll(whole, "_", "")
	if strings.Trim(whole, "0123456789") != "" {
		return ""
	}
	return plainInteger(sign + whole)
}

// plainInteger writes a signed run of digits without leading zeros; "" when it is
// too long.
func plainInteger(digits string) string {
	magnitude := strings.TrimLeft(strings.TrimPrefix(digits, "-"), "0")
	switch {
	case magnitude == "":
		return "0"
	case digits[0] == '-':
		magnitude = "-" + magnitude
	}
	if len(magnitude) > maxDigits {
		return ""
	}
	return magnitude
}

// hasLooseUnderscore reports whether an underscore stands anywhere but singly
// between two other characters.
func hasLooseUnderscore(s string) bool {
	return strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__")
}

func bit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}
