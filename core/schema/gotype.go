package schema

import (
	"encoding"
	stdjson "encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/guardstream/guardstream/core/jsonvalue"
)

// ForType returns the schema of the arguments that a Go struct holds, for a tool that
// is a Go function. Field names are those of json tags, in the order of the fields;
// a field is required unless it is omitempty or omitzero; pointers and slices may be
// null; a jsonschema tag is the description. *big.Int is an integer of any size,
// time.Duration a text such as "1h30m", []byte a text in base64, a type that reads
// itself from text a text, one that reads itself from JSON any value. Types that
// contain themselves have no schema.
func ForType(t reflect.Type) (jsonvalue.Value, error) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return jsonvalue.Value{}, fmt.Errorf("%w: arguments are a struct, not %v", ErrSchema, t)
	}
	special := specialTypes{
		reflect.TypeFor[big.Int]():       {Type: "integer"},
		reflect.TypeFor[time.Time]():     {Type: "string", Format: "date-time"},
		reflect.TypeFor[time.Duration](): {Type: "string"},
		reflect.TypeFor[[]byte]():        {Type: "string", ContentEncoding: "base64"},
	}
	special.find(t, map[reflect.Type]bool{})
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: special})
	if err != nil {
		return jsonvalue.Value{}, fmt.Errorf("%w: %w", ErrSchema, err)
	}
	data, err := s.MarshalJSON()
	if err != nil {
		return jsonvalue.Value{}, fmt.Errorf("%w: %v: %w", ErrSchema, t, err)
	}
	return jsonvalue.Parse(data, jsonvalue.Limits{Bytes: math.MaxInt})
}

// specialTypes are types whose JSON form is not that of their kind.
type specialTypes map[reflect.Type]*jsonschema.Schema

var (
	readsText = reflect.TypeFor[encoding.TextUnmarshaler]()
	readsJSON = reflect.TypeFor[stdjson.Unmarshaler]()
)

// everyType lists every type, so that whatever is given matches exactly and stays as
// it is, null too.
var everyType = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// find adds the types in t that read themselves.
func (s specialTypes) find(t reflect.Type, seen map[reflect.Type]bool) {
	if s[t] != nil || seen[t] {
		return
	}
	seen[t] = true
	switch pointer := reflect.PointerTo(t); {
	case t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer:
	case pointer.Implements(readsJSON):
		s[t] = &jsonschema.Schema{Types: everyType}
		return
	case pointer.Implements(readsText):
		s[t] = &jsonschema.Schema{Type: "string"}
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		s.find(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			s.find(t.Field(i).Type, seen)
		}
	}
}
