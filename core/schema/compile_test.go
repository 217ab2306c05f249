package schema_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/guardstream/guardstream/core/jsonvalue"
	"github.com/guardstream/guardstream/core/schema"
)

func TestCompileRefuses(t *testing.T) {
	for text, want := range map[string]error{
		`[]`:                                    schema.ErrSchema,
		`true`:                                  schema.ErrSchema,
		`"x"`:                                   schema.ErrSchema,
		`{"type":"array"}`:                      schema.ErrSchema,
		`{"type":["string","null"]}`:            schema.ErrSchema,
		`{"properties":[]}`:                     schema.ErrSchema,
		`{"required":"a"}`:                      schema.ErrSchema,
		`{"required":[1]}`:                      schema.ErrSchema,
		`{"additionalProperties":"yes"}`:        schema.ErrSchema,
		`{"properties":{"conversation":{}}}`:    schema.ErrReservedName,
		`{"properties":{"grounding":{}}}`:       schema.ErrReservedName,
		`{"properties":{"arguments_valid":{}}}`: schema.ErrReservedName,
		`{"$ref":"#/$defs/T","$defs":{"T":{"properties":{"proposal":{}}}}}`: schema.ErrReservedName,
		one(`5`):                               schema.ErrSchema,
		one(`{"type":5}`):                      schema.ErrSchema,
		one(`{"type":["string",5]}`):           schema.ErrSchema,
		one(`{"enum":"a"}`):                    schema.ErrSchema,
		one(`{"anyOf":{}}`):                    schema.ErrSchema,
		one(`{"anyOf":[5]}`):                   schema.ErrSchema,
		one(`{"minimum":"5"}`):                 schema.ErrSchema,
		one(`{"maxLength":-1}`):                schema.ErrSchema,
		one(`{"maxLength":1.5}`):               schema.ErrSchema,
		one(`{"pattern":5}`):                   schema.ErrSchema,
		one(`{"pattern":"(?<=a)b"}`):           schema.ErrSchema,
		one(`{"pattern":"(a)\\1"}`):            schema.ErrSchema,
		one(`{"properties":{"a":{"type":1}}}`): schema.ErrSchema,
		one(`{"items":1,"type":"array"}`):      schema.ErrSchema,
	} {
		if _, err := schema.Compile(parse(t, text), schema.Options{}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	v := parse(t, `{"properties":{"lines":{"type":"array","items":{"properties":{"sku":{"pattern":"("}}}}}}`)
	_, err := schema.Compile(v, schema.Options{})
	if err == nil || !strings.Contains(err.Error(), `lines.items.sku: pattern "("`) {
		t.Errorf("%v", err)
	}
}

// nested returns a schema of n schemas within each other.
func nested(n int) jsonvalue.Value {
	v := jsonvalue.NewObject(jsonvalue.Member{Name: "type", Value: jsonvalue.NewString("string")})
	for range n {
		v = jsonvalue.NewObject(jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(jsonvalue.Member{Name: "a", Value: v})})
	}
	return v
}

func TestSizeIsBounded(t *testing.T) {
	if _, err := schema.Compile(nested(schema.DefaultMaxDepth), schema.Options{}); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	properties := make([]jsonvalue.Member, schema.DefaultMaxParts+1)
	for i := range properties {
		properties[i] = jsonvalue.Member{Name: fmt.Sprint("p", i), Value: jsonvalue.NewObject()}
	}
	wide := jsonvalue.NewObject(jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(properties...)})
	for name, v := range map[string]jsonvalue.Value{
		"deep":           nested(schema.DefaultMaxDepth + 1),
		"wide":           wide,
		"chain":          chain(schema.DefaultMaxParts),
		"large patterns": largePatterns(t),
	} {
		if _, err := schema.Compile(v, schema.Options{}); !errors.Is(err, schema.ErrTooLarge) {
			t.Errorf("%s: %v, want ErrTooLarge", name, err)
		}
	}
}

// chain returns a schema with n definitions that each name the next.
func chain(n int) jsonvalue.Value {
	definitions := make([]jsonvalue.Member, n)
	for i := range definitions {
		definitions[i] = jsonvalue.Member{Name: fmt.Sprint("d", i), Value: reference(fmt.Sprint("#/$defs/d", i+1))}
	}
	return jsonvalue.NewObject(
		jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(jsonvalue.Member{Name: "a", Value: reference("#/$defs/d0")})},
		jsonvalue.Member{Name: "$defs", Value: jsonvalue.NewObject(definitions...)},
	)
}

