package schema

import (
	"strconv"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// maxQuoted is how many bytes of a given value stand in a message.
const maxQuoted = 60

// describe names a given value in a message, shortened, with invisible characters
// written as escapes.
func describe(v jsonvalue.Value) string {
	switch v.Kind() {
	case jsonvalue.Null:
		return "null"
	case jsonvalue.Bool:
		return v.Text()
	case jsonvalue.Number:
		return "the number " + cut(v.Text(), maxQuoted)
	case jsonvalue.String:
		return "the text " + strconv.Quote(cut(v.Text(), maxQuoted))
	case jsonvalue.Array:
		return "a list of " + count(v.Len(), "item")
	default:
		return "an object with " + count(v.Len(), "property")
	}
}

// count writes a number of things: "1 item", "3 properties".
func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case thing == "property":
		return strconv.Itoa(n) + " properties"
	default:
		return strconv.Itoa(n) + " " + thing + "s"
	}
}
