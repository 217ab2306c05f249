package schema

import "github.com/guardstream/guardstream/core/jsonvalue"

// Type is a JSON type as JSON Schema names it.
type Type string

// The JSON types. An Integer is written without fraction and exponent, a Number
// always as a double.
const (
	Null    Type = "null"
	Boolean Type = "boolean"
	Integer Type = "integer"
	Number  Type = "number"
	String  Type = "string"
	Array   Type = "array"
	Object  Type = "object"
)

// typeSet is a set of types; anyType says that nothing is known.
type typeSet uint8

const (
	nullType typeSet = 1 << iota
	booleanType
	integerType
	numberType
	stringType
	arrayType
	objectType
	anyType
)

// typeOrder is the order in which types are listed.
var typeOrder = [...]Type{Null, Boolean, Integer, Number, String, Array, Object}

func (t typeSet) has(other typeSet) bool { return t&other != 0 }

// list names the types; nil when any value is possible.
func (t typeSet) list() []Type {
	if t.has(anyType) {
		return nil
	}
	list := []Type{}
	for i, name := range typeOrder {
		if t.has(1 << i) {
			list = append(list, name)
		}
	}
	return list
}

// typeOf is the type of a value as it stands.
func typeOf(v jsonvalue.Value) typeSet {
	switch v.Kind() {
	case jsonvalue.Null:
		return nullType
	case jsonvalue.Bool:
		return booleanType
	case jsonvalue.Number:
		if v.IsInteger() {
			return integerType
		}
		return numberType
	case jsonvalue.String:
		return stringType
	case jsonvalue.Array:
		return arrayType
	default:
		return objectType
	}
}