func reference(to string) jsonvalue.Value {
	return jsonvalue.NewObject(jsonvalue.Member{Name: "$ref", Value: jsonvalue.NewString(to)})
}

func TestWarnings(t *testing.T) {
	s := compile(t, `{"anyOf":[{"required":["a"]}],"required":["gone"],"properties":{
		"a":{"type":"date"},"b":{"type":"string","format":"date","enum":[]},"c":{"type":"array","items":{"minimum":3}},
		"d":{"$ref":"https://elsewhere.example/x"},"e":{"type":"integer","default":"many"},"f":{"minimum":true},
		"g":{"allOf":[{}]},"h":{"type":"object","required":true,"properties":{"x":{}}},"i":{"pattern":"\\bx"},
		"j":{"type":"object","properties":{"k":{"multipleOf":2}},"additionalProperties":{"type":"string"}},
		"fine":{"type":"integer","minimum":1,"default":2,"description":"x","title":"y","examples":[1]}}}`)
	want := []string{
		`(arguments): "anyOf" is not read for the arguments as a whole`,
		`(arguments): required names "gone", which is no property`,
		`a: unknown type "date": any value is accepted`,
		`b: "format" is not read`,
		`b: an empty enum is not read`,
		`c.items: "minimum" is read on properties only, not inside of items and alternatives`,
		`d: $ref "https://elsewhere.example/x" leads nowhere: any value is accepted`,
		`e: the default is not valid itself; it is filled in as it is`,
		`f: minimum is a boolean and not read: expected a number`,
		`g: "allOf" is not read`,
		`h: required is a boolean and not read: an object lists the names of its required properties`,
		`i: \b in pattern knows words of ASCII letters only`,
		`j.k: "multipleOf" is not read`,
		`j: the schema in additionalProperties is not read: any value is accepted`,
	}
	got := slices.Clone(s.Warnings())
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("warnings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestProperties(t *testing.T) {
	s := compile(t, `{"required":["iban","lines"],"properties":{
		"iban":{"type":"string"},"amount":{"type":"number","default":5},"note":{"type":["string","null"]},
		"lines":{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"string"}]},"default":[]},
		"cur":{"enum":["EUR",1,null]},"any":{},"node":{"$ref":"#/$defs/Node"},"list":{"type":"array"},
		"tree":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/Node"}}]}},
		"$defs":{"Node":{"properties":{"next":{"$ref":"#/$defs/Node"}}}}}`)
	want := []schema.Property{
		{Name: "iban", Types: []schema.Type{schema.String}, Required: true},
		{Name: "amount", Types: []schema.Type{schema.Number}, HasDefault: true, Default: jsonvalue.NewDouble(5)},
		{Name: "note", Types: []schema.Type{schema.String}, Nullable: true},
		{Name: "lines", Types: []schema.Type{schema.Array}, Items: []schema.Type{schema.Integer, schema.String}, Required: true},
		{Name: "cur", Types: []schema.Type{schema.Integer, schema.String}, Nullable: true},
		{Name: "any", Nullable: true},
		{Name: "node", Types: []schema.Type{schema.Object}, Nullable: true},
		{Name: "list", Types: []schema.Type{schema.Array}, Nullable: true},
		{Name: "tree", Types: []schema.Type{schema.String, schema.Array}, Items: []schema.Type{schema.Object}, Nullable: true},
	}
	got := s.Properties()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("properties\n%+v\nwant\n%+v", got, want)
	}
	var nameable []string
	for _, p := range got {
		if p.Nameable() {
			nameable = append(nameable, p.Name)
		}
	}
	if want := []string{"iban", "amount", "note", "lines", "cur"}; !slices.Equal(nameable, want) {
		t.Errorf("nameable %q, want %q", nameable, want)
	}
	if s.Open() {
		t.Error("open without additionalProperties")
	}
}

// largePatterns returns a schema whose patterns together are too large, each alone not.
func largePatterns(t *testing.T) jsonvalue.Value {
	var b strings.Builder
	for i := range schema.DefaultMaxInstructions/20_000 + 1 {
		fmt.Fprintf(&b, `,"p%d":{"pattern":".{20000}"}`, i)
	}
	return parse(t, `{"properties":{`+b.String()[1:]+`}}`)
}
