package schema

import (
	"strings"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

type booleanNode struct{}

func (booleanNode) expects() string { return "true or false" }
func (booleanNode) types() typeSet  { return booleanType }

// coerce accepts booleans, the numbers 1 and 0, and the texts of [booleanText].
func (n booleanNode) coerce(r *run, v jsonvalue.Value) (jsonvalue.Value, bool) {
	switch v.Kind() {
	case jsonvalue.Bool:
		return v, true
	case jsonvalue.Number:
		if f := v.Float64(); f == 0 || f == 1 {
			r.floor(lax)
			return jsonvalue.NewBool(f == 1), true
		}
	case jsonvalue.String:
		if b, ok := booleanText(v.Text()); ok {
			r.floor(lax)
			return jsonvalue.NewBool(b), true
		}
	}
	return r.mismatch(n, v)
}

// booleanText reads the words for true and false, ASCII letters in any case. No
// other word is taken for one: what a person might mean is not what a tool gets.
func booleanText(text string) (value, ok bool) {
	if len(text) > len("false") {
		return false, false
	}
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false, false // letters that fold to ASCII ones
		}
	}
	switch strings.ToLower(text) {
	case "1", "t", "true", "y", "yes", "on":
		return true, true
	case "0", "f", "false", "n", "no", "off":
		return false, true
	}
	return false, false
}
